import { resolve } from "node:path";
import { matchesGlob } from "node:path/posix";
import { type Agent, nothingAgent, randomAgent, type Variant } from "../agent/index.ts";
import { InputError, messageOf, type Problem } from "../base/index.ts";
import { type Case, type CaseSet, exchangesOf, scanCases } from "../case/index.ts";
import type { AgentSources, GatePolicy } from "../gate/index.ts";
import type { Metric } from "../metric/index.ts";
import { type Cassette, openCassette } from "../model/index.ts";
import type { FailedCase, Origin } from "../store/index.ts";
import { trialKey } from "../store/index.ts";
import {
  type AgentIdentity,
  agentIdentity,
  agentOf,
  agentSources,
  caseSource,
  chooseVariants,
  type LoadedSuite,
  type Project,
} from "../suite/index.ts";
import { type FailedTrials, failedTrials } from "./failed-trials.ts";
import type { RunOptions } from "./options.ts";
import { withPinnedSteps } from "./pinned-steps.ts";
import type { SuiteModels } from "./suite-models.ts";
import { type TrafficMode, trafficMode } from "./traffic-mode.ts";
import { unreadExpectations } from "./unread-expectations.ts";

/** One choice of a suite's variants with the cases that are played under it. */
export interface VariantPlan {
  variant: Variant;
  identity: AgentIdentity;
  /** Positions in the case set; those without a recording are left out of a replay. */
  cases: Uint32Array;
  withoutTape: number;
  origin: Origin;
}

/** Steps that were made for a metric, or why they could not be. */
export interface Preparation {
  /** The metric's own identity before: for the same metric the same steps hold. */
  from: string;
  /** Why there are none. */
  failure?: string | undefined;
}

/** Everything that one suite will do in this run. */
export interface SuitePlan {
  position: number;
  loaded: LoadedSuite;
  models: SuiteModels;
  mode: TrafficMode;
  cassette: Cassette;
  cases: CaseSet;
  metrics: readonly Metric[];
  /** What was made for metrics before the first trial, by their names. */
  preparations?: Readonly<Record<string, Preparation>> | undefined;
  variants: VariantPlan[];
  /** What the agents are made of, file by file. */
  sources?: AgentSources | undefined;
  repeat: number;
  planned: number;
  /** User lines of all selected cases. */
  exchanges: number;
  gate: GatePolicy;
  /** The stand-in that is examined instead of the suite's agent. */
  standIn: RunOptions["agent"];
  warnings: readonly Problem[];
  /** A fresh agent for one trial. */
  agent(variant: Variant): Agent;
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

export interface PlanSettings {
  position: number;
  project: Project;
  models: SuiteModels;
  options: RunOptions;
  /** What did not pass the last time, for `--failed`. */
  failedBefore: readonly FailedCase[] | undefined;
  /** Only the judge will be asked, so only its key counts. */
  judgeOnly?: boolean | undefined;
}

/** Reads, validates and counts; nothing is played. */
export async function planSuite(loaded: LoadedSuite, settings: PlanSettings): Promise<SuitePlan> {
  const { suite, folder } = loaded;
  const { options, models, project } = settings;
  const failed = settings.failedBefore && failedTrials(suite.variants, options.variants, settings.failedBefore);
  const variants = failed?.variants ?? chooseVariants(suite.variants, options.variants);
  const agents = variants.map((variant) => ({ variant, agent: standIn(options.agent, madeAgent(loaded, variant)) }));
  let exchanges = 0;
  let simulated: string | undefined;
  const expected = new Set<string>();
  const cases = await scanCases(caseSource(suite), {
    baseDirectory: folder,
    tools: agents[0]?.agent.tools,
    select: (testCase) => {
      const selected = isSelected(testCase, options, failed) && !(testCase.user && cannotMeetUser(options, models));
      if (selected) exchanges += exchangesOf(testCase);
      if (selected && testCase.user) simulated ??= testCase.id;
      if (selected) for (const field of Object.keys(testCase.expect)) expected.add(field);
      return selected;
    },
  });
  if (cases.size === 0) throw nothingSelected(loaded, options, cases.total);
  if (!settings.judgeOnly && simulated !== undefined) refuseMissingModels(loaded, models, simulated);
  const cassette = openCassette(resolve(folder, suite.cassettes ?? "cassettes"));
  const isJudge = (name: string) => name !== "agent" && name !== "user";
  const needsModels = options.agent === undefined;
  const mode: TrafficMode = needsModels
    ? trafficMode(options.traffic, models.missingKeys(settings.judgeOnly ? isJudge : () => true))
    : { kind: "live" };
  const plans: VariantPlan[] = [];
  for (const { variant, agent } of agents) {
    const identity = await agentIdentity(loaded, agent, { variant, models: models.agentIdentity });
    const isPlayed = (index: number) => failed?.plays(variant, cases.id(index)) ?? true;
    const chosen = await casesOf(variant, cases, isPlayed, { mode, cassette });
    // Of a variant's failures, the other wishes may leave none.
    if (failed && chosen.cases.length + chosen.withoutTape === 0) continue;
    plans.push({ variant, identity, ...chosen });
  }
  const planned = plans.reduce((sum, plan) => sum + plan.cases.length, 0) * options.repeat;
  if (planned === 0 && !settings.judgeOnly) throw noTapes(loaded, mode, options);
  const thresholded = withThreshold(suite.metrics, suite.threshold ?? project.config.threshold);
  const pinned = await withPinnedSteps(thresholded, loaded);
  return {
    position: settings.position,
    loaded,
    models,
    mode,
    cassette,
    cases,
    metrics: askable(pinned.metrics, models, options),
    variants: plans,
    sources: await agentSources(loaded),
    repeat: options.repeat,
    planned,
    exchanges,
    gate: { ...project.config.gate, ...suite.gate },
    standIn: options.agent,
    warnings: [...cases.warnings, ...pinned.warnings, ...unreadExpectations(loaded, expected)],
    agent: (variant) => standIn(options.agent, agentOf(suite, variant)),
  };
}

/** The default threshold is for judged metrics: of what code checks, all has to hold unless its owner says otherwise. */
function withThreshold(metrics: readonly Metric[], threshold: number | undefined): Metric[] {
  return metrics.map((metric) =>
    metric.judged && threshold !== undefined ? (metric.withDefaultThreshold?.(threshold) ?? metric) : metric,
  );
}

/** A stand-in has no recordings: a simulated user can only meet it live, which a replay rules out. */
function cannotMeetUser({ agent, traffic }: RunOptions, models: SuiteModels): boolean {
  if (agent === undefined) return false;
  return traffic === "replay" || models.missingKeys((name) => name === "user").length > 0;
}

/** A stand-in has no recordings: without a judge that may be asked, only what code can decide is left. */
function askable(metrics: readonly Metric[], models: SuiteModels, { agent, traffic }: RunOptions): readonly Metric[] {
  const noJudge = traffic === "replay" || models.missingKeys((name) => name === "judge").length > 0;
  const judgeless = agent !== undefined && noJudge;
  return judgeless ? metrics.filter((metric) => !metric.judged) : metrics;
}

/** The trials of a plan in their order: variant, case, repeat. */
export function* plannedTrials(plan: SuitePlan): Generator<PlannedTrial> {
  let position = 0;
  for (const { variant, cases } of plan.variants) {
    for (const caseIndex of cases) {
      const caseId = plan.cases.id(caseIndex);
      const caseHash = plan.cases.hash(caseIndex);
      for (let repeat = 1; repeat <= plan.repeat; repeat++) {
        const key = trialKey(caseId, variant, repeat);
        yield { position: position++, caseIndex, caseId, caseHash, variant, repeat, key };
      }
    }
  }
}

/** Without its model a simulated user would fail in every trial, and a judge of it would be left out without a word. */
function refuseMissingModels({ suite, file }: LoadedSuite, { choices }: SuiteModels, caseId: string): void {
  const needed = ["user", ...(suite.simulator?.judge ? ["judge"] : [])].filter((name) => choices[name] === undefined);
  const problems = needed.map((name) => ({
    message: `suite ${suite.name}: case ${caseId} has a simulated user, and there is no model ${name}`,
    place: { file },
    remedy: `Name it in the suite: models: { ${name}: "openrouter:…" }.`,
  }));
  if (problems.length > 0) throw new InputError(problems);
}

/** What goes wrong while an agent is made is its owner's to mend, and shown before anything is run. */
function madeAgent({ suite, file }: LoadedSuite, variant: Variant): Agent {
  const problem = (what: string) => {
    const remedy = "agent is { name, version, open() }, or a function of the variant that returns one.";
    return new InputError({ message: `suite ${suite.name}: ${what}`, place: { file }, remedy });
  };
  try {
    const agent = agentOf(suite, variant);
    if (typeof agent?.open === "function") return agent;
  } catch (error) {
    throw problem(`its agent could not be made: ${messageOf(error)}`);
  }
  throw problem("its agent function returned no agent");
}

function standIn(wanted: RunOptions["agent"], agent: Agent): Agent {
  if (wanted === undefined) return agent;
  return wanted === "nothing" ? nothingAgent(agent.tools) : randomAgent(agent.tools);
}

function isSelected(testCase: Case, options: RunOptions, failed: FailedTrials | undefined): boolean {
  const { cases, tags } = options;
  if (failed && !failed.cases.has(testCase.id)) return false;
  if (tags.length > 0 && !tags.some((tag) => testCase.tags.includes(tag))) return false;
  return cases.length === 0 || cases.some((wanted) => wanted === testCase.id || matchesGlob(testCase.id, wanted));
}

async function casesOf(
  variant: Variant,
  cases: CaseSet,
  isPlayed: (index: number) => boolean,
  { mode, cassette }: { mode: TrafficMode; cassette: Cassette },
) {
  const all = Uint32Array.from({ length: cases.size }, (_, index) => index).filter(isPlayed);
  if (mode.kind === "live") return { cases: all, withoutTape: 0, origin: "live" as const };
  if (mode.kind === "record" && !mode.onlyMissing) return { cases: all, withoutTape: 0, origin: "live" as const };
  const taped = await cassette.list(variant);
  const withTape = all.filter((index) => taped.has(cases.id(index)));
  const origins = new Set<Origin>();
  for (const index of withTape) origins.add((await cassette.origin(variant, cases.id(index))) ?? "mixed");
  if (mode.kind === "record") return { cases: all, withoutTape: 0, origin: "mixed" as const };
  const origin: Origin = origins.size === 1 ? [...origins][0]! : "mixed";
  return { cases: withTape, withoutTape: all.length - withTape.length, origin };
}

/** The selection leaves nothing of this suite; in a run of several, the others may have it. */
export class NothingSelected extends InputError {}

function nothingSelected({ suite, file }: LoadedSuite, options: RunOptions, total: number): NothingSelected {
  const wishes = [
    ...options.cases.map((id) => `--case ${id}`),
    ...options.tags.map((tag) => `--tag ${tag}`),
    ...(options.failed ? ["--failed"] : []),
  ];
  const message = `suite ${suite.name}: none of its ${total} cases fits ${wishes.join(" ") || "the selection"}`;
  const remedy = options.failed
    ? "Nothing failed the last time, or the suite has not been run."
    : "`viva list --cases` shows them.";
  return new NothingSelected({ message, place: { file }, remedy });
}

function noTapes({ suite, file, folder }: LoadedSuite, mode: TrafficMode, options: RunOptions): InputError {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  const what = options.cases.length > 0 ? "the selected cases have" : "it has";
  const message = `suite ${suite.name}: ${key ? `${key} is not set, and ` : ""}${what} no recording in ${resolve(folder, suite.cassettes ?? "cassettes")}`;
  const remedy = key ? `Set ${key} to play live.` : "Record with --record, or play with --live.";
  return new InputError({ message, place: { file }, remedy });
}
