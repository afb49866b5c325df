import { describe, expect, test } from "vitest";
import { call } from "../testing-transcript.test-helper.ts";
import { completeness } from "./task.ts";
import { askWith, factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const shopping = talk([
  ["Add milk to the list.", call("add", { text: "milk" }, { result: "added" }), "Milk is on the list."],
  ["And when does the shop close?", "I cannot say."],
  ["Thanks anyway!", "You are welcome."],
]);

describe("completeness", () => {
  test("one of two requests met is 0.5; a line that asks for nothing does not count", async () => {
    const score = await scoreWith(completeness(), shopping, {
      u1: { verdict: "met", quote: "Milk is on the list.", reason: "it was added" },
      u2: { verdict: "not met", quote: "I cannot say.", reason: "no answer was given" },
      u3: "not a request",
    });
    expect(score).toMatchObject({ value: 0.5, passed: false, threshold: 0.7 });
    expect(score.checks).toEqual([
      {
        id: "u1",
        label: "Add milk to the list.",
        verdict: "met",
        ok: true,
        value: 1,
        reason: "it was added",
        evidence: [{ text: "Milk is on the list.", source: "reply", exchange: 1 }],
      },
      {
        id: "u2",
        label: "And when does the shop close?",
        verdict: "not met",
        ok: false,
        value: 0,
        reason: "no answer was given",
        evidence: [{ text: "I cannot say.", source: "reply", exchange: 2 }],
      },
      expect.objectContaining({ id: "u3", verdict: "not a request", ok: true }),
    ]);
    expect(score.checks[2]).not.toHaveProperty("value");
  });

  test("the items are the user's lines; one that nobody answered is not among them", async () => {
    const cut = {
      ...shopping,
      exchanges: [...shopping.exchanges, ...talk([["x"]]).exchanges.map((one) => ({ ...one, number: 4 }))],
    };
    const { request } = await scoreWith(completeness(), cut, {
      u1: { verdict: "met", quote: "Milk is on the list." },
      u2: { verdict: "not met", absent: true },
      u3: "not a request",
    });
    expect(itemsIn(request).map(({ id, text }) => `${id} ${text}`)).toEqual([
      "u1 Add milk to the list.",
      "u2 And when does the shop close?",
      "u3 Thanks anyway!",
    ]);
  });

  const booking = talk([
    ["I would like a table on Friday", "For how many?"],
    ["…and for two, please.\nBy the window.", "Booked for two on Friday."],
    ["Also, do you have parking?", "I cannot say."],
  ]);

  test("a wish that runs over two lines counts once", async () => {
    const score = await scoreWith(completeness(), booking, {
      u1: { verdict: "met", quote: "Booked for two on Friday." },
      u2: { verdict: "continued", quote: "I would like a table on Friday" },
      u3: { verdict: "not met", quote: "I cannot say." },
    });
    expect(score.value).toBe(0.5);
    expect(score.checks[1]).toMatchObject({ id: "u2", verdict: "continued", ok: true });
    expect(score.checks[1]).not.toHaveProperty("value");
    expect(itemsIn(score.request)[1]?.text).toBe("…and for two, please.\nBy the window.");
  });

  test("a first line goes on with nothing", async () => {
    const first = { verdict: "continued", quote: "I would like a table on Friday" };
    const met = { verdict: "met", quote: "Booked for two on Friday." };
    expect(await refusalWith(completeness(), booking, { u1: first, u2: met, u3: met })).toContain(
      '"continued" is not on the menu',
    );
  });

  test("a line that goes on with a missing wish does not drop it", async () => {
    const dropped = { verdict: "continued", quote: "I would like a table on Friday" };
    const { score } = await askWith(completeness(), booking, { u1: "not a request", u2: dropped, u3: dropped });
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("u2 goes on with a wish") });
  });

  test("what was met must be quoted, what was not may be absent", async () => {
    const unquoted = { u1: "met", u2: { verdict: "not met", absent: true }, u3: "not a request" };
    expect(await refusalWith(completeness(), shopping, unquoted)).toContain('item u1: the verdict "met" has no quote');
  });

  test("the judge sees what became of the world", async () => {
    const world = { opening: "list: empty", closing: "list: milk", effects: [] };
    const { request } = await scoreWith(
      completeness(),
      { ...shopping, world },
      {
        u1: { verdict: "met", quote: "list: milk" },
        u2: { verdict: "not met", absent: true },
        u3: "not a request",
      },
    );
    expect(factsIn(request).map(({ text }) => text)).toEqual(expect.arrayContaining(["list: empty", "list: milk"]));
  });

  test("where no line asks for anything it is skipped", async () => {
    const answers = [{ u1: "not a request" }];
    expect(await skipWith(completeness(), talk([["Good morning.", "Good morning!"]]), undefined, answers)).toBe(
      "the user asked for nothing",
    );
  });

  test("an agent that never answered gives nothing to judge", async () => {
    expect(await skipWith(completeness(), talk([["Add milk."]]))).toBe("the agent neither said nor did anything");
  });
});
