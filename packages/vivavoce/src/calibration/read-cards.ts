import { listed } from "../base/index.ts";
import type { Label, MetricHeader, StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { judgeCard } from "./judge-card.ts";
import { KeptValues } from "./kept-values.ts";
import type { JudgedScore } from "./labelled-items.ts";

interface RunCard extends ReturnType<typeof judgeCard> {
  /** What differs between the judge that the labels were compared with and the one in use. */
  changed: string[];
}

/** A card as the store has it, with what makes it stale. */
export interface StoredCard extends RunCard {
  /** The judge's models; empty if they are not known. */
  judges: readonly string[];
  /** The newest run that this metric scored. */
  run: string | undefined;
}

/** Where a judged metric was used last. */
interface Use {
  run: StoredRun;
  position: number;
  metric: MetricHeader;
}

/** Which cards to read: those of one suite, of one metric, or all. */
interface CardFilter {
  suite?: string | undefined;
  metric?: string | undefined;
}

/** The cards of all judged metrics that were ever used or labelled. */
export async function readCards(store: Store, filter: CardFilter = {}): Promise<StoredCard[]> {
  const labels = await store.labels.all(filter);
  const runs = await store.runs.list();
  const uses = usesIn(runs, filter);
  const keys = new Map<string, { suite: string; metric: string }>();
  for (const { suite, metric } of [...uses.map(keyOf), ...labels]) keys.set(`${suite}\n${metric}`, { suite, metric });
  return Array.fromAsync(keys.values(), async ({ suite, metric }) => {
    const own = labels.filter((label) => label.suite === suite && label.metric === metric);
    const used = uses.filter((use) => keyOf(use).suite === suite && use.metric.name === metric);
    const [newest] = used;
    const reported = newest && own.length > 0 ? await reportedBy(store, newest, metric) : undefined;
    const card = await cardOf(store, { suite, metric, labels: own, now: newest?.metric, uses: used, runs, reported });
    const use = used.find((one) => one.metric.identity === card.identity) ?? newest;
    return { ...card, judges: use?.metric.question?.judges ?? [], run: newest?.run.id };
  });
}

/** A page asks again whenever its run is written; thousands of labels take a second. */
const kept = new KeptValues<RunCard[]>(50);

/** The cards for the judges of one suite of a run, without corrected rates: to be shown beside every result. */
export async function cardsOfRun(store: Store, run: StoredRun, position: number): Promise<RunCard[]> {
  const suite = run.suites.find((one) => one.position === position);
  const judged = suite?.header.metrics.filter((metric) => metric.judged) ?? [];
  if (!suite || judged.length === 0) return [];
  const sign = JSON.stringify([await store.labels.sign(suite.name), judged]);
  return kept.get(store, `${run.id} ${position}`, sign, async () => {
    const labels = await store.labels.all({ suite: suite.name });
    const runs = labels.length === 0 ? [] : await store.runs.list();
    return Array.fromAsync(judged, (now) => {
      const of = { suite: suite.name, metric: now.name };
      const own = labels.filter(({ metric }) => metric === now.name);
      return cardOf(store, { ...of, labels: own, now, uses: usesIn(runs, of), runs });
    });
  });
}

interface CardSource {
  suite: string;
  metric: string;
  labels: readonly Label[];
  /** The metric in the newest run, or in the run that is shown. */
  now: MetricHeader | undefined;
  uses: readonly Use[];
  runs: readonly StoredRun[];
  reported?: Parameters<typeof judgeCard>[0]["reported"];
}

async function cardOf(store: Store, source: CardSource): Promise<RunCard> {
  const { suite, metric, labels, now, uses, runs, reported } = source;
  const current = now?.identity ?? labels.at(-1)?.metricIdentity ?? "";
  const questions = questionsOf(runs, { suite, metric });
  const scores = await scoresOf(store, labels);
  const card = judgeCard({ suite, metric, labels, scores, questions, current, reported });
  const before = uses.find((use) => use.metric.identity === card.identity)?.metric;
  return { ...card, changed: card.state === "stale" ? whatChanged(before, now) : [] };
}

/** Newest first. A stand-in's run says nothing about the judge's use, but its transcripts may be labelled too. */
function usesIn(runs: readonly StoredRun[], { suite, metric }: CardFilter): Use[] {
  return runs.flatMap((run) =>
    run.header.options.agent !== undefined
      ? []
      : run.suites
          .filter(({ name }) => suite === undefined || name === suite)
          .flatMap(({ position, header }) =>
            header.metrics
              .filter(({ name, judged }) => judged && (metric === undefined || name === metric))
              .map((used): Use => ({ run, position, metric: used })),
          ),
  );
}

/** What each version of a metric asks, as the runs know it. */
function questionsOf(runs: readonly StoredRun[], of: { suite: string; metric: string }) {
  const headers = runs
    .flatMap(({ suites }) => suites.filter(({ name }) => name === of.suite))
    .map(({ header }) => header);
  const metrics = headers.flatMap(({ metrics }) => metrics.filter(({ name }) => name === of.metric));
  return new Map(metrics.map(({ identity, asks }) => [identity, asks]));
}

function keyOf({ run, position, metric }: Use): { suite: string; metric: string } {
  return { suite: run.suites.find((one) => one.position === position)?.name ?? "", metric: metric.name };
}

/** The scores of the labelled conversations by the labelled metric. */
async function scoresOf(store: Store, labels: readonly Label[]): Promise<JudgedScore[]> {
  const places = Map.groupBy(labels, ({ run, suitePosition, metric }) => JSON.stringify([run, suitePosition, metric]));
  const scores: JudgedScore[] = [];
  for (const own of places.values()) {
    const [first] = own;
    if (!first) continue;
    const { run, suitePosition: suite, metric } = first;
    const trials = [...new Set(own.map(({ trial }) => trial))];
    for (const { caseId, cluster, ...score } of await store.scores.ofMetric({ run, suite, metric }, trials))
      scores.push({ run, suite, cluster: cluster ?? caseId, ...score });
  }
  return scores;
}

/** The newest score of each trial in the newest run. */
async function reportedBy(store: Store, { run, position }: Use, metric: string) {
  const newest = new Map<string, JudgedScore>();
  const all = await store.scores.ofMetric({ run: run.id, suite: position, metric });
  for (const { caseId, cluster, ...score } of all)
    newest.set(score.trial, { run: run.id, suite: position, cluster: cluster ?? caseId, ...score });
  return { run: run.id, scores: [...newest.values()] };
}

/** What differs between two versions of a judged metric, in words. */
export function whatChanged(before: MetricHeader | undefined, now: MetricHeader | undefined): string[] {
  if (!now) return [];
  const [a, b] = [before?.question, now.question];
  if (!a || !b) return ["what changed is not known: the run of the earlier judge is not in the store any more"];
  const [judgedBy, judgedNow] = [a.judges.join(", "), b.judges.join(", ")];
  const names = [...new Set([...Object.keys(a.parts), ...Object.keys(b.parts)])];
  const parts = names.filter((name) => a.parts[name] !== b.parts[name]);
  return [
    ...(judgedBy !== judgedNow ? [`the judge: ${judgedBy || "none"} → ${judgedNow || "none"}`] : []),
    ...(judgedBy === judgedNow && a.settings !== b.settings ? ["the settings of the suite's judges"] : []),
    ...(parts.length > 0 ? [`the question: ${listed(parts, 6)}`] : []),
  ];
}
