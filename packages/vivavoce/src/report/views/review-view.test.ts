import { describe, expect, test } from "vitest";
import { caseSchema, type Score } from "../../shape/index.ts";
import { check, type MadeTrial, scored, storedRun } from "../stored-run.test-helper.ts";
import { actions } from "./actions.ts";
import { judgesView } from "./judges-view.ts";
import { reviewView } from "./review-view.ts";

const verdict = {
  verdict: "partly-sold",
  reason: "the judge's own reason",
  evidence: [{ text: "Yes.", exchange: 1, source: "reply" as const }],
};

function judged(ok: boolean, value = ok ? 1 : 0): Score {
  const checks = [check("asks first", "", { ...verdict, id: "c1", ok, value })];
  return scored("criteria", value, { judged: true, threshold: 0.7, passed: ok, checks });
}

/** The judge was asked and decided nothing. */
const unjudged = scored("criteria", 1, {
  judged: true,
  checks: [check("asks first", "", { id: "c1", verdict: "tie" })],
});

const metrics = [{ name: "criteria", judged: true, asks: "Does the agent meet the criterion?" }];
let suites = 0;

/** A run of a suite of its own: labels of other tests are of other suites. */
async function review(trials: MadeTrial[]) {
  const suite = `review-${++suites}`;
  const { store, run } = await storedRun({ name: suite, metrics, trials });
  const context = { store, invocation: "npx viva" };
  const ask = (rater = "Ana", more: object = {}) => reviewView.answer(context, { rater, suite, ...more });
  const say = async (rater: string, said: "pass" | "fail" | "unclear", index = 0) => {
    const entry = (await ask(rater)).items[index];
    if (!entry) throw new Error("nothing is left");
    const sent = { rater, item: entry.item, verdict: said, reason: said === "pass" ? "" : "why" };
    return actions.labels.act(context, actions.labels.body.parse(sent));
  };
  return { store, run, context, suite, ask, say };
}

const cases = (count: number): MadeTrial[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `case-${index}`,
    status: index % 2 ? "passed" : "failed",
    scores: [judged(index % 2 === 1)],
  }));

describe("the review", () => {
  test("shows what to label with its conversation, and nothing that the judge said", async () => {
    const { ask, run } = await review(cases(4));
    const answer = await ask();
    expect(answer).toMatchObject({ run: run.id, metrics: ["criteria"], progress: { mine: 0, left: 4 } });
    expect(answer.items).toHaveLength(4);
    for (const { words, question, trial, title } of answer.items) {
      expect({ words, question }).toEqual({ words: "asks first", question: "Does the agent meet the criterion?" });
      expect(trial).toMatchObject({ scores: [], exchanges: [{ user: "Hello" }] });
      expect(title).toMatch(/^case-/);
    }
    const wire = JSON.stringify(answer);
    for (const hint of [
      "partly-sold",
      "own reason",
      'evidence":[{',
      "passed",
      "failed",
      "judged",
      "probability",
      "stratum",
    ])
      expect(wire).not.toContain(hint);
    // Apart from ids, an item that the judge passed looks like one that it failed.
    const shapes = answer.items.map(
      ({ key: _key, item: _item, caseId: _case, title: _title, trial, why: _why, ...rest }) => {
        return JSON.stringify({ ...rest, trial: { ...trial, position: 0 } });
      },
    );
    expect(new Set(shapes).size).toBe(1);
  });

  test("shows what the agent was given and the facts that judges are told, and nothing that code decides", async () => {
    const ownCase = caseSchema.parse({
      ...{ id: "a", script: [{ content: "hi" }], world: { notes: ["Garden.md"] } },
      expect: { contexts: ["Open from nine."], contains: ["nine"], criteria: ["asks first"] },
    });
    const { ask } = await review([{ id: "a", status: "failed", scores: [judged(false)], ownCase }]);
    expect((await ask()).items[0]?.given).toEqual([
      { name: "approvals", text: "approve" },
      { name: "world", text: "notes:\n  - Garden.md" },
      { name: "contexts", text: "- Open from nine." },
    ]);
  });

  test("a label is kept with who, when, what and how it was drawn, and the answer tells what the judge said", async () => {
    const { store, ask, say, suite, run } = await review([{ id: "only", status: "failed", scores: [judged(false)] }]);
    const before = await ask();
    const answer = await say(" Ana ", "fail");
    expect(answer).toMatchObject({
      judge: { judged: "fail", verdict: "partly-sold", reason: "the judge's own reason", evidence: [{ text: "Yes." }] },
      others: [],
    });
    const [label] = await store.labels.list({ suite });
    expect(label).toMatchObject({
      ...{ id: answer.id, suite, run: run.id, suitePosition: 0, trial: "/only/1", caseId: "only", metric: "criteria" },
      ...{ criterion: "c1", criterionText: "asks first", metricIdentity: "identity", judged: "fail", rater: "Ana" },
      ...{ verdict: "fail", reason: "why", sampled: answer.sampled },
      criterionVersion: before.items[0]?.item.criterionVersion,
      transcriptHash: before.items[0]?.item.transcriptHash,
    });
    expect((await ask()).items).toEqual([]);
    expect((await ask()).progress).toMatchObject({ mine: 1, left: 0, agreement: { agreed: 1, of: 1 } });
  });

  test("a label where the judge gave no verdict is in no count: the card and the review need as many as before", async () => {
    const { ask, say, context, suite } = await review(cases(30).map((one) => ({ ...one, scores: [unjudged] })));
    expect((await ask()).needs).toEqual([{ metric: "criteria", more: 29 }]);
    await say("Ana", "pass");
    expect((await ask()).needs).toEqual([{ metric: "criteria", more: 29 }]);
    const { cards } = await judgesView.answer(context, { suite });
    expect(cards).toMatchObject([
      { labelled: 1, compared: 0, brief: "0 labels; 29 are needed, 29 more", parts: [{ n: 0 }] },
    ]);
    expect(cards[0]?.sentence).toBe("0 labels that count cannot show how far this judge is right.");
    expect(cards[0]?.leftOut).toEqual([{ why: "the judge gave no verdict", count: 1 }]);
  });

  test("a correction counts instead, says that it was no longer blind, and keeps how the item was drawn", async () => {
    const { store, ask, context, suite } = await review(cases(1));
    const [entry] = (await ask()).items;
    const say = (said: "pass" | "fail") =>
      actions.labels.act(context, { rater: "Ana", item: entry?.item as never, verdict: said, reason: "why" });
    const first = await say("fail");
    expect((await say("pass")).sampled).toEqual(first.sampled);
    const labels = await store.labels.all({ suite });
    expect(labels.map(({ verdict, sighted }) => [verdict, sighted])).toEqual([
      ["fail", undefined],
      ["pass", true],
    ]);
    expect(await store.labels.list({ suite })).toMatchObject([{ verdict: "pass" }]);
    expect((await ask()).progress.agreement).toEqual({ agreed: 0, of: 0 });
  });

  test("a second rater gets a share of what the first labelled, does not see the label, and is told it afterwards", async () => {
    const { ask, say, context } = await review(cases(30));
    for (const { item } of (await ask("Ana", { limit: 50 })).items)
      await actions.labels.act(context, { rater: "Ana", item, verdict: "fail", reason: "why" });
    const again = await ask("Ben", { limit: 50 });
    expect(again.items.length).toBeGreaterThan(0);
    expect(again.items.length).toBeLessThan(15);
    expect(JSON.stringify(again)).not.toMatch(/Ana|"fail"/);
    expect(again.items[0]?.why).toBe("part of what others have labelled is labelled again");
    expect(await say("Ben", "pass")).toMatchObject({
      others: [{ rater: "Ana", verdict: "fail", reason: "why" }],
      sampled: { how: "second rater", probability: 0.2 },
    });
  });

  test("repeats that are judged differently are disputed; that is told after the label only", async () => {
    const trials = [true, false].map((ok, index) => ({
      id: "twice",
      repeat: index + 1,
      status: "passed" as const,
      scores: [judged(ok)],
    }));
    const { ask, say } = await review(trials);
    expect(JSON.stringify(await ask())).not.toContain("repeats of this case");
    expect((await say("Ana", "pass")).disagreements).toEqual([
      "the judge's verdicts on the repeats of this case differ",
    ]);
  });

  test("a label on a conversation that was played again since it was shown is refused", async () => {
    const { ask, context, store, suite } = await review(cases(2));
    const [entry] = (await ask()).items;
    if (!entry) throw new Error("nothing to label");
    const say = (more: object) =>
      actions.labels.act(context, { rater: "Ana", item: { ...entry.item, ...more }, verdict: "pass", reason: "" });
    for (const more of [{ transcriptHash: "other" }, { criterionVersion: "other" }, { criterion: "c9" }, { suite: 7 }])
      await expect(say(more)).rejects.toMatchObject({ exitCode: 64 });
    expect(await store.labels.list({ suite })).toEqual([]);
  });

  test("what is sent must be whole: a name, a verdict, and a reason for a fail", () => {
    const item = {
      run: "r",
      suite: 0,
      trial: "t",
      metric: "m",
      criterion: "",
      criterionVersion: "v",
      transcriptHash: "h",
    };
    const isValid = (more: object) =>
      actions.labels.body.safeParse({ rater: "Ana", item, verdict: "pass", ...more }).success;
    expect(isValid({})).toBe(true);
    for (const more of [
      { rater: " " },
      { verdict: "fail" },
      { verdict: "unclear", reason: " " },
      { verdict: "yes" },
      { judged: "pass" },
    ])
      expect(isValid(more)).toBe(false);
  });

  test("a store without judged metrics says what to do", async () => {
    const { store } = await storedRun({ name: "plain", metrics: [{ name: "contains" }], trials: [] });
    const asked = reviewView.answer({ store, invocation: "npx viva" }, { rater: "Ana", suite: "plain" });
    await expect(asked).rejects.toThrow(
      "there is nothing to review of suite plain: no run has a metric that asks a judge",
    );
  });
});
