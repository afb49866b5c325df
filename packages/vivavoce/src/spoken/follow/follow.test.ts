import { describe, expect, test } from "vitest";
import { transcriptOf } from "../../metric/testing-transcript.test-helper.ts";
import { enUS } from "../locale/en-US/en-us.ts";
import { resolveSlots } from "../slots/resolve-slots.ts";
import { type after, book, turn } from "../testing-call.test-helper.ts";
import { type FollowOptions, followTalk } from "./follow.ts";
import { compareGiven, type Given, sameGiven } from "./talk.ts";

const slots = resolveSlots();
const follow = (played: ReturnType<typeof turn>[] | ReturnType<typeof after>, more: Partial<FollowOptions> = {}) =>
  followTalk(Array.isArray(played) ? transcriptOf(played) : played, {
    locale: enUS,
    slots,
    known: {},
    isCommit: ({ name }) => name === "book_service",
    ...more,
  });
const trailOf = (name: string, ...turns: ReturnType<typeof turn>[]) => {
  const trail = follow(turns).trails.find(({ slot }) => slot.name === name);
  if (!trail) throw new Error(`no trail of ${name}`);
  return trail;
};

describe("the caller's value", () => {
  test.each([
    ["Pick any day you like.", "Monday at one PM then.", "monday at 1:00 pm"],
    ["How about a date for the cleaning?", "Okay, Tuesday at nine, please.", "tuesday at 9:00"],
    ["Anything else?", "I'll take Thursday at three.", "thursday at 3:00"],
    ["When did it stop working?", "Monday at one PM.", undefined],
    ["Is there anything you can't make?", "Monday at one PM.", undefined],
    ["Anything we should avoid?", "Monday at one PM.", undefined],
    ["And the dog, is he friendly?", "He bit the mailman Monday at one.", undefined],
  ])(
    "is a time that stands alone, unless the question was about the past or what is ruled out: %s %s",
    (question, said, value) => {
      const { given } = trailOf("time", turn("Hi.", question), turn(said));
      expect(given?.values[0]).toBe(value);
    },
  );

  test("is what was said last, where and in which words", () => {
    const { given } = trailOf("address", turn("I'm at 12 Main St."), turn("Sorry, 14 Oak Lane."));
    expect(given).toEqual({
      text: "14 Oak Lane",
      quote: "14 Oak Lane",
      values: ["14 oak ln"],
      exchange: 2,
      how: "said",
    });
  });

  test("said again in short is still what was given in full", () => {
    expect(trailOf("name", turn("This is Maria Lopez."), turn("It's Maria, I'm Maria.")).given).toMatchObject({
      text: "Maria Lopez",
      exchange: 1,
    });
  });

  test("is several values where either will do", () => {
    expect(trailOf("time", turn("Can you come Tuesday or Wednesday?")).given).toMatchObject({
      text: "Tuesday or Wednesday",
      values: ["tuesday", "wednesday"],
    });
  });

  test("is put together from what was said of it over time", () => {
    const turns = [turn("Can you come Tuesday?", "What time works?"), turn("Two thirty.", "Got it.")];
    expect(trailOf("time", ...turns).given?.values).toEqual(["tuesday at 2:30"]);
    const address = [turn("I'm at 12 Main St.", "Any unit number?"), turn("Apartment 4.", "Got it.")];
    expect(trailOf("address", ...address).given?.values).toEqual(["12 main st #4"]);
  });

  test("is what was agreed to, where the agent said it first", () => {
    const turns = [turn("My AC died.", "Is it still 12 Main Street?"), turn("Yes.", "Good.")];
    expect(trailOf("address", ...turns).given).toEqual({
      text: "12 Main Street",
      values: ["12 main st"],
      exchange: 2,
      how: "accepted",
    });
    expect(trailOf("address", turn("My AC died.", "Is it still 12 Main Street?"), turn("No.")).given).toBeUndefined();
  });

  test("stays what was said, where the caller says yes to a read-back that is wrong", () => {
    const turns = [turn("I'm at 12 Main St.", "So that's 21 Main Street, right?"), turn("Yes.", "Good.")];
    expect(trailOf("address", ...turns).given).toMatchObject({ values: ["12 main st"], how: "said" });
  });

  test("was known before, where the suite says so", () => {
    const { trails } = follow([turn("Hi.")], { known: { name: "Maria", time: "no idea", nothing: "x" } });
    expect(trails.find(({ slot }) => slot.name === "name")?.given).toMatchObject({ values: ["maria"], how: "known" });
    expect(trails.find(({ slot }) => slot.name === "time")?.given).toBeUndefined();
  });

  test("is unknown if the caller chose one of several offers without telling which", () => {
    const offer = turn("Can you come Monday?", "We have Tuesday at nine or Wednesday at ten. Which works better?");
    expect(trailOf("time", offer, turn("Either one.")).given).toBeUndefined();
    expect(trailOf("time", offer, turn("I'd take the second if you don't mind.")).given).toBeUndefined();
    const three = turn("Can you come Monday?", "We have Tuesday, Wednesday or Thursday. Which works better?");
    expect(trailOf("time", three, turn("The latter, please.")).given).toBeUndefined();
    const twice = turn("Can you come Monday?", "We have Tuesday or Wednesday. Is it Tuesday or Wednesday?");
    expect(trailOf("time", twice, turn("The second.")).given).toBeUndefined();
    expect(trailOf("time", offer, turn("The second one.")).given).toMatchObject({ values: ["wednesday at 10:00"] });
    for (const line of ["The later one.", "Wednesday."])
      expect(trailOf("time", offer, turn(line)).given).toMatchObject({ values: ["wednesday at 10:00"] });
  });
});

describe("what the agent does with it", () => {
  test("asking marks the slot until the caller has spoken", () => {
    expect(trailOf("name", turn("Hi.", "What's your name?"))).toMatchObject({ asked: true, asks: 1 });
    expect(trailOf("name", turn("Hi.", "What's your name?"), turn("No."))).toMatchObject({ asked: false, asks: 1 });
  });

  test("asking twice in one reply is asking once", () => {
    expect(trailOf("name", turn("Hi.", "Your name? Who am I speaking with?")).asks).toBe(1);
  });

  test("a read-back is kept with what was given at that point", () => {
    const { readBacks } = trailOf(
      "address",
      turn("I'm at 12 Main St.", "So 12 Main Street, right?"),
      turn("No, 14 Main St.", "So 14 Main Street, right?"),
    );
    expect(readBacks.map(({ value, exchange, given }) => [value, exchange, given?.values[0]])).toEqual([
      ["12 main st", 1, "12 main st"],
      ["14 main st", 2, "14 main st"],
    ]);
  });

  test("of two values in one reply the one that was given counts", () => {
    const { readBacks } = trailOf(
      "address",
      turn("I'm at 14 Main St.", "Changed from 12 Main Street to 14 Main Street."),
    );
    expect(readBacks).toMatchObject([{ value: "14 main st" }]);
  });

  test("a time of its own is an offer, unless it says that it repeats", () => {
    const offer = trailOf("time", turn("Can you come Tuesday at two?", "I can do Wednesday at nine."));
    expect(offer.readBacks).toEqual([]);
    expect(offer.offered).toMatchObject([{ value: "wednesday at 9:00" }]);
    const repeated = trailOf("time", turn("Can you come Tuesday at two?", "I have you down for Wednesday at nine."));
    expect(repeated.readBacks).toMatchObject([{ value: "wednesday at 9:00" }]);
    const closest = trailOf(
      "time",
      turn("Can you come Tuesday at two?", "The closest is Wednesday at nine, is that right?"),
    );
    expect(closest.readBacks).toEqual([]);
  });

  test("what is wrong is disputed until it is given anew", () => {
    const first = turn("I'm at 12 Main St.", "So 21 Main Street, right?");
    expect(trailOf("address", first, turn("No.")).disputed).toBe(true);
    expect(trailOf("address", first, turn("The address is wrong.")).disputed).toBe(true);
    expect(trailOf("address", first, turn("No."), turn("It's 12 Main St.")).disputed).toBe(false);
    expect(trailOf("address", first, turn("Yes.")).disputed).toBe(false);
  });
});

describe("commits", () => {
  test("carry what was given, and both what was asked for and what came of it", () => {
    const { booked } = trailOf(
      "time",
      turn("Can you come Tuesday?", book({ preferred_time: "Tuesday" }, { result: { time: "Tuesday at nine" } })),
    );
    expect(booked.map(({ text, value, given }) => [text, value, given?.text])).toEqual([
      ["Tuesday", "tuesday", "Tuesday"],
      ["Tuesday at nine", "tuesday at 9:00", "Tuesday"],
    ]);
  });

  test("know whether a read-back and a yes came before", () => {
    const first = turn("I'm at 12 Main St.", "So 12 Main Street, right?");
    const states = (...turns: ReturnType<typeof turn>[]) =>
      follow(turns).commits.map(({ readBack, confirmed }) => ({ readBack, confirmed }));
    expect(states(first, turn("Yes.", book({})))).toEqual([{ readBack: true, confirmed: true }]);
    expect(states(first, turn("Hm?", book({})))).toEqual([{ readBack: true, confirmed: false }]);
    expect(states(turn("I'm at 12 Main St.", book({})))).toEqual([{ readBack: false, confirmed: false }]);
    expect(states(first, turn("Yes.", book({}), book({ a: 1 })))).toEqual([
      { readBack: true, confirmed: true },
      { readBack: true, confirmed: true },
    ]);
  });
});

test("of several acceptable values, one that is the same is enough", () => {
  const [slot] = slots.filter(({ name }) => name === "time");
  if (!slot) throw new Error("no time");
  const given: Given = { text: "", values: ["tuesday", "wednesday"], exchange: 1, how: "said" };
  expect(compareGiven(slot, given, "wednesday at 9:00")).toBe("same");
  expect(compareGiven(slot, given, "friday")).toBe("different");
  expect(compareGiven(slot, given, "at 9:00")).toBe("open");
  expect(sameGiven(given, { ...given, exchange: 2 })).toBe(true);
  expect(sameGiven(given, { ...given, values: ["tuesday"] })).toBe(false);
  expect(sameGiven(undefined, undefined)).toBe(true);
  expect(sameGiven(given, undefined)).toBe(false);
});
