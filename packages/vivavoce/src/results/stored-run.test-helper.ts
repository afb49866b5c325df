import { sameJson } from "../base/index.ts";
import { trialStatus } from "../gate/index.ts";
import type { Outcome, Score, StoredRun, StoredSuite, Transcript, TrialAnswers, TrialStatus } from "../shape/index.ts";
import { type Store, type StoreRecord, trialKey } from "../store/index.ts";
import { played, runHeader, scored, scoreOf, transcriptOf } from "../store/store.test-helper.ts";

/** One trial of a made-up run. */
export interface MadeTrial {
  id: string;
  variant?: Record<string, string>;
  repeat?: number;
  /** Derived from its scores if left out; null: played, but not scored. */
  status?: TrialStatus | null;
  scores?: Score[];
  /** A score of the metric m, instead of `scores`. */
  value?: number;
  identity?: string;
  cluster?: string;
  outcome?: Outcome["kind"];
  answers?: TrialAnswers;
  transcript?: Partial<Transcript>;
}

export interface MadeRun {
  suite?: string;
  variants?: Record<string, string>[];
  /** Cases under each variant, and trials of each; the listed ones if left out. */
  cases?: number;
  repeats?: number;
  header?: Partial<StoredSuite["header"]>;
  options?: Partial<StoredRun["header"]["options"]>;
  finished?: boolean;
}

const agent = { name: "coach", version: "2", variant: {}, models: {}, tools: "t", code: "c", files: "f", hash: "h" };
const metric = { identity: "of the header", judged: false, gating: true };
let runs = 0;

/** Metrics as a header names them. */
export function metricsOf(...given: (Partial<StoredSuite["header"]["metrics"][number]> & { name: string })[]) {
  return { metrics: given.map((one) => ({ ...metric, ...one })) };
}

/** A run of one suite with a metric m, as `viva run` leaves it in the store. */
export async function storedRun(store: Store, trials: readonly MadeTrial[], made: MadeRun = {}): Promise<StoredRun> {
  const { suite = "coach", variants = [{}], header = {}, options, finished = true } = made;
  const id = `results${++runs}`;
  const { repeats = Math.max(1, ...trials.map(({ repeat = 1 }) => repeat)) } = made;
  const stored = variants.map((variant) => {
    const own = trials.filter((trial) => sameJson(trial.variant ?? {}, variant));
    const cases = made.cases ?? new Set(own.map((trial) => trial.id)).size;
    return { variant, agent, cases, planned: cases * repeats, origin: "live" as const };
  });
  const whole: StoredSuite = {
    position: 0,
    name: suite,
    planned: stored.reduce((sum, { planned }) => sum + planned, 0),
    header: {
      ...{ file: "coach.eval.ts", variants: stored, dataset: "dataset", mode: "live", gate: {} },
      metrics: [{ ...metric, name: "m" }],
      models: { agent: "x:agent", judge: "x:judge", user: "x:user" },
      ...header,
    },
  };
  const runOptions = { ...runHeader, options: { ...runHeader.options, ...options } };
  await store.runs.create({ id, header: runOptions, suites: [whole], owner: "1@elsewhere", at: runs });
  await Promise.all(trials.flatMap((trial, position) => recordsOf(id, trial, position)).map((one) => store.write(one)));
  if (finished) await store.runs.release(id, true);
  return store.runs.find(id);
}

export function recordsOf(run: string, given: MadeTrial, position: number): StoreRecord[] {
  const { id, variant = {}, repeat = 1, value, cluster, answers, identity = "of the score" } = given;
  const address = { run, trial: trialKey(id, variant, repeat) };
  const outcome = outcomeOf(given.outcome ?? "completed");
  const transcript = transcriptOf(id, { case: id, variant, repeat, outcome, ...given.transcript });
  const common = { position, caseId: id, caseHash: `hash of ${id}`, cluster, tags: ["x"], variant, repeat };
  const conversation = played({ ...address, ...common, transcript });
  const { scores = value === undefined ? [] : [scoreOf("m", value)] } = given;
  const { status = trialStatus({ outcome, exchanges: [] }, scores) } = given;
  if (status === null) return [conversation];
  const identified = scores.map((score) => ({ score, identity }));
  return [conversation, scored({ ...address, status, scores: identified, answers })];
}

function outcomeOf(kind: Outcome["kind"]): Outcome {
  if (kind === "completed") return { kind };
  if (kind === "infrastructure") return { kind, message: "no connection" };
  return { kind, reason: "threw", message: "out of ideas", exchange: 1 };
}

export function without(name: string, status: "skipped" | "unscored" | "errored", judged = false): Score {
  return { metric: name, judged, gating: true, status, reason: "because" };
}

/** The only suite of a run. */
export function suiteIn({ suites: [suite] }: StoredRun): StoredSuite {
  if (!suite) throw new Error("the run has no suite");
  return suite;
}
