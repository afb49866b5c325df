import type { Label, StoredRun, StoredSuite } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { itemsOf, type ReviewItem } from "./review-items.ts";

/** Everything of one suite of one run that can be labelled. */
export interface ReviewPool {
  run: StoredRun;
  suite: StoredSuite;
  items: readonly ReviewItem[];
  /** The suite's labels, of this run and of others; the newest of each rater on each item. */
  labels: readonly Label[];
  /** The hashes of the conversations that were labelled, as they are now, by trial. */
  transcripts: ReadonlyMap<string, string>;
}

/** Reading a large run takes a while, and a rater asks after every label: the last one is kept while nobody writes it. */
const kept = new WeakMap<Store, { key: string; items: Promise<readonly ReviewItem[]> }>();

export async function reviewPool(store: Store, run: StoredRun, suite: StoredSuite): Promise<ReviewPool> {
  const key = JSON.stringify([run.id, run.updatedAt, suite.position]);
  let found = kept.get(store);
  if (found?.key !== key) {
    found = { key, items: readItems(store, run, suite) };
    kept.set(store, found);
    found.items.catch(() => kept.delete(store));
  }
  const labels = await store.labels.list({ suite: suite.name });
  const here = labels.filter((label) => label.run === run.id && label.suitePosition === suite.position);
  const trials = [...new Set(here.map(({ trial }) => trial))];
  const transcripts = await store.trials.transcriptHashes(run.id, suite.position, trials);
  return { run, suite, items: await found.items, labels, transcripts };
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
