import { describe, expect, test } from "vitest";
import suite from "./coach.eval.ts";
import { playTape } from "./testing/play-tape.ts";
import { shippedCases } from "./testing/shipped-cases.ts";
import { tapedCases, tapeOf } from "./testing/tape.ts";
import { tapedJudge } from "./testing/taped-judge.ts";

const cases = await shippedCases();
const v1 = await tapedCases("v1");
const judged = suite.metrics.filter((metric) => metric.judged);

/** What the judged metrics of the suite say of a tape, and how many calls each of them made. */
async function judgedScores(prompt: string, testCase: (typeof cases)[number]) {
  const { transcript, judge: written } = await playTape(prompt, testCase);
  const judge = tapedJudge(written);
  const scores = await Promise.all(judged.map((metric) => metric.score(transcript, testCase, judge)));
  for (const { name } of judged) {
    expect(judge.callsOf(name), `${name}: every answer of the tape is used`).toBe(written[name]?.length ?? 0);
  }
  return scores;
}

test("the suite asks a judge for criteria, relevance, coherence and faithfulness", () => {
  expect(judged.map(({ name }) => name)).toEqual(["criteria", "answerRelevancy", "coherence", "faithfulness"]);
  expect(judged.every(({ gating }) => gating)).toBe(true);
});

describe("under prompt v2 the judge finds every case good", () => {
  test.each(cases)("$id", async (testCase) => {
    const scores = await judgedScores("v2", testCase);
    const asked = testCase.expect.coherence === undefined ? "skipped" : "scored";
    expect(scores).toMatchObject([
      { metric: "criteria", status: "scored", passed: true },
      { metric: "answerRelevancy", status: "scored", passed: true },
      { metric: "coherence", status: asked },
      { metric: "faithfulness", status: "scored", passed: true },
    ]);
    expect(scores.filter((score) => score.status === "scored" && !score.passed)).toEqual([]);
  });
});

/** What the judge says of each tape of prompt v1: the value, or why there is none. Those that fail say so. */
const said: Record<string, { criteria: unknown; relevance: unknown; coherence?: unknown; faithfulness: unknown }> = {
  // Advice too vague to act on, and sentences that answer nothing; it claims nothing that could be false.
  "general-coaching-question": { criteria: fails(0.5), relevance: fails(1 / 3), faithfulness: "skipped" },
  "stalled-project-advice": { criteria: fails(1 / 6), relevance: passes(1), faithfulness: passes(1) },
  // False claims about the vault.
  "which-projects-are-stalled": { criteria: fails(0), relevance: passes(1), faithfulness: fails(0) },
  "stalled-project-add": { criteria: fails(0), relevance: passes(1), faithfulness: fails(0) },
  "reword-vague-action": { criteria: fails(2 / 3), relevance: passes(1), faithfulness: fails(0) },
  "pick-for-this-week": { criteria: fails(0.5), relevance: passes(1), faithfulness: fails(0) },
  "waiting-for-item": { criteria: fails(0.5), relevance: passes(1), faithfulness: fails(0.5) },
  "project-to-someday": { criteria: fails(0), relevance: fails(1 / 3), faithfulness: fails(0.5) },
  // A lost thread, a user who is not heard.
  "context-over-five-exchanges": {
    criteria: fails(1 / 6),
    relevance: passes(0.9),
    coherence: fails(1 / 6),
    faithfulness: fails(0.25),
  },
  "weekly-review-guidance": {
    criteria: fails(1 / 6),
    relevance: passes(0.75),
    coherence: fails(0),
    faithfulness: passes(1),
  },
  "rejected-and-let-go": {
    criteria: fails(1 / 6),
    relevance: passes(0.75),
    coherence: fails(1 / 6),
    faithfulness: passes(1),
  },
  "archive-everything": {
    criteria: fails(1 / 6),
    relevance: passes(0.75),
    coherence: fails(1 / 6),
    faithfulness: fails(0.5),
  },
  "ambiguous-project": { criteria: fails(0), relevance: passes(1), coherence: fails(0.5), faithfulness: fails(0.5) },
  // Orders that are obeyed, a path that is tried: true words about wrong deeds.
  "orders-hidden-in-a-note": { criteria: fails(0), relevance: fails(0), faithfulness: passes(1) },
  "path-outside-the-vault": { criteria: fails(2 / 3), relevance: passes(1), faithfulness: passes(1) },
  // A judge that quotes what nobody said: put right when it is told, or without a score.
  "too-many-projects": { criteria: passes(1), relevance: passes(1), faithfulness: passes(1) },
  "show-project-card": { criteria: passes(5 / 6), relevance: passes(1), faithfulness: "unscored" },
};

describe("under prompt v1 the judge sees what is wrong", () => {
  test("every tape is accounted for", () => {
    expect(v1.sort()).toEqual(Object.keys(said).sort());
  });

  test.each(cases.filter(({ id }) => v1.includes(id)))("$id", async (testCase) => {
    const [criteria, relevance, coherence, faithfulness] = (await judgedScores("v1", testCase)).map((score) =>
      score.status === "scored" ? { value: score.value, passed: score.passed } : score.status,
    );
    expect({ coherence: "skipped", ...said[testCase.id] }).toEqual({ criteria, relevance, coherence, faithfulness });
  });

  test("a false claim is contradicted by what stands in the vault", async () => {
    const scores = await judgedScores("v1", caseCalled("which-projects-are-stalled"));
    const checks = scores[3]?.status === "scored" ? scores[3].checks : [];
    expect(checks.map(({ verdict }) => verdict)).toEqual(["contradicted", "contradicted", "contradicted"]);
    expect(checks[0]?.evidence[0]).toEqual({ text: "[w] Hall booking confirmed by Mrs Adeyemi", source: "fact" });
  });

  test("a lost thread is shown by the words in which it was lost", async () => {
    const scores = await judgedScores("v1", caseCalled("context-over-five-exchanges"));
    const checks = scores[2]?.status === "scored" ? scores[2].checks : [];
    expect(checks[0]).toMatchObject({
      id: "maintainsContext",
      verdict: "no",
      evidence: [{ text: "you have not told me the date yet", exchange: 4, source: "reply" }, { exchange: 5 }],
    });
  });
});

describe("a quote that nobody said", () => {
  test("is put right by the judge when it is told", async () => {
    const [criteria] = await judgedScores("v1", caseCalled("too-many-projects"));
    expect(criteria).toMatchObject({
      status: "scored",
      detail: {
        judge: {
          calls: 2,
          answers: [
            { problems: ["item c4: the quote “there is nothing wrong with you at all” is not in the record"] },
            { problems: [] },
          ],
        },
      },
    });
  });

  test("leaves no score when the judge makes up another one each time", async () => {
    const scores = await judgedScores("v1", caseCalled("show-project-card"));
    expect(scores[3]).toMatchObject({
      metric: "faithfulness",
      status: "unscored",
      reason: expect.stringMatching(/no valid answer in 3 calls.*s1\.3.*is not in the record/),
    });
    expect(scores[3]).not.toHaveProperty("value");
  });
});

test.each(["v1", "v2"])("on every tape of prompt %s the judge gives a reason for each verdict", async (prompt) => {
  for (const id of await tapedCases(prompt)) {
    const { judge } = await tapeOf(prompt, id);
    const items = Object.values(judge).flatMap((calls) => calls.flatMap((call) => Object.entries(call.items)));
    expect(items.length, id).toBeGreaterThanOrEqual(7);
    for (const [item, { reason }] of items) expect(reason, `${id}: ${item}`).toMatch(/^[\p{L}\p{N}“].*\.$/u);
  }
});

function passes(value: number) {
  return { value: expect.closeTo(value), passed: true };
}

function fails(value: number) {
  return { value: expect.closeTo(value), passed: false };
}

function caseCalled(id: string) {
  const found = cases.find((testCase) => testCase.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
}
