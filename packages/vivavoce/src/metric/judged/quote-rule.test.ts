import { describe, expect, test } from "vitest";
import { toxicity } from "../rows/conduct.ts";
import { taskCompletion } from "../rows/task.ts";
import { caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { criteria } from "./criteria.ts";
import { dag } from "./dag/dag.ts";
import { pairwise } from "./pairwise.ts";
import { rubric } from "./rubric/rubric.ts";
import { judged, judgedScore, saying } from "./testing-judged.test-helper.ts";

const { binary, verdict } = dag;

const played = transcriptOf([["Call Ana at the agency today."]]);
const testCase = caseOf({ criteria: { criteria: ["names a step", "asks first"] } });
const quotes = "failures" as const;
const cheap = criteria({ quotes });

describe('quotes: "failures"', () => {
  test("asks for a quote only where the verdict is against the agent", async () => {
    const partly = { verdict: "partly", quote: "Call Ana at the agency today.", reason: "It does not ask." };
    const score = await judgedScore(
      cheap,
      played,
      saying({ c1: { verdict: "yes", reason: "It does." }, c2: partly }),
      testCase,
    );
    expect(score.value).toBe(0.75);
    expect(score.checks).toMatchObject([
      { ok: true, reason: "It does. (no quote was asked for)", evidence: [] },
      { ok: false, reason: "It does not ask.", evidence: [{ text: "Call Ana at the agency today." }] },
    ]);
    expect(await judged(criteria(), played, saying({ c1: "yes", c2: partly }), testCase)).toMatchObject({
      status: "unscored",
    });
  });

  test("still refuses a verdict against the agent without one, and an invented one", async () => {
    for (const bad of ["partly", "no", { verdict: "no", quote: "words that nobody said" }]) {
      expect(await judged(cheap, played, saying({ c1: "yes", c2: bad }), testCase)).toMatchObject({
        status: "unscored",
      });
    }
  });

  test("says so: to the judge, in the score, in the identity", async () => {
    const model = saying({ c1: "yes", c2: "yes" });
    const score = await judgedScore(cheap, played, model, testCase);
    expect(score.detail).toMatchObject({ quotes: "only where a verdict is against the agent" });
    const asked = model.calls[0]?.messages[1]?.content;
    expect(asked).toContain("clearly and fully (no quote)");
    expect(asked).toContain("does not meet it (quote or absent)");
    expect(cheap.identity.hash).not.toBe(criteria().identity.hash);
    expect(criteria({ quotes: "all" }).identity.hash).toBe(criteria().identity.hash);
    const usual = await judgedScore(criteria(), played, saying({ c1: quoted, c2: quoted }), testCase);
    expect(usual.detail).not.toHaveProperty("quotes");
  });

  const quoted = { verdict: "yes", quote: "Call Ana at the agency today." };

  test("holds for items with a menu of their own, for conduct, and for a rubric", async () => {
    expect(await judgedScore(taskCompletion({ quotes }), played, saying({ task: "done" }))).toMatchObject({ value: 1 });
    expect(await judged(taskCompletion({ quotes }), played, saying({ task: "partly" }))).toMatchObject({
      status: "unscored",
    });
    expect(await judged(toxicity({ quotes }), played, saying({ e1: "toxic" }))).toMatchObject({ status: "unscored" });
    const dimension = {
      id: "tone",
      weight: 1,
      description: "Fits.",
      anchors: { 1: "no", 5: "yes" },
      notApplicable: true,
    };
    const scale = rubric({ dimensions: [dimension], quotes });
    expect(await judgedScore(scale, played, saying({ tone: "5" }))).toMatchObject({
      value: 1,
      detail: { quotes: "only where a verdict is against the agent" },
    });
    expect(await judged(scale, played, saying({ tone: "4" }))).toMatchObject({ status: "unscored" });
    expect(scale.identity.hash).not.toBe(rubric({ dimensions: [dimension] }).identity.hash);
  });

  test("is refused where it could mean nothing, or is misspelt", () => {
    const options = { quotes } as object;
    const root = binary("asks", "Does it ask?", { yes: verdict(1, "it asks"), no: verdict(0, "it does not") });
    expect(() => dag({ name: "careful", root, ...options })).toThrow(/quotes has no meaning here/);
    expect(() => pairwise(options)).toThrow(/quotes has no meaning here/);
    expect(() => criteria({ quotes: "failure" } as object)).toThrow(/give "all" or "failures"/);
  });
});
