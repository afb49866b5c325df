import { describe, expect, test } from "vitest";
import { sha256 } from "../base/index.ts";
import { itemKey, type Label, type Sampled } from "../shape/index.ts";
import { labelOf } from "../shape/label.test-helper.ts";
import { chancesOf, type ReviewItem } from "./review-items.ts";
import { reviewQueue } from "./review-queue.ts";

const hash = sha256("conversation");

function itemOf(index: number, more: Partial<ReviewItem> = {}, seed = 1): ReviewItem {
  const { suite, run, suitePosition, criterion, criterionText, criterionVersion, metricIdentity } = labelOf();
  const place = { suite, run, suitePosition, trial: `/case-${index}/1`, caseId: `case-${index}` };
  const item = { ...place, metric: "criteria", criterion, criterionText, criterionVersion, metricIdentity };
  const made = { ...item, judged: "pass" as const, question: undefined, disagreements: [], ...more };
  const key = itemKey(made);
  return { key, chances: chancesOf(key, seed), ...made };
}

function itemsOf(count: number, more: (index: number) => Partial<ReviewItem> = () => ({}), seed = 1): ReviewItem[] {
  return Array.from({ length: count }, (_, index) => itemOf(index, more(index), seed));
}

function said(item: ReviewItem, sampled: Sampled, more: Partial<Label> = {}): Label {
  const { key: _key, chances: _chances, question: _question, disagreements: _disagreements, ...about } = item;
  return labelOf({ ...about, id: sha256(item.key + more.rater).slice(0, 16), transcriptHash: hash, sampled, ...more });
}

function queueOf(
  items: readonly ReviewItem[],
  labels: readonly Label[] = [],
  options: Partial<Parameters<typeof reviewQueue>[1]> = {},
) {
  const transcripts = new Map(labels.map(({ trial }) => [trial, hash]));
  return reviewQueue({ items, labels, transcripts }, { rater: "Ana", ...options });
}

const count = (sampled: readonly Sampled[], how: Sampled["how"]) => sampled.filter((one) => one.how === how).length;

describe("the review queue", () => {
  test("is the same for the same seed, and another for another", () => {
    const keys = (seed?: number) => queueOf(itemsOf(60, undefined, seed)).next.map(({ item }) => item.key);
    expect(keys()).toEqual(keys());
    expect(queueOf(itemsOf(60).toReversed()).next.map(({ item }) => item.key)).toEqual(keys());
    expect(keys(2)).not.toEqual(keys());
    expect(keys(2).toSorted()).toEqual(keys().toSorted());
  });

  test("draws about a hundred items of a large run, at the chance that it says, in random order", () => {
    const items = itemsOf(4_000, (index) => ({ judged: index % 2 ? "pass" : "fail" }));
    const { next, progress } = queueOf(items);
    const random = next.filter(({ sampled }) => sampled.how === "random");
    for (const { sampled } of random) expect(sampled.probability).toBe(0.025);
    expect(progress.random).toEqual({ labelled: 0, of: random.length });
    expect(random.length).toBeGreaterThan(60);
    expect(random.length).toBeLessThan(145);
    const numbers = random.map(({ item }) => Number(/\d+/.exec(item.caseId)?.[0]));
    expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("what is drawn does not depend on what is known about it: disputed items are drawn like others", () => {
    const plain = itemsOf(200);
    const disputed = itemsOf(200, () => ({ disagreements: ["samples", "repeats"] }));
    const drawn = (items: ReviewItem[]) =>
      queueOf(items)
        .next.filter(({ sampled }) => sampled.how === "random")
        .map(({ item }) => item.key);
    expect(drawn(disputed)).toEqual(drawn(plain));
  });

  test("adds verdicts that the judge gives rarely, and says with what chance", () => {
    const items = itemsOf(2_000, (index) => ({ judged: index < 40 ? "fail" : "pass" }));
    const sampled = queueOf(items)
      .next.filter(({ item }) => item.judged === "fail")
      .map((one) => one.sampled);
    expect(count(sampled, "random") + count(sampled, "stratum")).toBeGreaterThan(20);
    const stratum = sampled.find(({ how }) => how === "stratum");
    const strata = { pass: 1_960, fail: 40, none: 0 };
    expect(stratum).toEqual({ how: "stratum", probability: 0.75, stratumProbability: 0.75, strata });
    const random = sampled.find(({ how }) => how === "random");
    if (random) expect(random).toMatchObject({ probability: 0.05, stratumProbability: 0.75 });
  });

  test("what was drawn comes in random order, disputed or not: a rater may stop early", () => {
    const { next } = queueOf(
      itemsOf(2_000, (index) => ({
        judged: index < 40 ? "fail" : "pass",
        disagreements: index % 2 === 0 ? ["samples"] : [],
      })),
    );
    const drawn = next.filter(({ sampled: { how } }) => how === "random" || how === "stratum");
    const orders = drawn.map(({ item }) => item.chances.order);
    expect(drawn.filter(({ sampled }) => sampled.how === "stratum").length).toBeGreaterThan(10);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
  });

  test("begins with a dispute, the most disputed first, in turn with what was drawn", () => {
    const items = itemsOf(300, (index) => ({
      disagreements: index < 20 ? ["samples", "repeats"] : index < 40 ? ["code"] : [],
    }));
    const { next } = queueOf(items);
    const hows = next.slice(0, 8).map(({ sampled }) => sampled.how);
    expect(hows[0]).toBe("disagreement");
    expect(hows).toContain("random");
    const disputes = next.filter(({ sampled }) => sampled.how === "disagreement");
    expect(disputes.map(({ disagreements }) => disagreements.length)).toEqual(
      disputes.map(({ disagreements }) => disagreements.length).toSorted((a, b) => b - a),
    );
    expect(disputes.every(({ sampled }) => sampled.probability === undefined)).toBe(true);
    expect(next).toHaveLength(300);
    const { left, rest } = queueOf(items).progress;
    expect(left + rest).toBe(300);
    expect(next.slice(left).map(({ sampled }) => sampled.how)).toEqual(Array(rest).fill("chosen"));
  });

  test("a person who said otherwise about the same criterion of the case, in any run, is a dispute", () => {
    const items = itemsOf(40);
    const elsewhere = (index: number, verdict: Label["verdict"]) =>
      said(itemOf(index, { run: "earlier" }), { how: "random" }, { verdict, reason: "no" });
    const labels = [elsewhere(0, "fail"), elsewhere(1, "pass"), elsewhere(2, "unclear")];
    const { find } = queueOf(items, labels);
    expect(items.slice(0, 4).map((item) => find(item).disagreements)).toEqual([["label"], [], [], []]);
  });

  test("never asks one person twice, however they write their name, unless the conversation or the words changed", () => {
    const items = itemsOf(30);
    const [one, two, three] = items as [ReviewItem, ReviewItem, ReviewItem];
    const labels = [
      said(one, { how: "random" }, { rater: "ana" }),
      said(two, { how: "random" }, { transcriptHash: sha256("another conversation") }),
      said(three, { how: "random" }, { criterionVersion: sha256("other words") }),
    ];
    const { next, progress } = queueOf(items, labels);
    const keys = next.map(({ item }) => item.key);
    expect(keys).not.toContain(one.key);
    expect(keys).toEqual(expect.arrayContaining([two.key, three.key]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(progress).toMatchObject({ mine: 1, left: 29 });
  });

  test("offers a fifth of what others labelled to a second person, and nothing else of it", () => {
    const items = itemsOf(500);
    const labels = items.slice(0, 400).map((item) => said(item, { how: "random" }));
    const { next, find } = queueOf(items, labels, { rater: "Ben" });
    const again = next.filter(({ sampled }) => sampled.how === "second rater");
    expect(again.length).toBeGreaterThan(50);
    expect(again.length).toBeLessThan(115);
    expect(again.every(({ sampled }) => sampled.probability === 0.2)).toBe(true);
    const labelled = new Set(labels.map((label) => itemKey(label)));
    expect(next.filter(({ item }) => labelled.has(item.key))).toEqual(again);
    // One that Ben looks up by himself.
    const other = items.find((item) => labelled.has(item.key) && !again.some((one) => one.item === item));
    expect(other && find(other).sampled).toEqual({ how: "chosen" });
    const both = [...labels, ...again.map(({ item, sampled }) => said(item, sampled, { rater: "Ben" }))];
    expect(queueOf(items, both, { rater: "Ben" }).progress.second).toEqual({ labelled: again.length, of: 400 });
  });

  test("of one metric or criterion only, with the same chances", () => {
    const items = [...itemsOf(300), ...itemsOf(50, () => ({ metric: "tone", criterion: "t1" }))];
    const whole = queueOf(items);
    const tone = queueOf(items, [], { metric: "tone" });
    expect(tone.next.map(({ item }) => item.metric)).toEqual(Array(50).fill("tone"));
    for (const { item, sampled } of tone.next) expect(whole.find(item).sampled).toEqual(sampled);
    expect(queueOf(items, [], { criterion: "t1" }).next).toHaveLength(50);
    expect(queueOf(items, [], { criterion: "nothing" }).next).toEqual([]);
  });

  test("agreement counts what was said before the judge's verdict was seen, and decided by both", () => {
    const items = itemsOf(6, (index) => ({ judged: index === 4 ? "none" : "pass" }));
    const fail = { verdict: "fail", reason: "no" } as const;
    const given: Partial<Label>[] = [{}, fail, { verdict: "unclear", reason: "?" }, { sighted: true }, {}];
    const labels = given.map((more, index) => said(items[index] as ReviewItem, { how: "random" }, more));
    expect(queueOf(items, labels).progress.agreement).toEqual({ agreed: 1, of: 2 });
    expect(queueOf(items, labels, { rater: "Ben" }).progress.agreement).toEqual({ agreed: 0, of: 0 });
  });

  test("the drawn share tells the run's true rate, wherever the disputes are", () => {
    // A tenth of the judge's verdicts are wrong, and all of these are disputed.
    const items = (seed: number) =>
      itemsOf(3_000, (index) => (index % 10 === 0 ? { disagreements: ["samples"] } : {}), seed);
    const wrong = (one: { item: ReviewItem }) => one.item.disagreements.length > 0;
    const shares = Array.from({ length: 12 }, (_, seed) => {
      const drawn = queueOf(items(seed)).next.filter(({ sampled }) => sampled.how === "random");
      return drawn.filter(wrong).length / drawn.length;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.08);
    expect(mean).toBeLessThan(0.12);
  });
});
