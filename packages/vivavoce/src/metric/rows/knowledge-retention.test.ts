import { describe, expect, test } from "vitest";
import { call } from "../testing-transcript.test-helper.ts";
import { knowledgeRetention } from "./task.ts";
import { itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const booking = talk([
  ["I am Ana, a table for four on Friday.", "Gladly, Ana. At what time?"],
  ["At eight.", "Friday at eight."],
  ["By the window, please.", "By the window, noted."],
  ["Anything else you need?", "How many people will you be?"],
  ["Four, as I said.", call("book", { people: 4, time: "20:00" })],
]);
const allButFourth = { e1: "kept", e2: "kept", e3: "kept", e5: "kept" };
const quoted = (verdict: string, quote: string) => ({ verdict, quote });

describe("knowledge retention", () => {
  test("asked again once in five exchanges is 0.8", async () => {
    const e4 = { verdict: "asked again", quote: "How many people will you be?", reason: "four was said at once" };
    const score = await scoreWith(knowledgeRetention(), booking, { ...allButFourth, e4 });
    expect(score.value).toBeCloseTo(0.8);
    expect(score.passed).toBe(true);
    expect(score.checks[3]).toMatchObject({
      id: "e4",
      verdict: "asked again",
      ok: false,
      value: 0,
      evidence: [{ text: "How many people will you be?", exchange: 4, source: "reply" }],
    });
  });

  test("forgotten counts as little as asked again", async () => {
    const e4 = quoted("forgotten", "How many people will you be?");
    expect((await scoreWith(knowledgeRetention(), booking, { ...allButFourth, e4 })).value).toBeCloseTo(0.8);
  });

  test("an exchange in which there was nothing to keep does not count", async () => {
    const e4 = quoted("asked again", "How many people will you be?");
    const answers = { ...allButFourth, e1: "nothing to keep", e4 };
    expect((await scoreWith(knowledgeRetention(), booking, answers)).value).toBe(0.75);
  });

  test("there is one item an exchange, also for one of calls alone", async () => {
    const e4 = quoted("forgotten", "How many people will you be?");
    const { request } = await scoreWith(knowledgeRetention(), booking, { ...allButFourth, e4 });
    expect(itemsIn(request).map(({ id }) => id)).toEqual(["e1", "e2", "e3", "e4", "e5"]);
    expect(itemsIn(request).at(-1)?.text).toBe("(no words; tool calls: book)");
  });

  test("arguments of a call can be quoted, what a tool returned cannot", async () => {
    const looked = talk([["I am Ana.", call("look", { who: "Bea Smith Jones" }, { result: "nobody of that name" })]]);
    expect((await scoreWith(knowledgeRetention(), looked, { e1: quoted("forgotten", "Bea Smith Jones") })).value).toBe(
      0,
    );
    expect(
      await refusalWith(knowledgeRetention(), looked, { e1: quoted("forgotten", "nobody of that name") }),
    ).toContain("comes from: result");
  });

  test("forgetting must be shown by a quote", async () => {
    expect(await refusalWith(knowledgeRetention(), booking, { ...allButFourth, e4: "forgotten" })).toContain(
      'item e4: the verdict "forgotten" has no quote',
    );
  });

  test("where the user told nothing it is skipped", async () => {
    const reason = await skipWith(knowledgeRetention(), talk([["hi", "hello"]]), undefined, [
      { e1: "nothing to keep" },
    ]);
    expect(reason).toBe("the user told the agent nothing that it could forget");
  });

  test("where nobody answered it is skipped, unasked", async () => {
    expect(await skipWith(knowledgeRetention(), talk([["I am Ana."]]))).toBe("the agent neither said nor did anything");
  });
});
