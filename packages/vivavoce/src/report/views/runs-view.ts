import { z } from "zod";
import { cardsOfRun, KeptValues } from "../../calibration/index.ts";
import { decisionsOf, isStopped, readSummaries, stoppedText } from "../../results/index.ts";
import {
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  showVariant,
  type Variant,
  type VariantSummary,
  variantTitle,
} from "../../shape/index.ts";
import { isBeingPlayed, type Store } from "../../store/index.ts";
import { showCount } from "../figures.ts";
import { summaryWords } from "../measure-text.ts";
import { measured, shardText } from "../run-facts.ts";
import { cardBrief, cardsLine } from "./judges-view.ts";
import { name, runId, type ViewContext, view, wholeNumber } from "./view.ts";

export const runsView = view({
  about: "The runs, newest first; with `suite`, those that played it. `before` leaves out so many newer ones.",
  query: z.object({ suite: name.optional(), before: wholeNumber.optional(), limit: wholeNumber.optional() }),
  async answer(context, { suite, before = 0, limit = 50 }) {
    const end = before + limit;
    const listed = await context.store.runs.list(suite === undefined ? end + 1 : undefined);
    const wanted = listed.filter(({ suites }) => suite === undefined || suites.some((one) => one.name === suite));
    const runs = [];
    for (const run of wanted.slice(before, end)) runs.push(await runEntry(context, run));
    const baselines = (await context.store.baselines.list()).map(({ suite, name, run }) => ({ suite, name, run }));
    return { runs, next: wanted.length > end ? end : undefined, baselines };
  },
});

/** A run in the list, with a line for each suite. */
async function runEntry({ store }: ViewContext, run: StoredRun) {
  const suites = [];
  const all = [];
  const facts = runFacts(run);
  const decisions = await decisionsOf(store, run);
  for (const [index, suite] of run.suites.entries()) {
    const summaries = await summariesOf(store, run, suite);
    all.push(...summaries);
    const { verdict, reason } = decisions[index] as SuiteDecision;
    const variants = summaries.map(({ variant, tally, passRate, cost, unpriced }) => {
      return { title: titleOf(variant, summaries.length), tally, passRate, cost, unpriced };
    });
    const { position, name, planned } = suite;
    suites.push({ position, name, mode: suite.header.mode, planned, verdict, reason, variants });
  }
  return { ...facts, suites, progress: await progressOf(store, run, { ...facts, summaries: all }) };
}

/** So many trials tell the pace: the newest, because a run that was resumed stood still before. */
const looked = 50;

/** How far a run is, while trials of it are still to be played: "58 of 58 finished passed, 242 to go, about 3 min". */
export async function progressOf(
  store: Store,
  { id, finishedAt }: Pick<StoredRun, "id" | "finishedAt">,
  { summaries, live }: { summaries: readonly Pick<VariantSummary, "tally">[]; live: boolean },
) {
  const sum = (of: "planned" | "pending" | "passed") => summaries.reduce((all, { tally }) => all + tally[of], 0);
  const [planned, pending] = [sum("planned"), sum("pending")];
  if (finishedAt !== undefined || pending === 0) return undefined;
  const finished = planned - pending;
  const times = live ? await store.runs.playedLast(id, looked) : [];
  // Up to now, not to the last one: a run that stands still takes longer and longer.
  const pace = times.length < 2 ? undefined : (Date.now() - Math.min(...times)) / (times.length - 1);
  const parts = [
    finished === 0 ? "none finished yet" : `${showCount(sum("passed"))} of ${showCount(finished)} finished passed`,
    `${showCount(pending)} ${live ? "to go" : "not played"}`,
    ...(pace === undefined ? [] : [aboutText(pace * pending)]),
  ];
  return { planned, finished, text: parts.join(", ") };
}

/** "about 3 min": a guess has no seconds. */
function aboutText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  return minutes < 100 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

/** What is known of a run without its trials. */
function runFacts(run: StoredRun) {
  const { id, createdAt, updatedAt, finishedAt, owner, header } = run;
  const stopped = run.suites.flatMap((suite) => suite.header.variants).find(isStopped);
  return {
    id,
    createdAt,
    updatedAt,
    finishedAt,
    /** A process is playing it now. */
    live: finishedAt === undefined && isBeingPlayed({ owner, updatedAt }),
    note: header.note,
    commit: header.commit,
    /** The stand-in that was examined instead of the suite's agent. */
    standIn: header.options.agent,
    shard: shardText(header),
    /** "stopped early after 120 of 500 cases", of the first suite that was. */
    stopped: stopped?.early && stoppedText({ played: stopped.cases, cases: stopped.early.cases }),
    /** The files whose transcripts were scored; then no agent was played. */
    given: header.given?.files,
    /** Says that recordings answered, so that nothing was measured. */
    notice: measured(run.suites),
  };
}

/** A variant's name; empty if there is nothing to tell it from. */
export function titleOf(variant: Variant, variants: number): string {
  return variants > 1 ? variantTitle(variant) : showVariant(variant);
}

const kept = new KeptValues<VariantSummary[]>(100);

/**
 * The sums of a suite. The store keeps those of a run that is over; those of one that is being played are computed once
 * for all views that show them. The run must be as it is in the store now.
 */
function summariesOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<VariantSummary[]> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, () => readSummaries(store, run, suite));
}

export const outlineView = view({
  about: "One run without its sums, which take a while in a large run: what it is, its suites, metrics and variants.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    return { ...runHead(context, run), suites: run.suites.map(suiteOutline) };
  },
});

/** What stands above the suites. */
function runHead({ invocation }: ViewContext, run: StoredRun) {
  const { id, header, finishedAt } = run;
  const commands = {
    show: `${invocation} show ${id}`,
    report: `${invocation} show ${id} --report html`,
    ...(finishedAt === undefined && !header.given ? { resume: `${invocation} run --resume ${id}` } : {}),
  };
  return { ...runFacts(run), viva: header.viva, node: header.node, commands };
}

/** A suite of a run, without its sums. */
function suiteOutline({ position, name, header }: StoredSuite) {
  const { file, mode, models, metrics, variants } = header;
  const roles = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return {
    position,
    name,
    file,
    mode,
    /** "agent: openai:gpt-5" */
    models: roles.map(([role, model]) => `${role}: ${String(model)}`),
    metrics: metrics.map(({ name, judged, gating, zeroTolerance, steps }) => {
      return { name, judged, gating, zeroTolerance, steps };
    }),
    /** A title is empty if there is nothing to tell the variant from. */
    variants: variants.map(({ variant }) => ({ title: titleOf(variant, variants.length) })),
  };
}

type SuiteView = Awaited<ReturnType<typeof suiteView>>;

export const runView = view({
  about: "One run: its suites with their sums, intervals and verdicts.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    const decisions = await decisionsOf(context.store, run);
    const suites: (SuiteView & { decision: SuiteDecision })[] = [];
    for (const [index, suite] of run.suites.entries()) {
      const shown = await suiteView(context.store, run, suite, summariesOf);
      suites.push({ ...shown, decision: decisions[index] as SuiteDecision });
    }
    const head = runHead(context, run);
    const summaries = suites.flatMap(({ variants }) => variants);
    return { ...head, suites, progress: await progressOf(context.store, run, { ...head, summaries }) };
  },
});

/** The suites of a run with their verdicts: what every report prints. */
export async function shownSuites(store: Store, run: StoredRun, decisions: readonly SuiteDecision[]) {
  const shown: (SuiteView & { decision: SuiteDecision | undefined })[] = [];
  for (const suite of run.suites) {
    const decision = decisions.find((one) => one.suite === suite.name);
    shown.push({ ...(await suiteView(store, run, suite)), decision });
  }
  return shown;
}

/** A suite of a run: its sums, its metrics and how it was played. */
export async function suiteView(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  sumsOf: typeof summariesOf = readSummaries,
) {
  const summaries = await sumsOf(store, run, suite);
  const cards = await cardsOfRun(store, run, suite.position);
  const { dataset, mode, variants } = suite.header;
  return {
    ...suiteOutline(suite),
    dataset,
    isRepeated: suite.planned > variants.reduce((sum, variant) => sum + variant.cases, 0),
    variants: summaries.map((summary, index) => {
      const { agent: { name: agent } = { name: "" }, origin = "" } = variants[index] ?? {};
      // A title is empty if there is nothing to tell the variant from.
      const title = titleOf(summary.variant, variants.length);
      return { ...summary, title, agent, origin, words: summaryWords(summary, mode) };
    }),
    /** How each of its judges compares with people, in a line; and all of them in one, if anybody labelled anything. */
    judgeCards: cards.map((card) => ({ metric: card.metric, state: card.state, brief: cardBrief(card) })),
    judges: cardsLine(cards),
  };
}

/** A suite under one variant: its sums, and the words for them. */
export type VariantView = SuiteView["variants"][number];
