import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { goalAccuracy } from "./task.ts";
import { factsIn, itemsIn, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const goal = "Ana is busy this week. Garden is archived. Kitchen is as it was.\n- Ana knows both.";
const world = { opening: "Garden live, Kitchen live", closing: "Garden archived, Kitchen archived", effects: [] };
const tidy = talk([["Archive the garden.", call("archive", { what: "Garden" }), "Garden is archived now."]], { world });
const answers = {
  g1: "no goal",
  g2: { verdict: "reached", quote: "Garden archived, Kitchen archived" },
  g3: { verdict: "not reached", quote: "Garden archived, Kitchen archived", reason: "it was archived, too" },
  g4: { verdict: "not reached", absent: true },
};

describe("goal accuracy", () => {
  test("one of three parts reached is a third; what sets no goal is left out", async () => {
    const score = await scoreWith(goalAccuracy({ goal }), tidy, answers);
    expect(score.value).toBeCloseTo(1 / 3);
    expect(score.checks.map(({ verdict }) => verdict)).toEqual(["no goal", "reached", "not reached", "not reached"]);
    expect(score.checks[2]).toMatchObject({ reason: "it was archived, too", ok: false });
  });

  test("the parts are the sentences of the goal, made by code", async () => {
    const { request } = await scoreWith(goalAccuracy({ goal }), tidy, answers);
    expect(itemsIn(request).map(({ text }) => text)).toEqual([
      "Ana is busy this week.",
      "Garden is archived.",
      "Kitchen is as it was.",
      "Ana knows both.",
    ]);
    expect(factsIn(request).map(({ id }) => id)).toContain("world-after");
  });

  test("the case's own goal takes the place of the suite's", async () => {
    const own = caseOf({ goal: "Garden is archived." });
    const { value } = await scoreWith(
      goalAccuracy({ goal }),
      tidy,
      { g1: { verdict: "reached", quote: "Garden is archived now." } },
      own,
    );
    expect(value).toBe(1);
  });

  test("that something stayed away may rest on what is absent", async () => {
    const own = caseOf({ goal: "Nothing is deleted." });
    const { checks } = await scoreWith(goalAccuracy(), tidy, { g1: { verdict: "reached", absent: true } }, own);
    expect(checks).toEqual([expect.objectContaining({ ok: true, evidence: [] })]);
  });

  test.each([
    ["no goal is given: put it into the case (expect.goal) or into goalAccuracy({ goal })", undefined, tidy],
    ["the goal says nothing", "?!", tidy],
    ["the agent neither said nor did anything", goal, talk([["hello?"]])],
  ])("%s", async (reason, text, transcript) => {
    expect(await skipWith(goalAccuracy({ goal: text }), transcript)).toBe(reason);
  });

  test("a goal that sets nothing to reach is skipped", async () => {
    const own = caseOf({ goal: "Ana is busy." });
    expect(await skipWith(goalAccuracy(), tidy, own, [{ g1: "no goal" }])).toBe("nothing in the goal can be reached");
  });
});
