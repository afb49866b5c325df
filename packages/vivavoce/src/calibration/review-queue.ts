import { itemKey, type Label, raterKey, type Sampled, type StoredRun, type StoredSuite } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { KeptValues } from "./kept-values.ts";
import { type Disagreement, itemsOf, type ReviewItem } from "./review-items.ts";

/** Everything of one suite of one run that can be labelled. */
interface ReviewPool {
  run: StoredRun;
  suite: StoredSuite;
  items: readonly ReviewItem[];
  /** The suite's labels, of this run and of others; the newest of each rater on each item. */
  labels: readonly Label[];
  /** The hashes of the conversations that were labelled, as they are now, by trial. */
  transcripts: ReadonlyMap<string, string>;
}

/** Reading a large run takes a while, and a rater asks after every label: the last one is kept while nobody writes it. */
const kept = new KeptValues<readonly ReviewItem[]>(1);

export async function reviewPool(store: Store, run: StoredRun, suite: StoredSuite): Promise<ReviewPool> {
  const items = await kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, () => readItems(store, run, suite));
  const labels = await store.labels.list({ suite: suite.name });
  const here = labels.filter((label) => label.run === run.id && label.suitePosition === suite.position);
  const trials = [...new Set(here.map(({ trial }) => trial))];
  const transcripts = await store.trials.transcriptHashes(run.id, suite.position, trials);
  return { run, suite, items, labels, transcripts };
}

async function readItems(store: Store, run: StoredRun, suite: StoredSuite): Promise<readonly ReviewItem[]> {
  const place = { suite: suite.name, run: run.id, suitePosition: suite.position };
  const repeats = new Map<string, ReviewItem[]>();
  const items: ReviewItem[] = [];
  for await (const trial of store.trials.scores(run.id, suite.position)) {
    for (const item of itemsOf(trial, place, suite.header.metrics)) {
      items.push(item);
      const { caseId, metric, criterion, criterionVersion } = item;
      const key = JSON.stringify([caseId, trial.variant, metric, criterion, criterionVersion]);
      repeats.set(key, [...(repeats.get(key) ?? []), item]);
    }
  }
  for (const group of repeats.values()) {
    const verdicts = new Set(group.map(({ judged }) => judged));
    if (verdicts.size > 1) for (const item of group) item.disagreements.push("repeats");
  }
  // The queue comes in this order, and is made anew for every label: sorting what is sorted takes no time.
  return items.sort((a, b) => a.chances.order - b.chances.order);
}

/** The random share of each metric: about this many items, and at most half of them. */
const randomItems = 100;
const largestShare = 0.5;
/** At least about this many of what the judge passed, and of what it failed: both of its errors must be seen. */
const itemsOfEachVerdict = 30;
/** The share of labelled items that another person labels, too. */
const secondShare = 0.2;

/** An item to label, how it was chosen, and what spoke for it. */
interface QueuedItem {
  item: ReviewItem;
  sampled: Sampled;
  disagreements: readonly Disagreement[];
}

/** Whose queue, and of which metric or criterion; the chances do not depend on that choice. */
interface QueueOptions {
  rater: string;
  metric?: string | undefined;
  criterion?: string | undefined;
}

/**
 * Which items a person should label next. The same items, labels and rater give the same queue.
 *
 * Every item has a random number of its own. Those below the metric's share are the random sample: only they count for
 * unbiased rates, and so they come in random order, whatever is known about them. Items of the verdict that the judge
 * gives rarely are added by the same number. In turn with these come items where somebody disagrees with the judge, the
 * most disputed first; they find errors, and count for no rate. A fixed share of what others have labelled comes again.
 */
export function reviewQueue(pool: Omit<ReviewPool, "run" | "suite">, options: QueueOptions) {
  const { metric, criterion } = options;
  const me = raterKey(options.rater);
  const labelled = currentLabels(pool);
  const share = sharesOf(pool.items);
  const disputed = disputesIn(pool);

  const isMine = ({ rater }: Label) => raterKey(rater) === me;
  const isSecond = (item: ReviewItem) => item.chances.second < secondShare;
  const drawn = (item: ReviewItem, disagreements: readonly Disagreement[]): Sampled => {
    const { random, stratum, strata } = share(item);
    const { draw } = item.chances;
    if (draw < random) return { how: "random", probability: random, stratumProbability: stratum, strata };
    if (draw < stratum) return { how: "stratum", probability: stratum, stratumProbability: stratum, strata };
    return { how: disagreements.length > 0 ? "disagreement" : "chosen" };
  };
  // How any item counts if this rater labels it now, wherever they found it.
  const look = (item: ReviewItem) => {
    const labels = labelled.get(item.key) ?? [];
    const disagreements = disputed(item);
    const first = drawn(item, disagreements);
    const again: Sampled = isSecond(item) ? { how: "second rater", probability: secondShare } : { how: "chosen" };
    const sampled = labels.every(isMine) ? first : again;
    const queued: QueuedItem = { item, sampled, disagreements };
    return { queued, labels, isRandom: first.how === "random" };
  };

  const looked = pool.items
    .filter((item) => (metric ?? item.metric) === item.metric && (criterion ?? item.criterion) === item.criterion)
    .map(look);
  const open = looked
    .filter(({ queued, labels }) => !labels.some(isMine) && (labels.length === 0 || isSecond(queued.item)))
    .map(({ queued }) => queued)
    .sort((a, b) => a.item.chances.order - b.item.chances.order);
  const streams = Map.groupBy(open, ({ sampled: { how }, disagreements }) => {
    if (how === "second rater") return "second";
    // In random order, disputed or not: a rater who stops early must not have seen more of the disputed ones.
    if (how === "random" || how === "stratum") return "drawn";
    return disagreements.length > 0 ? "disputed" : "rest";
  });
  const stream = (name: "disputed" | "drawn" | "second" | "rest") => streams.get(name) ?? [];
  const disputes = stream("disputed").sort((a, b) => b.disagreements.length - a.disagreements.length);
  const next = [...inTurn(disputes, stream("drawn"), stream("second")), ...stream("rest")];

  const count = (of: typeof looked, least = 1) => ({
    labelled: of.filter(({ labels }) => labels.length >= least).length,
    of: of.length,
  });
  const begun = looked.filter(({ labels }) => labels.length > 0);
  const mine = begun.flatMap(({ labels }) => labels.filter(isMine));
  const progress = {
    /** Labelled by this rater, still to do for them, and what they may do beyond that. */
    mine: mine.length,
    left: next.length - stream("rest").length,
    rest: stream("rest").length,
    /** Drawn at random, and labelled by anybody. */
    random: count(looked.filter(({ isRandom }) => isRandom)),
    /** Not drawn, but somebody disagrees with the judge there. */
    disagreements: count(looked.filter(({ isRandom, queued }) => !isRandom && queued.disagreements.length > 0)),
    /** Labelled by two people or more, of those that have been labelled. */
    second: count(begun, 2),
    /** How often this rater and the judge gave the same verdict, before the rater had seen it. */
    agreement: agreementOf(mine),
  };
  return { next, progress, find: (item: ReviewItem): QueuedItem => look(item).queued };
}

/** The labels by item. A label on other words, or on a conversation that was played again since, is about something else. */
function currentLabels({ items, labels, transcripts }: Pick<ReviewPool, "items" | "labels" | "transcripts">) {
  if (labels.length === 0) return new Map<string, Label[]>();
  const versions = new Map(items.map((item) => [item.key, item.criterionVersion]));
  const current = labels.filter(
    (label) =>
      versions.get(itemKey(label)) === label.criterionVersion && transcripts.get(label.trial) === label.transcriptHash,
  );
  return Map.groupBy(current, itemKey);
}

/** The chance of an item to be in the random sample, and to be in that or in the addition for its verdict. */
function sharesOf(items: readonly ReviewItem[]) {
  const byMetric = new Map<string, Record<ReviewItem["judged"], number>>();
  const sizesOf = (metric: string) => byMetric.get(metric) ?? { pass: 0, fail: 0, none: 0 };
  for (const { metric, judged } of items) {
    const sizes = sizesOf(metric);
    sizes[judged] += 1;
    byMetric.set(metric, sizes);
  }
  return ({ metric, judged }: ReviewItem) => {
    const strata = sizesOf(metric);
    const random = Math.min(largestShare, randomItems / (strata.pass + strata.fail + strata.none));
    const stratum = judged === "none" ? random : Math.max(random, Math.min(1, itemsOfEachVerdict / strata[judged]));
    return { random, stratum, strata };
  };
}

/** What speaks against a verdict, with what people said about the same criterion of the same case in any run. */
function disputesIn({ labels }: Pick<ReviewPool, "labels">): (item: ReviewItem) => Disagreement[] {
  const key = (of: Pick<Label, "caseId" | "metric" | "criterionVersion">) =>
    JSON.stringify([of.caseId, of.metric, of.criterionVersion]);
  const said = Map.groupBy(labels, key);
  return (item) => {
    if (said.size === 0) return item.disagreements;
    const { judged } = item;
    const isOpposite = ({ verdict }: Label) => verdict !== "unclear" && judged !== "none" && verdict !== judged;
    const against = said.get(key(item))?.some(isOpposite);
    return [...(against ? (["label"] as const) : []), ...item.disagreements];
  };
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
