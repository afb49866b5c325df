import { describe, expect, test } from "vitest";
import type { Label } from "../shape/index.ts";
import { label, scoredBy } from "./items.test-helper.ts";
import { judgeCard } from "./judge-card.ts";
import { labelledItems } from "./labelled-items.ts";
import { whatChanged } from "./read-cards.ts";
import { criterionVersion } from "./review-items.ts";

const all = Array.from({ length: 40 }, (_, index) => index);
const isFail = (index: number) => index % 2 === 1;
const said = (index: number) => (isFail(index) ? "fail" : "pass");
/** Forty labels; the judge of the identity "old" said the same of all but the first. */
const labels = all.map((index) =>
  label(index, { verdict: said(index), judged: index === 0 ? "fail" : said(index), reason: "so" }),
);
const scores = all.map((index) => scoredBy(index, "old", index === 0 ? "fail" : said(index)));
const card = (more: Partial<Parameters<typeof judgeCard>[0]> = {}) =>
  judgeCard({ suite: "coach", metric: "criteria", labels, scores, current: "old", ...more });

describe("a card", () => {
  test("of the judge in use is current", () => {
    const made = card();
    expect(made).toMatchObject({
      state: "current",
      identity: "old",
      labelled: 40,
      compared: 40,
      leftOut: [],
      toScore: [],
    });
    expect(made.parts).toHaveLength(1);
    expect(made.parts[0]).toMatchObject({ of: "criteria", n: 40, cases: 40, agreement: { value: 39 / 40 } });
    expect(made.parts[0]?.disagreements).toMatchObject([
      { caseId: "case-0", person: "pass", judge: "fail", reasons: ["so"] },
    ]);
  });

  test("does not count the case of an unclear label, which is in no figure", () => {
    const made = card({ labels: labels.with(0, label(0, { verdict: "unclear" })) });
    expect(made.parts[0]).toMatchObject({ n: 39, cases: 39, agreement: { value: 1, n: 39 } });
    expect(made.parts[0]?.confusion.unclear).toMatchObject({ fail: 1 });
  });

  test("without labels, or with too few, has no figure", () => {
    expect(card({ labels: [] })).toMatchObject({ state: "none", parts: [] });
    const few = card({ labels: labels.slice(0, 3) });
    expect(few).toMatchObject({
      state: "few",
      parts: [{ agreement: { kind: "unknown" }, kappa: { kind: "unknown" } }],
    });
  });

  test("is stale when the identity has changed, and shows the earlier judge's figures", () => {
    expect(card({ current: "new" })).toMatchObject({ state: "stale", identity: "old", compared: 40, toScore: ["r1"] });
  });

  test("counts again once the labelled conversations are scored by the new judge", () => {
    const again = card({ current: "new", scores: [...scores, ...all.map((index) => scoredBy(index, "new", "pass"))] });
    // This judge passes everything, which is no better than chance.
    expect(again).toMatchObject({
      state: "chance",
      identity: "new",
      toScore: [],
      parts: [{ trueFails: { value: 0 } }],
    });
  });

  test("does not count labels on other words", () => {
    const other = all.map((index) => scoredBy(index, "new", "pass", { words: "is very kind" }));
    const made = card({ current: "new", scores: [...scores, ...other] });
    expect(made).toMatchObject({ state: "stale", identity: "old", toScore: [] });
  });

  test("does not use scores of a conversation that was played again after it was labelled", () => {
    const replayed = all.map((index) => scoredBy(index, "new", "pass", { transcriptHash: "another" }));
    expect(card({ current: "new", scores: replayed })).toMatchObject({ state: "stale", identity: "old", compared: 40 });
  });

  test("still counts the labels of a run that is gone: they keep the judge's verdict", () => {
    expect(card({ scores: [] })).toMatchObject({ state: "current", parts: [{ agreement: { value: 39 / 40 } }] });
  });

  test("says which labels it leaves out", () => {
    const more = [
      label(90, { verdict: "unclear", reason: "?" }),
      label(91, { judged: "none" }),
      label(92, { sighted: true }),
      label(93, { metricIdentity: "older" }),
    ];
    expect(card({ labels: [...labels, ...more] }).leftOut).toEqual([
      { why: "the conversation was played again, or is not in the store", count: 1 },
      { why: "corrected after the judge's verdict was seen; what was said before counts", count: 1 },
      { why: "people are divided or find it unclear", count: 1 },
      { why: "the judge gave no verdict", count: 1 },
    ]);
  });

  test("counts what a rater said before they saw the judge's verdict, not their correction", () => {
    const slip = label(0, { id: "slip", labelledAt: 2_000, verdict: "fail", reason: "so", sighted: true });
    const made = card({ labels: [...labels, slip] });
    expect(made).toMatchObject({ labelled: 40, parts: [{ n: 40, agreement: { value: 39 / 40 } }] });
    expect(made.leftOut).toMatchObject([{ count: 1, why: expect.stringContaining("corrected after") }]);
  });

  test("does not count labels on the same words of another question", () => {
    const asked = (text: string) => criterionVersion("is kind", text);
    const given = labels.map((one) => ({ ...one, criterionVersion: asked("Does the agent meet it?") }));
    const again = [...scores, ...all.map((index) => scoredBy(index, "new", "pass"))];
    const made = (question: string) =>
      card({ labels: given, scores: again, current: "new", questions: new Map([["new", question]]) });
    expect(made("Does the agent meet it?")).toMatchObject({ state: "chance", identity: "new" });
    expect(made("Does the agent break it?")).toMatchObject({ state: "stale", identity: "old", toScore: [] });
  });

  test("a criterion's id that is used for other words is another criterion", () => {
    const moved = all.map((index) => {
      const one = scoredBy(index, "new", "pass", { words: "is short" });
      const kind = scoredBy(index, "new", "fail").score;
      if (one.score.status !== "scored" || kind.status !== "scored") throw new Error("scored");
      return { ...one, score: { ...one.score, checks: [...one.score.checks, { ...kind.checks[0], id: "g2" }] } };
    });
    const made = card({ current: "new", scores: moved as typeof scores });
    expect(made).toMatchObject({ identity: "new", parts: [{ truePasses: { value: 0 }, trueFails: { value: 1 } }] });
  });

  test("does not ask to score conversations again that are gone", () => {
    expect(card({ current: "new", scores: [] })).toMatchObject({ state: "stale", toScore: [] });
    const replayed = scores.map((one) => ({ ...one, transcriptHash: "another" }));
    expect(card({ current: "new", scores: replayed })).toMatchObject({ state: "stale", toScore: [] });
  });

  test("has a part for each criterion that several cases share, and none for a case's own", () => {
    const others = all.map((index) =>
      label(index, { criterion: "g2", criterionText: "is short", verdict: said(index) }),
    );
    const own = label(1, { criterion: "c1", criterionText: "names the file" });
    const { parts } = card({ labels: [...labels, ...others, own] });
    expect(parts.map(({ of, criterion, n }) => [of, criterion?.text, n])).toEqual([
      ["criteria", undefined, 81],
      ["criterion", "is kind", 40],
      ["criterion", "is short", 40],
    ]);
  });

  test("of labels on the metric as a whole compares them with its verdict", () => {
    const whole = labels.map((one) => ({ ...one, criterion: "", criterionText: "criteria" }));
    expect(card({ labels: whole }).parts).toMatchObject([{ of: "whole", n: 40, agreement: { value: 39 / 40 } }]);
  });

  test("corrects the rate of the newest run by labels that were drawn at random, and by no others", () => {
    const reported = { run: "r9", scores: all.map((index) => scoredBy(index, "old", "pass", { run: "r9" })) };
    const drawn = card({ reported }).parts[0]?.rate;
    expect(drawn).toMatchObject({
      run: "r9",
      reported: { value: 1 },
      corrected: [{ method: "Rogan-Gladen", labels: 40 }],
    });
    const chosen = labels.map((one) => ({ ...one, sampled: { how: "disagreement" as const } }));
    expect(card({ labels: chosen, reported }).parts[0]?.rate).toMatchObject({
      corrected: [],
      why: expect.stringContaining("0 passes and 0 fails were drawn at random"),
    });
  });
});

describe("the labels of a corrected rate", () => {
  const reported = { run: "r1", scores };
  const rate = (sampled: (index: number) => Partial<Label>) =>
    card({ labels: labels.map((one, index) => ({ ...one, ...sampled(index) })), reported }).parts[0]?.rate;
  const counts = (made: ReturnType<typeof rate>) => made?.corrected.map(({ method, labels }) => [method, labels]);

  test("are those whose chance to be drawn is known", () => {
    expect(counts(rate(() => ({ sampled: { how: "random" } })))).toEqual([]);
    expect(counts(rate(() => ({ sampled: { how: "random", probability: 0.5 } })))).toEqual([
      ["Rogan-Gladen", 40],
      ["PPI++", 40],
    ]);
    const stratum = { how: "stratum", probability: 0.7, stratumProbability: 0.7 } as const;
    expect(counts(rate(() => ({ sampled: stratum })))?.[1]).toEqual(["PPI++", 40]);
  });

  test("drawn under two judges are the random ones, whose chance does not depend on a verdict", () => {
    const drawn = (index: number): Partial<Label> => ({
      metricIdentity: index < 20 ? "old" : "older",
      sampled: index % 8 < 2 ? { how: "stratum", probability: 0.7 } : { how: "random", probability: 0.5 },
    });
    expect(counts(rate(drawn))).toEqual([
      ["Rogan-Gladen", 30],
      ["PPI++", 30],
    ]);
  });

  test("of a conversation that was played again are not of this run", () => {
    const replayed = scores.map((one) => ({ ...one, transcriptHash: "another" }));
    const made = card({ reported: { run: "r1", scores: replayed } }).parts[0]?.rate;
    expect(counts(made)).toEqual([["Rogan-Gladen", 40]]);
  });
});

describe("several people", () => {
  test("make one label: more than half of them, otherwise unclear", () => {
    const majority = (verdicts: Label["verdict"][]) =>
      labelledItems(
        verdicts.map((verdict, index) => ({ ...label(1), id: `${index}`, rater: `rater ${index}`, verdict })),
        [],
      )[0]?.person;
    expect(majority(["pass"])).toBe("pass");
    expect(majority(["pass", "fail"])).toBe("unclear");
    expect(majority(["pass", "unclear"])).toBe("unclear");
    expect(majority(["fail", "fail", "unclear"])).toBe("fail");
    expect(majority(["pass", "pass", "fail", "fail"])).toBe("unclear");
  });

  const second = (verdict: (index: number) => "pass" | "fail") =>
    all.map((index) => label(index, { rater: "ben", verdict: verdict(index), reason: "so" }));

  test("are the ceiling: a judge that falls short of them is below it", () => {
    const erring = all.map((index) =>
      scoredBy(index, "old", index % 4 < 2 ? said(index) : isFail(index) ? "pass" : "fail"),
    );
    const { ceiling } = card({ labels: [...labels, ...second(said)], scores: erring }).parts[0] ?? {};
    expect(ceiling).toMatchObject({
      items: 40,
      raters: ["ana", "ben"],
      agreement: { value: 1 },
      kappa: 1,
      alpha: { value: 1 },
      judge: { verdict: "below", difference: -0.5 },
    });
  });

  test("who agree no more than the judge does cannot be told apart from it", () => {
    const { ceiling } =
      card({ labels: [...labels, ...second((index) => (index === 4 ? "fail" : said(index)))] }).parts[0] ?? {};
    expect(ceiling).toMatchObject({ agreement: { value: 39 / 40 }, judge: { verdict: "not told apart" } });
  });

  test("are told apart by their names, however these are written", () => {
    const ben = (index: number) => ({ rater: index % 2 === 0 ? "Ben" : " ben" });
    const both = [
      ...labels,
      ...all.map((index) => label(index, { ...ben(index), verdict: said(index), reason: "so" })),
    ];
    const made = card({ labels: both });
    expect(made.raters).toEqual([" ben", "ana"]);
    expect(made.parts[0]?.ceiling).toMatchObject({ raters: [" ben", "ana"], kappa: 1 });
  });

  test("who share few items do not give a ceiling yet", () => {
    const { ceiling } = card({ labels: [...labels, ...second(said).slice(0, 5)] }).parts[0] ?? {};
    expect(ceiling).toMatchObject({ items: 5, agreement: { kind: "unknown", missing: 24 }, judge: undefined });
  });
});

test("what changed is named: the judge, its settings, or the parts of the question", () => {
  const header = { name: "criteria", identity: "i", judged: true, gating: true };
  const before = { judges: ["a:one"], settings: "s", parts: { criteria: "1", prompt: "2", threshold: "3" } };
  const changed = (more: object) =>
    whatChanged({ ...header, question: before }, { ...header, question: { ...before, ...more } });
  expect(changed({ judges: ["a:two"], settings: "t" })).toEqual(["the judge: a:one → a:two"]);
  expect(changed({ settings: "t" })).toEqual(["the settings of the suite's judges"]);
  expect(changed({ parts: { criteria: "9", prompt: "8", threshold: "3" } })).toEqual([
    "the question: criteria, prompt",
  ]);
  expect(whatChanged(undefined, { ...header, question: before })).toEqual([expect.stringContaining("not known")]);
});
