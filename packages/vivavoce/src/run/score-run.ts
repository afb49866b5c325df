import { InputError, type Problem, VivaError } from "../base/index.ts";
import { count, emptyTally, type Tally } from "../gate/index.ts";
import type { StoredRun, StoredSuite, StoredTrial } from "../store/index.ts";
import { claimRun, keepAlive } from "./claim-run.ts";
import type { SuitePlan } from "./plan.ts";
import type { PreparedPlan } from "./prepare-metrics.ts";
import { prepareScoring } from "./prepare-scoring.ts";
import { runSchedule } from "./schedule.ts";
import type { ScoreSettings } from "./score-settings.ts";
import { scoreTrial } from "./score-trial.ts";
import { suiteHeader } from "./suite-header.ts";

export interface ScoredSuite {
  plan: SuitePlan;
  /** Why metrics could score nothing, by their names. */
  failures: PreparedPlan["failures"];
  /** Trials that got new scores. */
  scored: number;
  tally: Tally;
  safetyHits: number;
}

/** A run that somebody else is at work on. */
export class ScoreRefused extends VivaError {
  override readonly name = "ScoreRefused";
}

/** Scores stored transcripts. The agent is never called; scores are appended, never overwritten. */
export async function scoreRun(settings: ScoreSettings): Promise<ScoredSuite[]> {
  const { store, run, plans } = settings;
  await refuseChanges(settings);
  const busy = await claimRun(store, run.id);
  if (busy) throw new ScoreRefused(busy);
  const letGo = keepAlive(store, run.id);
  let finished = run.finishedAt !== undefined;
  try {
    const suites: ScoredSuite[] = [];
    for (const plan of plans) suites.push(await scoreSuite(plan, settings));
    await store.flush();
    finished = suites.every(({ tally }) => tally.pending === 0);
    if (!settings.stop.aborted) await store.runs.describe(run.id, newHeaders(suites, settings));
    return suites;
  } finally {
    letGo();
    // Where the store is what failed, this fails as well: the first error is the one to be told.
    await store.runs.release(run.id, finished).catch(() => {});
  }
}

async function scoreSuite(planned: SuitePlan, settings: ScoreSettings): Promise<ScoredSuite> {
  const { store, run, stop } = settings;
  const { plan, failures } = await prepareScoring(planned, storedSuite(run, planned), settings);
  const indexes = caseIndexes(plan);
  let scored = 0;
  await runSchedule<StoredTrial>({
    items: store.trials.read(run.id, plan.position),
    concurrency: settings.concurrency,
    stopped: () => stop.aborted,
    work: async (stored) => {
      const caseIndex = indexes.get(stored.caseId);
      // Only of a trial that an outage ended, which has nothing to score, the case may be gone.
      if (caseIndex === undefined) return;
      if (await scoreTrial(plan, { ...stored, caseIndex }, settings)) settings.onScored?.(++scored);
    },
  });
  const { counts, safetyHits } = await store.trials.tally(run.id, plan.position);
  const tally = emptyTally(storedSuite(run, plan).planned);
  for (const [status, many] of counts) for (let index = 0; index < many; index++) count(tally, status);
  return { plan, failures, scored, tally, safetyHits };
}

/** Before anything is scored: every suite must be the one that was played, and every case as it was. */
async function refuseChanges({ store, run, plans }: ScoreSettings): Promise<void> {
  const problems = new Map<string, Problem>();
  for (const plan of plans) {
    storedSuite(run, plan);
    const indexes = caseIndexes(plan);
    for await (const { caseId, caseHash, outcome } of store.trials.summaries(run.id, plan.position)) {
      const index = indexes.get(caseId);
      if (outcome === "infrastructure" || (index !== undefined && plan.cases.hash(index) === caseHash)) continue;
      problems.set(`${plan.position} ${caseId}`, changedCase(caseId, plan, run.id));
    }
  }
  if (problems.size > 0) throw new InputError([...problems.values()]);
}

function caseIndexes({ cases }: SuitePlan): Map<string, number> {
  return new Map(Array.from({ length: cases.size }, (_, index) => [cases.id(index), index]));
}

function storedSuite(run: StoredRun, { position, loaded }: SuitePlan): StoredSuite {
  const stored = run.suites.find((suite) => suite.position === position);
  if (stored?.name === loaded.suite.name) return stored;
  throw new InputError({
    message: `run ${run.id} has ${stored?.name ?? "no suite"} where ${loaded.suite.name} is now`,
    place: { file: loaded.file },
    remedy: "Give the suite its name back, or play it again: viva run.",
  });
}

/** What the run's newest scores come from now; metrics that were not scored stay as they were. */
function newHeaders(suites: readonly ScoredSuite[], { run, metrics: wanted }: ScoreSettings): StoredSuite[] {
  return suites.map(({ plan }) => {
    const before = storedSuite(run, plan);
    const now = suiteHeader(plan, "").header;
    const kept = new Map(before.header.metrics.map((metric) => [metric.name, metric]));
    const isNew = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(name);
    const current = now.metrics.flatMap((metric) => (isNew(metric) ? metric : (kept.get(metric.name) ?? [])));
    const gone = before.header.metrics.filter(({ name }) => !now.metrics.some((metric) => metric.name === name));
    const models = wanted.length === 0 ? judgesNow(before, plan) : before.header.models;
    return { ...before, header: { ...before.header, metrics: [...current, ...gone], models } };
  });
}

function judgesNow({ header }: StoredSuite, { models }: SuitePlan): StoredSuite["header"]["models"] {
  const before = typeof header.models === "object" && header.models !== null ? header.models : {};
  const judges = Object.keys(models.choices).filter((name) => name !== "agent" && name !== "user");
  return { ...before, ...Object.fromEntries(judges.map((name) => [name, models.id(name)])) };
}

function changedCase(caseId: string, { loaded }: SuitePlan, run: string): Problem {
  return {
    message: `case ${caseId} has changed or gone since run ${run} played it, so its transcript cannot be scored`,
    place: { file: loaded.file },
    remedy: "Play it again: viva run.",
  };
}
