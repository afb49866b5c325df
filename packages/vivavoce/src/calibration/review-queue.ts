import { sha256 } from "../base/index.ts";
import { itemKey, type Label, raterKey, type Sampled } from "../store/index.ts";
import type { Disagreement, ReviewItem } from "./review-items.ts";
import type { ReviewPool } from "./review-pool.ts";

/** The random share of each metric: about this many items, and at most half of them. */
const randomItems = 100;
const largestShare = 0.5;
/** At least about this many of what the judge passed, and of what it failed: both of its errors must be seen. */
const itemsOfEachVerdict = 30;
/** The share of labelled items that another person labels, too. */
const secondShare = 0.2;

/** An item to label, how it was chosen, and what spoke for it. */
export interface QueuedItem {
  item: ReviewItem;
  sampled: Sampled;
  disagreements: readonly Disagreement[];
}

export interface ReviewProgress {
  /** Labelled by this rater, still to do for them, and what they may do beyond that. */
  mine: number;
  left: number;
  rest: number;
  /** Drawn at random, and labelled by anybody: these alone count for rates. */
  random: { labelled: number; of: number };
  /** Not drawn, but somebody disagrees with the judge there. */
  disagreements: { labelled: number; of: number };
  /** Labelled by two people or more, of those that have been labelled. */
  second: { labelled: number; of: number };
  /** How often this rater and the judge gave the same verdict, before the rater had seen it. */
  agreement: { agreed: number; of: number };
}

export interface ReviewQueue {
  next: QueuedItem[];
  progress: ReviewProgress;
  /** How any item counts if this rater labels it now, wherever they found it. */
  find(item: ReviewItem): QueuedItem;
}

/** Whose queue, and of which metric or criterion; the chances do not depend on that choice. */
export interface QueueOptions {
  rater: string;
  metric?: string | undefined;
  criterion?: string | undefined;
  seed?: number | undefined;
}

/**
 * Which items a person should label next. The same store, rater and seed give the same queue.
 *
 * Every item has a random number of its own. Those below the metric's share are the random sample: only they count for
 * unbiased rates, and so they come in random order, whatever is known about them. Items of the verdict that the judge
 * gives rarely are added by the same number. In turn with these come items where somebody disagrees with the judge, the
 * most disputed first; they find errors, and count for no rate. A fixed share of what others have labelled comes again.
 */
export function reviewQueue(pool: Omit<ReviewPool, "run" | "suite">, options: QueueOptions): ReviewQueue {
  const { seed = 1, metric, criterion } = options;
  const me = raterKey(options.rater);
  const chance = (name: keyof Chances, item: ReviewItem) => chancesOf(item, seed)[name];
  const labelled = currentLabels(pool);
  const share = sharesOf(pool.items);
  const disputed = disputesIn(pool);

  const isMine = (item: ReviewItem) => labelled.get(item.key)?.some(({ rater }) => raterKey(rater) === me) ?? false;
  const isSecond = (item: ReviewItem) => chance("second", item) < secondShare;
  const drawn = (item: ReviewItem): Sampled => {
    const { random, stratum } = share(item);
    const draw = chance("draw", item);
    const probabilities = { probability: random, stratumProbability: stratum };
    if (draw < random) return { how: "random", ...probabilities };
    if (draw < stratum) return { how: "stratum", probability: stratum, stratumProbability: stratum };
    return { how: disputed(item).length > 0 ? "disagreement" : "chosen" };
  };
  const find = (item: ReviewItem): QueuedItem => {
    const disagreements = disputed(item);
    const others = labelled.get(item.key)?.filter(({ rater }) => raterKey(rater) !== me) ?? [];
    if (others.length === 0) return { item, sampled: drawn(item), disagreements };
    const again: Sampled = isSecond(item) ? { how: "second rater", probability: secondShare } : { how: "chosen" };
    return { item, sampled: again, disagreements };
  };

  const wanted = pool.items.filter(
    (item) =>
      (metric === undefined || item.metric === metric) && (criterion === undefined || item.criterion === criterion),
  );
  const open = wanted
    .filter((item) => !isMine(item) && (!labelled.has(item.key) || isSecond(item)))
    .map(find)
    .sort((a, b) => chance("order", a.item) - chance("order", b.item));
  const streams = Map.groupBy(open, (queued) => {
    if (queued.sampled.how === "second rater") return "second";
    if (queued.sampled.how === "random") return "drawn";
    if (queued.disagreements.length > 0) return "disputed";
    return queued.sampled.how === "stratum" ? "drawn" : "rest";
  });
  const stream = (name: "disputed" | "drawn" | "second" | "rest") => streams.get(name) ?? [];
  const disputes = stream("disputed").sort((a, b) => b.disagreements.length - a.disagreements.length);
  const next = [...inTurn(disputes, stream("drawn"), stream("second")), ...stream("rest")];

  const planned = wanted.map((item) => ({ item, how: drawn(item).how, labels: labelled.get(item.key) ?? [] }));
  const count = (counts: (one: (typeof planned)[number]) => boolean) => {
    const own = planned.filter(counts);
    return { labelled: own.filter(({ labels }) => labels.length > 0).length, of: own.length };
  };
  const mine = wanted.filter(isMine);
  const progress: ReviewProgress = {
    mine: mine.length,
    left: next.length - stream("rest").length,
    rest: stream("rest").length,
    random: count(({ how }) => how === "random"),
    disagreements: count(({ how, item }) => how !== "random" && disputed(item).length > 0),
    second: {
      labelled: planned.filter(({ labels }) => labels.length > 1).length,
      of: planned.filter(({ labels }) => labels.length > 0).length,
    },
    agreement: agreementOf(
      mine.flatMap((item) => labelled.get(item.key) ?? []).filter(({ rater }) => raterKey(rater) === me),
    ),
  };
  return { next, progress, find };
}

/** Three independent numbers of an item in [0, 1). */
interface Chances {
  /** Whether it is drawn. */
  draw: number;
  /** Whether a second person labels it. */
  second: number;
  /** Its place among others of its kind. */
  order: number;
}

const known = new WeakMap<ReviewItem, Chances & { seed: number }>();

function chancesOf(item: ReviewItem, seed: number): Chances {
  const found = known.get(item);
  if (found?.seed === seed) return found;
  const hash = sha256(`${seed} ${item.key}`);
  const part = (from: number) => Number.parseInt(hash.slice(from, from + 8), 16) / 2 ** 32;
  const made = { seed, draw: part(0), second: part(8), order: part(16) };
  known.set(item, made);
  return made;
}

/** The labels by item. A label on other words, or on a conversation that was played again since, is about something else. */
function currentLabels({ items, labels, transcripts }: Pick<ReviewPool, "items" | "labels" | "transcripts">) {
  const versions = new Map(items.map((item) => [item.key, item.criterionVersion]));
  const current = labels.filter(
    (label) =>
      versions.get(itemKey(label)) === label.criterionVersion && transcripts.get(label.trial) === label.transcriptHash,
  );
  return Map.groupBy(current, itemKey);
}

/** The chance of an item to be in the random sample, and to be in that or in the addition for its verdict. */
function sharesOf(items: readonly ReviewItem[]) {
  const byMetric = Map.groupBy(items, ({ metric }) => metric);
  const byVerdict = Map.groupBy(items, ({ metric, judged }) => JSON.stringify([metric, judged]));
  return ({ metric, judged }: ReviewItem) => {
    const random = Math.min(largestShare, randomItems / (byMetric.get(metric)?.length ?? 1));
    const alike = byVerdict.get(JSON.stringify([metric, judged]))?.length ?? 1;
    const stratum = judged === "none" ? random : Math.max(random, Math.min(1, itemsOfEachVerdict / alike));
    return { random, stratum };
  };
}

/** What speaks against a verdict, with what people said about the same criterion of the same case in any run. */
function disputesIn({ labels }: Pick<ReviewPool, "labels">): (item: ReviewItem) => Disagreement[] {
  const key = (of: Pick<Label, "caseId" | "metric" | "criterionVersion">) =>
    JSON.stringify([of.caseId, of.metric, of.criterionVersion]);
  const said = Map.groupBy(labels, key);
  return (item) => {
    const against = said.get(key(item))?.some(({ verdict }) => verdict !== "unclear" && isOpposite(verdict, item));
    return [...(against ? (["label"] as const) : []), ...item.disagreements];
  };
}

function isOpposite(verdict: Label["verdict"], { judged }: Pick<ReviewItem, "judged">): boolean {
  return judged !== "none" && judged !== verdict;
}

function agreementOf(labels: readonly Label[]) {
  const compared = labels.filter(
    ({ verdict, judged, sighted }) => verdict !== "unclear" && judged !== "none" && !sighted,
  );
  return { agreed: compared.filter(({ verdict, judged }) => verdict === judged).length, of: compared.length };
}

/** One of each list in turn, until all are empty. */
function inTurn<T>(...lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
