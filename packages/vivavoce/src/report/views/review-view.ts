import { z } from "zod";
import { InputError, visibleText } from "../../base/index.ts";
import { cardsOfRun, least, reviewPool, reviewQueue } from "../../calibration/index.ts";
import { raterSchema, type StoredSuite } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { askedView } from "./case-view.ts";
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
    const judged = (await context.store.runs.list()).flatMap(({ suites }) => suites.filter(isJudged));
    return {
      run: pool.run.id,
      suite: pool.suite.name,
      /** The suites that can be reviewed. */
      suites: [...new Set(judged.map((one) => one.name))].sort(),
      metrics: metrics.filter(({ judged }) => judged).map((one) => one.name),
      progress: queue.progress,
      /** How many labels that were drawn at random each card still needs before it has a figure. */
      needs: (await cardsOfRun(context.store, pool.run, pool.suite.position)).flatMap(({ metric, parts: [part] }) => {
        const more = least.labels - (part?.n ?? 0);
        return more > 0 ? [{ metric, more }] : [];
      }),
      items,
    };
  },
});

/** Where the sentence or call stands that a criterion is about; undefined if it is about the whole conversation. */
function placeOf({ transcript }: StoredTrial, words: string) {
  const flat = (text: string) => text.replace(/[\s*_`#>-]+/g, " ");
  for (const { number, items } of transcript.exchanges)
    for (const item of items) {
      if (item.type === "call" && words.startsWith(`${item.call.name}(`)) {
        const end = words.indexOf("). ") + 1;
        const text = visibleText(end > 0 ? words.slice(0, end) : words);
        return { source: "call" as const, exchange: number, text };
      }
      // A word or two stand in many replies.
      if (item.type === "text" && words.length >= 12 && flat(item.text).includes(flat(words).trim()))
        return { source: "reply" as const, exchange: number, text: visibleText(words) };
    }
  return undefined;
}

type QueuedItem = ReturnType<typeof reviewQueue>["next"][number];

/** What a person is asked, in a sentence. */
function asks(place: ReturnType<typeof placeOf>, { criterion, metric }: QueuedItem["item"]): string {
  if (place?.source === "call")
    return `Does the agent pass in how it dealt with this call, in exchange ${place.exchange}?`;
  if (place) return `Does this sentence of the agent pass, in exchange ${place.exchange}?`;
  return criterion === ""
    ? `Is the conversation good enough in ${metric}?`
    : "Did the agent do this, in the whole conversation?";
}

/** What a case expects that questions to judges speak of; the rest of it would say what code has decided. */
const toldToJudges = ["goal", "role", "topics", "facts", "contexts", "reference", "instructions"];

/** One thing to label. Nothing in it tells what the judge, or anybody else, said about it. */
async function entryOf({ store }: ViewContext, { item, sampled, disagreements }: QueuedItem) {
  const { run, suitePosition: suite, trial, metric, criterion, criterionVersion } = item;
  const found = await store.trials.find({ run, suite, trial });
  const transcriptHash = (await store.trials.transcriptHashes(run, suite, [trial])).get(trial);
  if (!found || transcriptHash === undefined) return undefined;
  const place = placeOf(found, item.criterionText);
  const { given, expected = [] } = askedView(await store.trials.playedCase(run, suite, found), found.transcript);
  return {
    key: item.key,
    /** The question, and the sentence or call that it is about. */
    asks: asks(place, item),
    place,
    /** What a label is about; sent back with it. */
    item: { run, suite, trial, metric, criterion, criterionVersion, transcriptHash },
    caseId: item.caseId,
    title: visibleText(found.title),
    /** The criterion's words, and what the judge was asked about it. */
    words: visibleText(item.criterionText),
    question:
      item.question === undefined || item.question === item.criterionText ? undefined : forPeople(item.question),
    /** Why it is here, as far as a rater may know. */
    why: whyHere(sampled.how, disagreements.length > 0),
    /** What the agent was given, and what judges are told besides. */
    given: [...given, ...expected.filter(({ name }) => toldToJudges.includes(name))],
    trial: blindTrial(found),
  };
}

/** A judge is asked about many items at once, a person about one. */
function forPeople(question: string): string {
  return visibleText(question.replace(/^Each item is (.*?)\. (Decide|Say)/s, "This is $1. $2"));
}

/** Only what says nothing about the judge's verdict: an addition for a rare one is "drawn at random", too. */
function whyHere(how: QueuedItem["sampled"]["how"], isDisputed: boolean): string {
  if (how === "second rater") return "part of what others have labelled is labelled again";
  if (how === "random" || (how === "stratum" && !isDisputed)) return "drawn at random";
  return isDisputed ? "verdicts on this case disagree" : "the rest of the run";
}

/** The conversation alone. The scores are taken out first, so that nothing made from them can be left. */
function blindTrial(trial: StoredTrial) {
  const blind = { ...trial, scores: [], status: undefined };
  return { ...trialView(blind), position: trial.position, repeat: trial.repeat, spoiled: [], remarks: [] };
}

/** The items of a run's suite; without a run, of the newest finished one that a judge has scored. */
export async function poolFor(
  { store }: ViewContext,
  { run, suite }: { run?: string | undefined; suite?: string | undefined },
): ReturnType<typeof reviewPool> {
  const runs = run === undefined ? await store.runs.list() : [await store.runs.find(run)];
  const found = runs
    .flatMap((one) => one.suites.map((suite) => ({ run: one, suite })))
    .filter(({ suite: one }) => (suite === undefined || one.name === suite) && isJudged(one));
  const chosen = found.find(({ run }) => run.finishedAt !== undefined) ?? found[0];
  if (chosen) return reviewPool(store, chosen.run, chosen.suite);
  const where = [suite === undefined ? "" : ` of suite ${suite}`, run === undefined ? "" : ` in run ${run}`].join("");
  throw new InputError({
    message: `there is nothing to review${where}: no run has a metric that asks a judge`,
    remedy: "Play a suite with a judged metric, such as criteria(), with `viva run`; then reload this page.",
  });
}

function isJudged({ header }: StoredSuite): boolean {
  return header.metrics.some(({ judged }) => judged);
}
