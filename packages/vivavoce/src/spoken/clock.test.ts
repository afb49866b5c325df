import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { spoken } from "../metric/rules/spoken.ts";
import type { SpokenOptions } from "../metric/rules/spoken-options.ts";
import { transcriptOf } from "../metric/testing-transcript.test-helper.ts";
import { caseSchema } from "../shape/index.ts";
import { book, checksOf, turn } from "./testing-call.test-helper.ts";

// 12 November 2026 is a Thursday.
const clock = { now: "2026-11-12T10:00:00-06:00", zone: "America/Chicago" };
const timeCheck = async (options: SpokenOptions, ...turns: ReturnType<typeof turn>[]) =>
  (await checksOf(turns, options))["read-back-time"];
const booked = (said: string, time: string, options: SpokenOptions = clock) =>
  timeCheck(options, turn(said, "Okay."), turn("Thanks.", book({ preferred_time: time })));

describe("with the day of the call", () => {
  test.each([
    ["Can you come tomorrow at nine?", "2026-11-13T09:00:00-06:00", true],
    ["Can you come tomorrow at nine?", "2026-11-14T09:00:00-06:00", false],
    ["Can you come tomorrow at nine?", "2026-11-13T15:00:00Z", true],
    ["Can you come a week from Friday?", "2026-11-20", true],
    ["Can you come a week from Friday?", "2026-11-13", false],
    ["Can you come Tuesday?", "2026-11-24", false],
    ["Can you come the day after tomorrow, so Saturday?", "2026-11-14", true],
  ])("%s / %s", async (said, time, ok) => {
    expect(await booked(said, time)).toMatchObject({ ok, value: ok ? 1 : 0 });
  });

  test("a day with two usual readings is not decided, and the check says so", async () => {
    const check = await booked("Can you come next Friday?", "2026-11-20");
    expect(check).toMatchObject({ status: "skipped", verdict: "undecided" });
    expect(check?.reason).toContain("“next friday” may mean more than one day in a call on thursday 2026-11-12");
  });

  test("a yes to the agent's reading of it decides", async () => {
    const turns = (time: string) => [
      turn("Can you come next Friday?", "So that's Friday, November 20th, is that right?"),
      turn("Yes.", book({ preferred_time: time })),
    ];
    expect(await timeCheck(clock, ...turns("2026-11-20"))).toMatchObject({ ok: true, value: 1 });
    expect(await timeCheck(clock, ...turns("2026-11-13"))).toMatchObject({ ok: false, value: 0 });
  });

  test("a day of the month tells which weekday is meant", async () => {
    const turns = (time: string) => [
      turn("Can you come next Friday?", "Do you mean the 20th?"),
      turn("Yes.", book({ preferred_time: time })),
    ];
    expect(await timeCheck(clock, ...turns("2026-11-20"))).toMatchObject({ ok: true, value: 1 });
    expect(await timeCheck(clock, ...turns("2026-11-13"))).toMatchObject({ ok: false, value: 0 });
  });

  test("a weekday is the one that was named before", async () => {
    const offered = [
      turn("When can you come?", "How about Tuesday the 24th at nine?"),
      turn("Tuesday works.", book({ preferred_time: "2026-11-24T09:00:00" })),
    ];
    const readBack = [
      turn("Can you come on Tuesday the 24th?", "So that's Tuesday, is that right?"),
      turn("Yes.", book({ preferred_time: "2026-11-24" })),
    ];
    for (const turns of [offered, readBack]) expect(await timeCheck(clock, ...turns)).toMatchObject({ ok: true });
  });

  test.each([
    ["Can you come Tuesday, the week after next?", "2026-11-24"],
    ["I need the Monday after this one.", "2026-11-16"],
    ["Can you come by Monday?", "2026-11-13"],
    ["I need someone tomorrow or sooner.", "2026-11-12"],
    ["I need someone Monday at the latest.", "2026-11-13"],
  ])("what is more than a day is not decided: %s", async (said, time) => {
    expect(await booked(said, time)).toMatchObject({ verdict: "undecided" });
  });

  test("“the day after” is counted from the day that was given", async () => {
    const turns = (time: string) => [
      turn("Can you come tomorrow at ten?", "Sure."),
      turn("Actually, make it the day after.", book({ preferred_time: time })),
    ];
    expect(await timeCheck(clock, ...turns("2026-11-14T10:00"))).toMatchObject({ ok: true, value: 1 });
    expect(await timeCheck(clock, ...turns("2026-11-13T10:00"))).toMatchObject({ ok: false, value: 0 });
  });

  test("an agent's weekday in another week is not taken for the next one to come", async () => {
    const turns = (time: string) => [
      turn("Can you come Tuesday?", "We are full. How about the following Tuesday at nine?"),
      turn("Yes.", book({ preferred_time: time })),
    ];
    expect(await timeCheck(clock, ...turns("2026-11-24T09:00"))).toMatchObject({ verdict: "undecided" });
    expect(await timeCheck(clock, ...turns("2026-11-25T09:00"))).toMatchObject({ ok: false, value: 0 });
  });

  test("a date that does not exist is not decided", async () => {
    const check = await booked("Can you come Tuesday?", "Tuesday, November 18");
    expect(check).toMatchObject({ verdict: "undecided" });
    expect(check?.reason).toContain("there is no day “tuesday november 18”");
  });

  test("the day may come from the case, and is that of the zone", async () => {
    const turns = [turn("Can you come tomorrow?", book({ preferred_time: "2026-11-12" }))];
    const late = new Date("2026-11-12T05:30:00Z");
    for (const now of [late, () => late, late.toISOString(), "2026-11-11T23:30:00", "2026-11-11"]) {
      expect(await timeCheck({ now, zone: "America/Chicago" }, ...turns)).toMatchObject({ ok: true });
    }
    expect(await timeCheck({ now: late }, ...turns)).toMatchObject({ ok: false });
    expect(await timeCheck({ now: () => undefined }, ...turns)).toMatchObject({ verdict: "undecided" });
  });
});

test("without the day of the call, a date for “tomorrow” is not decided", async () => {
  const check = await booked("Can you come tomorrow at nine?", "2026-11-14T09:00", {});
  expect(check).toMatchObject({ status: "skipped", verdict: "undecided" });
  expect(check?.reason).toContain("depends on the date of the call; give spoken the options now and zone");
  expect(await booked("Can you come tomorrow at nine?", "2026-11-14T10:00", {})).toMatchObject({ value: 0 });
  expect(await booked("Can you come tomorrow at nine?", "tomorrow 9 AM", {})).toMatchObject({ value: 1 });
});

describe("refused", () => {
  test.each([
    [{ now: "tomorrow" }, "spoken: now should be an ISO date-time or a Date"],
    [{ now: "2026-02-30T10:00:00Z" }, "spoken: now should be an ISO date-time or a Date"],
    [{ now: "2026-11-12T25:00:00Z" }, "spoken: now should be an ISO date-time or a Date"],
    [{ now: "2026-11-12T10:00:00+99:00" }, "spoken: now should be an ISO date-time or a Date"],
    [{ now: new Date("nonsense") }, "spoken: now should be an ISO date-time or a Date"],
    [{ now: 5 as never }, "spoken: now should be an ISO date-time or a Date, found 5"],
    [{ now: "2026-11-12", zone: "Texas" }, "spoken: zone should be an IANA time zone, found the text “Texas”"],
    [{ now: "2026-11-12", zone: "" }, "spoken: zone should be an IANA time zone"],
    [{ zone: "America/Chicago" }, "spoken: zone is given without now"],
  ])("%o", (options, message) => {
    const make = () => spoken(options);
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  test("a bad date from a case errors its score", async () => {
    const testCase = caseSchema.parse({ id: "a", script: [{ content: "Hello" }] });
    const metric = spoken({ now: () => "soon" });
    const score = await metric.score(transcriptOf([turn("Hello.", "Hi.")]), testCase, undefined as never);
    expect(score).toMatchObject({ status: "errored" });
    expect(JSON.stringify(score)).toContain("now should be an ISO date-time");
  });
});

test("the day and the zone are part of the metric's identity", () => {
  const hashes = [
    spoken(),
    spoken({ now: "2026-11-12" }),
    spoken({ now: new Date("2026-11-12T00:00:00Z") }),
    spoken({ now: new Date("2026-11-13T00:00:00Z") }),
    spoken({ now: "2026-11-12", zone: "America/Chicago" }),
  ].map(({ identity }) => identity.hash);
  expect(new Set(hashes).size).toBe(5);
});
