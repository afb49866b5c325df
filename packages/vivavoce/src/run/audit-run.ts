import { isJsonObject, type Redactor, seededRandom } from "../base/index.ts";
import {
  type AskedTrial,
  type AuditCheck,
  auditRows,
  changedReplies,
  type JudgedAgent,
  type OwnFamily,
  ownFamily,
  type Reading,
  readingOf,
  type SuiteAudit,
  type Way,
  waysFor,
} from "../calibration/index.ts";
import { inTrial } from "../conversation/index.ts";
import { inReverse, type Judge } from "../judge/index.ts";
import type { ModelRequest } from "../model/index.ts";
import { closeNetwork } from "../network/index.ts";
import type { CallRecord, Score, StoredRun, StoredSuite, SuiteHeader } from "../shape/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";
import type { AuditSample } from "./audit-sample.ts";
import { Budget } from "./budget.ts";
import { auditCassette } from "./given-cassette.ts";
import { caseIndexes, metricIdentity, type SuitePlan } from "./plan.ts";
import { prepareMetrics } from "./prepare-metrics.ts";
import { runSchedule } from "./schedule.ts";
import { storedSuite } from "./score-run.ts";
import { openTrial } from "./trial/open.ts";
import { scoresOf } from "./trial/score.ts";
import { keepTape } from "./trial/write.ts";

interface AuditSettings {
  store: Store;
  run: StoredRun;
  checks: readonly AuditCheck[];
  /** Of the directives; the sample has been drawn already. */
  seed: number;
  redactor: Redactor;
  concurrency: number;
  maxCost?: number | undefined;
  stop: AbortSignal;
  abort: AbortSignal;
  onAsked?(done: number): void;
}

/** An audit, and how many of its conversations the cost limit left out. */
export interface FinishedAudit {
  audit: SuiteAudit;
  leftOut: number;
}

/**
 * Asks the judges of suites about stored conversations, unchanged and changed, and compares the verdicts. Nothing is
 * written to the store, and the agent is never called.
 */
export async function auditSuites(samples: readonly AuditSample[], settings: AuditSettings): Promise<FinishedAudit[]> {
  const budget = new Budget(settings.maxCost);
  const finished: FinishedAudit[] = [];
  for (const sample of samples) {
    const reopen = closeNetwork(sample.plan.network);
    finished.push(await audited(sample, settings, budget).finally(reopen));
  }
  return finished;
}

async function audited(sample: AuditSample, settings: AuditSettings, budget: Budget): Promise<FinishedAudit> {
  const { store, run, checks, redactor, abort, stop } = settings;
  const wanted = waysFor(checks);
  const { header } = storedSuite(run, sample.plan);
  const cassettes = new Map(wanted.map((way) => [way, auditCassette(sample.plan.cassette, way, redactor)]));
  const own = { ...sample.plan, cassette: cassettes.get("unchanged") ?? sample.plan.cassette };
  const steps = { journal: [], redactor, signal: abort, before: header.metrics, outage: "unscored" } as const;
  const { plan } = wanted.length === 0 ? { plan: own } : await prepareMetrics(own, steps);
  const indexes = caseIndexes(plan);
  const asked = new Map<string, AskedTrial[]>();
  let leftOut = 0;
  await runSchedule({
    items: wanted.length === 0 ? [] : sample.trials,
    concurrency: settings.concurrency,
    stopped: () => stop.aborted,
    work: async (key) => {
      if (budget.exhausted) {
        leftOut += 1;
        return;
      }
      const stored = await store.trials.find({ run: run.id, suite: plan.position, trial: key });
      const caseIndex = stored && indexes.get(stored.caseId);
      if (!stored || caseIndex === undefined) throw new Error(`trial ${key} is no longer in the store`);
      const account = budget.begin();
      const trial = { ...stored, caseIndex, key };
      const byWay = new Map<Way, Readings>();
      const ask = async () => {
        for (const [way, cassette] of cassettes)
          byWay.set(way, await askInWay(way, { ...plan, cassette }, trial, settings, account));
      };
      await inTrial(stored, ask).finally(() => account.end());
      asked.set(
        key,
        plan.metrics.map(({ name }) => askedOf(name, stored, byWay)),
      );
      settings.onAsked?.(asked.size);
    },
  });
  // In the order of the sample, whoever was first to answer.
  const trials = sample.trials.flatMap((key) => asked.get(key) ?? []);
  const judges = [...new Set(plan.metrics.flatMap(({ judges: names = ["judge"] }) => names))];
  const audit: SuiteAudit = {
    suite: plan.loaded.suite.name,
    judges: judges.map((name) => plan.models.id(name)),
    metrics: plan.metrics.map(({ name }) => name),
    sampled: asked.size,
    eligible: sample.eligible,
    ...auditRows(trials, checks),
    family: checks.includes("family") ? await familyFacts({ store, run, plan, header }) : undefined,
    asked: unscoredIn(trials),
  };
  return { audit, leftOut };
}

type Readings = ReadonlyMap<string, Reading>;
type AuditedTrial = StoredTrial & { caseIndex: number; key: string };

/** What each metric's judge says about a conversation, asked in this way. */
async function askInWay(
  way: Way,
  plan: SuitePlan,
  trial: AuditedTrial,
  { redactor, abort, seed }: AuditSettings,
  account: ReturnType<Budget["begin"]>,
): Promise<Readings> {
  const testCase = await plan.cases.read(trial.caseIndex);
  const onRecord = ({ answer }: CallRecord) => account.add(answer.cost);
  const context = { plan, trial, redactor, seed: 1, signal: abort, journal: [], onRecord };
  const open = await openTrial(context, testCase);
  const { judge, requests } = watched(open.judge, way);
  const transcript = changedReplies(trial.transcript, way, () => seededRandom(seed, `directive ${trial.key}`)());
  const scores = await scoresOf({ ...open, judge }, transcript);
  await keepTape(open, transcript, scores);
  return new Map(scores.map((score: Score) => [score.metric, readingOf(score, requests.get(score.metric) ?? [])]));
}

/** The judge, and what each metric asks it. */
function watched(judge: Judge, way: Way): { judge: Judge; requests: ReadonlyMap<string, ModelRequest[]> } {
  const requests = new Map<string, ModelRequest[]>();
  const model: Judge["model"] = (metric, name) => {
    const asked = judge.model(metric, name);
    const heard = {
      ...asked,
      call: (...[request, options]: Parameters<typeof asked.call>) => {
        requests.set(metric, [...(requests.get(metric) ?? []), request]);
        return asked.call(request, options);
      },
    };
    return way === "order" ? inReverse(heard) : heard;
  };
  return { judge: { ...judge, model }, requests };
}

function askedOf(metric: string, stored: StoredTrial, byWay: ReadonlyMap<Way, Readings>): AskedTrial {
  const { trial, caseId, cluster } = stored;
  const readings = Object.fromEntries([...byWay].map(([way, readings]) => [way, readings.get(metric)]));
  return { trial, caseId, unit: cluster ?? caseId, metric, readings };
}

function unscoredIn(trials: readonly AskedTrial[]): SuiteAudit["asked"] {
  const readings = trials.flatMap((trial) => Object.values(trial.readings)).filter(({ kind }) => kind !== "skipped");
  const reasons = readings.flatMap((reading) => (reading.kind === "unscored" ? [reading.reason] : []));
  const counted = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => ({
    reason,
    count: length,
  }));
  return {
    scores: readings.length,
    unscored: reasons.length,
    reasons: counted.sort((a, b) => b.count - a.count),
  };
}

/** How many runs with other agents are read. */
const mostRuns = 5;

/** Whether judge and agent are of one family, and what this judge made of the agents in the suite's stored runs. */
async function familyFacts({
  store,
  run,
  plan,
  header,
}: {
  store: Store;
  run: StoredRun;
  plan: SuitePlan;
  header: SuiteHeader;
}): Promise<OwnFamily> {
  const judges = [...new Set(plan.metrics.flatMap(({ judges: names = ["judge"] }) => names))];
  const agents: JudgedAgent[] = [];
  const others = (await store.runs.list()).filter(({ id }) => id !== run.id);
  for (const one of [run, ...others]) {
    const suite = one.suites.find(({ name, header: own }) => name === plan.loaded.suite.name && judgedAlike(own, plan));
    const model = suite && agentModel(suite.header);
    if (!suite || model === undefined || agents.some((agent) => agent.model === model)) continue;
    agents.push({ run: one.id, model, scores: await judgedScores(store, one, suite, plan) });
    if (agents.length === mostRuns) break;
  }
  return ownFamily(
    judges.map((name) => plan.models.id(name)),
    agents,
    agentModel(header),
  );
}

/** Whether the run's scores came from the same metrics and the same judge. */
function judgedAlike({ metrics }: SuiteHeader, plan: SuitePlan): boolean {
  return plan.metrics.every(({ name }, index) =>
    metrics.some((before) => before.name === name && before.identity === metricIdentity(plan, index)),
  );
}

function agentModel({ models }: SuiteHeader): string | undefined {
  const agent = isJsonObject(models) ? models.agent : undefined;
  return typeof agent === "string" ? agent : undefined;
}

async function judgedScores(store: Store, run: StoredRun, { position }: StoredSuite, { metrics }: SuitePlan) {
  const names = new Set(metrics.map(({ name }) => name));
  const scores: JudgedAgent["scores"][number][] = [];
  for await (const trial of store.trials.read(run.id, position)) {
    for (const score of trial.scores) {
      if (score.status === "scored" && names.has(score.metric))
        scores.push({ passed: score.passed, unit: trial.cluster ?? trial.caseId });
    }
  }
  return scores;
}
