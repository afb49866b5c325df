import { z } from "zod";
import { InputError, safeText } from "../../base/index.ts";
import { type QueuedItem, type ReviewPool, reviewPool, reviewQueue } from "../../calibration/index.ts";
import { raterSchema, type StoredRun, type StoredSuite } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import type { CaseTrial } from "./case-view.ts";
import { trialView } from "./trial-view.ts";
import { name, runId, type ViewContext, view, wholeNumber } from "./view.ts";

export const reviewView = view({
  about: "What a person should label next, without the judge's verdicts, and how far the review has come.",
  query: z.object({
    rater: raterSchema,
    suite: name.optional(),
    run: runId.optional(),
    metric: name.optional(),
    criterion: name.optional(),
    from: wholeNumber.optional(),
    limit: wholeNumber.optional(),
  }),
  async answer(context, { rater, suite, run, metric, criterion, from = 0, limit = 5 }) {
    const pool = await poolFor(context, { run, suite });
    const queue = reviewQueue(pool, { rater, metric, criterion });
    const items = [];
    for (const queued of queue.next.slice(from, from + Math.min(limit, 50))) {
      const entry = await entryOf(context, queued);
      if (entry) items.push(entry);
    }
    const { metrics } = pool.suite.header;
    return {
      run: pool.run.id,
      suite: pool.suite.name,
      suites: await judgedSuites(context),
      metrics: metrics.filter(({ judged }) => judged).map((one) => one.name),
      progress: queue.progress,
      items,
    };
  },
});

/** One thing to label. Nothing in it tells what the judge, or anybody else, said about it. */
async function entryOf({ store }: ViewContext, { item, sampled, disagreements }: QueuedItem) {
  const { run, suitePosition: suite, trial, metric, criterion, criterionVersion } = item;
  const found = await store.trials.find({ run, suite, trial });
  const transcriptHash = (await store.trials.transcriptHashes(run, suite, [trial])).get(trial);
  if (!found || transcriptHash === undefined) return undefined;
  return {
    key: item.key,
    /** What a label is about; sent back with it. */
    item: { run, suite, trial, metric, criterion, criterionVersion, transcriptHash },
    caseId: item.caseId,
    title: safeText(found.title),
    /** The criterion's words, and what the judge was asked about it. */
    words: safeText(item.criterionText),
    question: item.question === undefined || item.question === item.criterionText ? undefined : safeText(item.question),
    /** Why it is here, as far as a rater may know. */
    why: whyHere(sampled.how, disagreements.length > 0),
    trial: blindTrial(found),
  };
}

/** Only what says nothing about the judge's verdict: an addition for a rare one is "drawn at random", too. */
function whyHere(how: QueuedItem["sampled"]["how"], isDisputed: boolean): string {
  if (how === "second rater") return "part of what others have labelled is labelled again";
  if (how === "random" || (how === "stratum" && !isDisputed)) return "drawn at random";
  return isDisputed ? "verdicts on this case disagree" : "the rest of the run";
}

/** The conversation alone. The scores are taken out first, so that nothing made from them can be left. */
function blindTrial(trial: StoredTrial): CaseTrial {
  const blind = { ...trial, scores: [], status: undefined };
  return { ...trialView(blind), position: trial.position, repeat: trial.repeat, spoiled: [] };
}

/** Which run is reviewed. */
interface ReviewScope {
  run?: string | undefined;
  suite?: string | undefined;
}

/** The items of a run's suite; without a run, of the newest finished one that a judge has scored. */
export async function poolFor({ store }: ViewContext, { run, suite }: ReviewScope): Promise<ReviewPool> {
  const runs = run === undefined ? await store.runs.list() : [await store.runs.find(run)];
  const found = runs
    .flatMap((one) => one.suites.map((suite) => ({ run: one, suite })))
    .filter(({ suite: one }) => (suite === undefined || one.name === suite) && isJudged(one));
  const chosen = found.find(({ run }) => run.finishedAt !== undefined) ?? found[0];
  if (chosen) return reviewPool(store, chosen.run, chosen.suite);
  const where = [suite === undefined ? "" : ` of suite ${suite}`, run === undefined ? "" : ` in run ${run}`].join("");
  throw new InputError({
    message: `there is nothing to review${where}: no run has a metric that asks a judge`,
    remedy: "Play a suite with a judged metric, such as criteria().",
  });
}

/** The suites that can be reviewed, by name. */
async function judgedSuites({ store }: ViewContext): Promise<string[]> {
  const runs: StoredRun[] = await store.runs.list();
  return [...new Set(runs.flatMap(({ suites }) => suites.filter(isJudged).map(({ name }) => name)))].sort();
}

function isJudged({ header }: StoredSuite): boolean {
  return header.metrics.some(({ judged }) => judged);
}
