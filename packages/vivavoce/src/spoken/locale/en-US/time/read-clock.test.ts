import { describe, expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { readClock, readSpan, windowOf } from "./read-clock.ts";

const clock = (text: string) => readClock(tokensOf(text), 0);
const span = (text: string) => readSpan(tokensOf(text), 0);

describe("how sure a clock time is", () => {
  test.each([
    ["2:30", "sure"],
    ["two pm", "sure"],
    ["two o'clock", "sure"],
    ["half past two", "sure"],
    ["noon", "sure"],
    ["fourteen hundred", "sure"],
    ["oh nine thirty hours", "sure"],
    ["five of eleven", "sure"],
    ["midnight thirty", "sure"],
    ["two thirty", "likely"],
    ["eight oh five", "likely"],
    ["two", "bare"],
    ["2", "bare"],
  ] as const)("%s: %s", (text, certainty) => {
    expect(clock(text)?.certainty).toBe(certainty);
  });
});

describe("where a clock time ends", () => {
  test.each([
    ["2:30 tomorrow", 3],
    ["2:30 p.m. tomorrow", 7],
    ["two thirty tomorrow", 2],
    ["two forty-five tomorrow", 4],
    ["two o'clock pm tomorrow", 3],
    ["half past two pm tomorrow", 4],
    ["a quarter to five tomorrow", 4],
    ["ten minutes to five tomorrow", 4],
    ["twelve noon tomorrow", 2],
    ["2:30:15.250 tomorrow", 7],
  ])("%s: before token %d", (text, next) => {
    expect(clock(text)?.next).toBe(next);
  });
});

test.each([
  "",
  "thirteen",
  "25:00",
  "2:75",
  "2.30",
  "hello",
  "half past",
  "quarter to midday snack",
  "4210",
  "0",
  "ninety",
])("%o begins with no clock time", (text) => {
  expect(clock(text)).toBeUndefined();
});

describe("the half of the day", () => {
  test.each([
    ["12:00 am", { minutes: 0, half: "am" }],
    ["12:00 pm", { minutes: 0, half: "pm" }],
    ["12:30", { minutes: 30 }],
    ["13:05", { minutes: 65, half: "pm" }],
    ["00:05", { minutes: 5, half: "am" }],
    ["09:00", { minutes: 540, half: "am" }],
    ["quarter to one pm", { minutes: 45, half: "pm" }],
    ["quarter to twelve pm", { minutes: 705, half: "am" }],
  ])("%s", (text, time) => {
    expect(clock(text)?.clock).toEqual(time);
  });
});

describe("a span", () => {
  test.each([
    ["at two", "at", "likely"],
    ["around 2:30", "at", "sure"],
    ["at about two", "at", "likely"],
    ["after three", "after", "likely"],
    ["after one", "after", "likely"],
    ["by noon", "before", "sure"],
    ["until five", "before", "likely"],
    ["eight to ten", "between", "likely"],
    ["8-10 am", "between", "sure"],
    ["from eight until ten", "between", "likely"],
    ["at eight to ten", "between", "likely"],
    ["two", "at", "bare"],
  ] as const)("%s: %s, %s", (text, kind, certainty) => {
    expect(span(text)).toMatchObject({ span: { kind }, certainty });
  });

  test.each(["between eight", "from Tuesday to Friday", "two five five", "at home", "between"])(
    "%o is not a time",
    (text) => {
      expect(span(text)).toBeUndefined();
    },
  );

  test("tells the half of one end by the other", () => {
    const at = (hour: number, half?: "am" | "pm") => (half ? { minutes: hour * 60, half } : { minutes: hour * 60 });
    expect(windowOf(at(8), at(10, "am"))).toEqual({ kind: "between", from: at(8, "am"), to: at(10, "am") });
    expect(windowOf(at(10), at(2, "pm"))).toEqual({ kind: "between", from: at(10, "am"), to: at(2, "pm") });
    expect(windowOf(at(11, "am"), at(1))).toEqual({ kind: "between", from: at(11, "am"), to: at(1, "pm") });
    expect(windowOf(at(8), at(10))).toEqual({ kind: "between", from: at(8), to: at(10) });
    expect(windowOf(at(9, "am"), at(5, "pm"))).toEqual({ kind: "between", from: at(9, "am"), to: at(5, "pm") });
  });
});
