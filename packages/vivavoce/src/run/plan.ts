import type { Agent } from "../agent/index.ts";
import { hashOf, type Problem } from "../base/index.ts";
import type { CaseSet } from "../case/index.ts";
import type { ModelHosts } from "../gateway/index.ts";
import type { Metric } from "../metric/index.ts";
import type { Cassette } from "../model/index.ts";
import type { SuiteNetwork } from "../network/index.ts";
import type { AgentIdentity, AgentSources, EarlyPlan, GatePolicy, Origin, Tried, Variant } from "../shape/index.ts";
import { trialKey } from "../store/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuiteModels } from "./suite-models.ts";
import type { TrafficMode } from "./traffic-mode.ts";

/** The key of a whole suite's calls among those of its trials. */
export const suiteTrial = "_suite";

/** One choice of a suite's variants with the cases that are played under it. */
export interface VariantPlan {
  variant: Variant;
  identity: AgentIdentity;
  /** Positions in the case set. */
  cases: Uint32Array;
  /** Of a shard: the cases of all shards. */
  whole?: Uint32Array | undefined;
  /** Cases that a replay leaves out because they have no tape, as the suite says. */
  withoutTape: number;
  origin: Origin;
  /** Of a run that may stop early: the whole plan. */
  early?: EarlyPlan | undefined;
  /** How often each case is in the plan, if it differs from the plan's own number. */
  repeat?: number | undefined;
  /** Cases that were left out because they have no given transcript. */
  withoutTranscript?: number | undefined;
  /** What came out when its trials were played again in another process. */
  tried?: Tried | undefined;
}

/** Steps that were made for a metric, or why they could not be. */
interface Preparation {
  /** The metric's identity before: the same metric keeps the same steps. */
  from: string;
  /** Why there are no steps. */
  failure?: string | undefined;
}

/** How many model calls all cases together need, each played and scored once. */
interface CaseLoad {
  /** User lines. */
  exchanges: number;
  /** The cases with a simulated user, their lines, and those of the lines that its model makes up. */
  simulated: { cases: number; exchanges: number; userCalls: number };
  /** Calls of the judge, by metric. */
  judgeCalls: Record<string, number>;
}

/** Everything that one suite will do in this run. */
export interface SuitePlan {
  position: number;
  loaded: LoadedSuite;
  models: SuiteModels;
  mode: TrafficMode;
  cassette: Cassette;
  /** A trial that has no tape is played, and fails when it asks for one. */
  unrecorded?: "kept" | undefined;
  /** The connections of the suite's own code: closed in a replay. */
  network: SuiteNetwork;
  /** Where `viva proxy` listens, if the agent's models are asked there. */
  proxy: string | undefined;
  /** The hosts whose requests are model calls of the agent's own client; undefined if they are not captured. */
  capture?: ModelHosts | undefined;
  cases: CaseSet;
  metrics: readonly Metric[];
  /** The steps that were made before the first trial, by metric. */
  preparations?: Readonly<Record<string, Preparation>> | undefined;
  variants: VariantPlan[];
  /** The agents' files and code, file by file. */
  sources?: AgentSources | undefined;
  repeat: number;
  /** Each repeat is another simulated user, and only cases that have one are played. */
  users?: number | undefined;
  /** The most trials at once that all of its agents can take. */
  concurrency?: number | undefined;
  planned: number;
  /** If some of its cases are retired: those that the baseline still has are played. */
  retired?: { played: string[]; leftOut: string[] } | undefined;
  /** How many model calls all selected cases need. */
  load: CaseLoad;
  /** Of a run that is divided into shards, or that may stop early: the clusters of the cases that have one, by case. */
  clusters?: ReadonlyMap<string, string> | undefined;
  /** The tags of the selected cases. */
  tags: ReadonlySet<string>;
  gate: GatePolicy;
  /** The stand-in that is examined instead of the suite's agent. */
  standIn: RunOptions["agent"];
  warnings: readonly Problem[];
  /** A fresh agent for one trial. */
  agent(variant: Variant): Agent;
}

/** The parts of a suite that a problem names. */
export type NamedSuite = Pick<LoadedSuite, "suite" | "file">;

/** A problem of a suite, at its file. */
export function suiteProblem({ suite, file }: NamedSuite, message: string, remedy: string): Problem {
  return { message: `suite ${suite.name}: ${message}`, place: { file }, remedy };
}

/** A metric's identity within a run: its own, and for a judged one the judge's model and parameters. */
export function metricIdentity(plan: Pick<SuitePlan, "metrics" | "models">, index: number): string {
  const metric = plan.metrics[index];
  if (!metric) throw new RangeError(`there is no metric ${index}`);
  const { hash } = metric.identity;
  if (!metric.judged) return hash;
  const known = judgedIdentities.get(plan.models) ?? new Map<string, string>();
  judgedIdentities.set(plan.models, known);
  const identity = known.get(hash) ?? hashOf([hash, plan.models.judgeIdentity]);
  known.set(hash, identity);
  return identity;
}

/** By the hashes of metrics: every trial asks for them. */
const judgedIdentities = new WeakMap<SuitePlan["models"], Map<string, string>>();

/** The positions of a plan's cases, by their ids. */
export function caseIndexes({ cases }: Pick<SuitePlan, "cases">): Map<string, number> {
  return new Map(Array.from({ length: cases.size }, (_, index) => [cases.id(index), index]));
}

/** One trial of the plan. */
export interface PlannedTrial {
  position: number;
  caseIndex: number;
  caseId: string;
  caseHash: string;
  variant: Variant;
  repeat: number;
  key: string;
}

/** The trials of a plan in their order: variant, case, repeat. In a shard they keep their positions in the whole plan. */
export function* plannedTrials(plan: SuitePlan): Generator<PlannedTrial> {
  let position = 0;
  for (const { variant, cases, whole } of plan.variants) {
    const own = whole && new Set(cases);
    for (const caseIndex of whole ?? cases) {
      if (own && !own.has(caseIndex)) {
        position += plan.repeat;
        continue;
      }
      for (let repeat = 1; repeat <= plan.repeat; repeat++)
        yield plannedTrial(plan, { position: position++, caseIndex, variant, repeat });
    }
  }
}

function plannedTrial(
  { cases }: SuitePlan,
  trial: Pick<PlannedTrial, "position" | "caseIndex" | "variant" | "repeat">,
): PlannedTrial {
  const caseId = cases.id(trial.caseIndex);
  const key = trialKey(caseId, trial.variant, trial.repeat);
  return { ...trial, caseId, caseHash: cases.hash(trial.caseIndex), key };
}

/** The trial at a position of the plan; in a shard, at a position of the whole plan. */
export function trialAt(plan: SuitePlan, position: number): PlannedTrial | undefined {
  let first = 0;
  for (const { variant, cases, whole = cases } of plan.variants) {
    const caseIndex = whole[Math.floor((position - first) / plan.repeat)];
    if (position >= first && caseIndex !== undefined) {
      if (whole !== cases && !cases.includes(caseIndex)) return undefined;
      return plannedTrial(plan, { position, caseIndex, variant, repeat: ((position - first) % plan.repeat) + 1 });
    }
    first += whole.length * plan.repeat;
  }
  return undefined;
}

/** The plan of the cases that have one of these trials; all repeats of such a case stay planned. */
export function narrowedTo(plan: SuitePlan, keys: ReadonlySet<string>): SuitePlan {
  const kept = new Set([...plannedTrials(plan)].filter(({ key }) => keys.has(key)).map(({ caseIndex }) => caseIndex));
  const variants = plan.variants.map((one) => ({ ...one, cases: one.cases.filter((index) => kept.has(index)) }));
  return withVariants(plan, variants);
}

/** The plan with these cases under its variants. */
export function withVariants(plan: SuitePlan, variants: VariantPlan[]): SuitePlan {
  return { ...plan, variants, planned: variants.reduce((sum, { cases }) => sum + cases.length, 0) * plan.repeat };
}
