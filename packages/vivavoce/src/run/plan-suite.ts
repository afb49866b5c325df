import { resolve } from "node:path";
import type { Agent } from "../agent/index.ts";
import { redactor as defaultRedactor, InputError, type Problem, type Redactor, secretIn } from "../base/index.ts";
import type { KnownTools } from "../case/index.ts";
import { variantFault } from "../conversation/index.ts";
import { earlyPlan } from "../gate/index.ts";
import { type ModelHosts, modelHosts } from "../gateway/index.ts";
import { ending, type Metric, worldEffects } from "../metric/index.ts";
import { openCassette } from "../model/index.ts";
import { SuiteNetwork } from "../network/index.ts";
import { type Ability, abilities, type FailedCase, showVariant, type Variant } from "../shape/index.ts";
import {
  agentIdentity,
  agentOf,
  agentSources,
  allowedIn,
  chooseVariants,
  decideNetwork,
  type LoadedSuite,
  type Project,
  type Suite,
} from "../suite/index.ts";
import { cassetteFolder } from "./cassette-folder.ts";
import { failedTrials } from "./failed-trials.ts";
import { givenCassette } from "./given-cassette.ts";
import { askable, cannotMeetUser, madeAgent, standIn } from "./made-agent.ts";
import { refuseMissingModels } from "./missing-models.ts";
import type { RunOptions } from "./options.ts";
import { withPinnedSteps } from "./pinned-steps.ts";
import type { SuitePlan, VariantPlan } from "./plan.ts";
import { planWarnings, toolWarnings, unheardFaults } from "./plan-warnings.ts";
import { noTapes, playableCases } from "./playable-cases.ts";
import { retiredNote } from "./retired-cases.ts";
import { selectCases } from "./select-cases.ts";
import type { SelectionFlags } from "./selection-flags.ts";
import type { SuiteModels } from "./suite-models.ts";
import { type TrafficMode, trafficMode } from "./traffic-mode.ts";

interface PlanSettings {
  position: number;
  project: Project;
  models: SuiteModels;
  options: RunOptions;
  /** The trials that did not pass the last time, for `--failed`. */
  failedBefore: readonly FailedCase[] | undefined;
  /** Only the judge will be asked, so only its key counts. */
  judgeOnly?: boolean | undefined;
  /** Transcripts are given instead of an agent's conversations; recordings of the judge are kept under this name. */
  given?: { name: string } | undefined;
  /** A replay also plays cases without a tape: an agent that asks no model needs none. */
  unrecorded?: "kept" | undefined;
  /** Which of the suite's retired cases are played; all if left out. */
  retire?: ((ids: readonly string[]) => Promise<SuitePlan["retired"]>) | undefined;
  /** What `--case` and `--tag` name, over all suites. */
  flags?: SelectionFlags | undefined;
  /** By default the secrets of this process's environment. */
  redactor?: Redactor | undefined;
}

/** Reads, validates and counts; nothing is played. */
export function planSuite(loaded: LoadedSuite, settings: PlanSettings): Promise<SuitePlan> {
  const network = loaded.network ?? new SuiteNetwork();
  return network.within(() => plannedSuite({ ...loaded, network }, settings));
}

type WatchedSuite = LoadedSuite & { network: SuiteNetwork };

async function plannedSuite(loaded: WatchedSuite, settings: PlanSettings): Promise<SuitePlan> {
  const { suite, folder } = loaded;
  const { options, models, project, given, redactor = defaultRedactor() } = settings;
  const failed = settings.failedBefore && failedTrials(suite.variants, options.variants, settings.failedBefore);
  const variants = failed?.variants ?? chooseVariants(suite.variants, options.variants);
  const agents = variants.flatMap((variant) => {
    const agent = given ? agentIfAny(loaded, variant) : standIn(options.agent, madeAgent(loaded, variant));
    return agent ? [{ variant, agent }] : [];
  });
  const limits = agents.flatMap(({ agent }) => agent.concurrency ?? []);
  const unreadSchemas = toolWarnings(
    loaded,
    agents.map(({ agent }) => agent),
  );
  const withoutUsers = cannotMeetUser(options, models);
  // Given conversations do not need the abilities of this agent.
  const hears = given ? undefined : knownAbilities(agents);
  const mayBeEmpty = given !== undefined;
  const { flags } = settings;
  const selection = { options, tools: knownTools(agents), hears, failed, withoutUsers, flags, mayBeEmpty };
  const selected = await selectCases(loaded, selection);
  const { cases, load, tags, clusters, expected, faulted, simulated } = selected;
  const retired = await settings.retire?.(selected.retired);
  const left = new Set(retired?.leftOut);
  if (!settings.judgeOnly && simulated !== undefined) refuseMissingModels(loaded, models, simulated);
  // A conversation that a test plays has a folder for itself.
  const alone = settings.unrecorded && { place: resolve(folder, suite.cassettes ?? "cassettes") };
  const kept = alone ?? (await cassetteFolder(loaded));
  const tapes = openCassette(kept.place, { redactor });
  const cassette = given ? givenCassette(tapes, given.name, redactor) : tapes;
  const mode = modeOf(settings);
  const plans: VariantPlan[] = [];
  let playable = 0;
  for (const { variant, agent } of given ? [] : agents) {
    const identity = await agentIdentity(loaded, agent, { variant, models: models.agentIdentity });
    const isDisturbed = variantFault(variant) !== undefined;
    const isPlayed = (index: number) => {
      const id = cases.id(index);
      // A case with faults of its own is not combined with --faults.
      return !(isDisturbed && faulted.has(id)) && !left.has(id) && (failed?.plays(variant, id) ?? true);
    };
    const { unrecorded } = settings;
    const { answered, ...chosen } = await playableCases(variant, cases, isPlayed, {
      mode,
      cassette,
      unrecorded,
      loaded,
    });
    playable += answered;
    // The other wishes may leave none of a variant's failures.
    if (failed && chosen.cases.length + chosen.withoutTape === 0) continue;
    const named = (index: number) => ({ caseId: cases.id(index), cluster: clusters?.get(cases.id(index)) });
    const early = options.stop && { early: earlyPlan([...chosen.cases].map(named), options.seed) };
    plans.push({ variant, identity, ...chosen, ...early });
  }
  const planned = plans.reduce((sum, plan) => sum + plan.cases.length, 0) * options.repeat;
  if (playable === 0 && !settings.judgeOnly) throw noTapes(loaded, mode, options, kept);
  const metrics = withEnding(withInvariants(suite), expected);
  const thresholded = withThreshold(metrics, suite.threshold ?? project.config.threshold);
  const pinned = await withPinnedSteps(thresholded, loaded);
  const capture = captureOf(loaded, settings);
  // By now all code of the suite that planning needs has run.
  decideNetwork(loaded, project, { replayed: mode.kind === "replay", capture });
  const plan: SuitePlan = {
    position: settings.position,
    unrecorded: settings.unrecorded,
    loaded,
    models,
    mode,
    cassette,
    proxy: { ...project.config.gateway, ...loaded.suite.gateway }.proxy,
    network: loaded.network,
    capture,
    cases,
    metrics: askable(pinned.metrics, models, options),
    variants: plans,
    sources: await agentSources(
      loaded,
      agents.map(({ agent }) => agent),
    ),
    concurrency: limits.length === 0 ? undefined : Math.min(...limits),
    repeat: options.repeat,
    users: options.users,
    planned,
    retired,
    load,
    tags,
    clusters,
    gate: { ...project.config.gate, ...suite.gate },
    standIn: options.agent,
    warnings: [
      ...cases.warnings,
      ...unreadSchemas,
      ...unheardFaults(loaded, variants),
      ...pinned.warnings,
      ...planWarnings(loaded, selected),
      ...(retired ? retiredNote(loaded, retired) : []),
    ],
    agent: (variant) => standIn(options.agent, agentOf(suite, variant)),
  };
  refuseSecretNames(plan, redactor);
  return plan;
}

/** A name says which results belong together, so it cannot be redacted: one that holds a secret is refused. */
function refuseSecretNames({ loaded, cases, metrics, variants }: SuitePlan, redactor: Redactor): void {
  const problems: Problem[] = [];
  const check = (what: string, name: string, place = (): Problem["place"] => ({ file: loaded.file })) => {
    const problem = secretIn(what, name, { redactor });
    if (problem) problems.push({ ...problem, place: place() });
  };
  check("the suite's name", loaded.suite.name);
  for (const { name } of metrics) check("a metric's name", name);
  for (const name of Object.keys(loaded.suite.models ?? {})) check("a model's name", name);
  for (const choice of variants.flatMap(({ variant }) => Object.entries(variant).flat())) check("a variant", choice);
  for (let index = 0; index < cases.size; index++) {
    check("a case's id", cases.id(index), () => redactor.value(cases.place(index)));
  }
  if (problems.length > 0) throw new InputError(problems);
}

/** The tools that cases are checked against: those of every variant that lists its tools. */
function knownTools(agents: readonly { variant: Variant; agent: Agent }[]): KnownTools | undefined {
  if (agents.length === 1) return agents[0]?.agent.tools;
  if (agents.length === 0) return undefined;
  return new Map(agents.flatMap(({ variant, agent: { tools } }) => (tools ? [[showVariant(variant), tools]] : [])));
}

/** Only its tools are needed here. If the agent cannot be made, for example without a key, that does not matter. */
function agentIfAny(loaded: LoadedSuite, variant: Variant): Agent | undefined {
  try {
    return madeAgent(loaded, variant);
  } catch {
    return undefined;
  }
}

/** What the agents of all variants can do besides answering; undefined if one of them does not say. */
function knownAbilities(agents: readonly { agent: Agent }[]): readonly Ability[] | undefined {
  if (agents.some(({ agent: { hears } }) => hears === undefined)) return undefined;
  return abilities.filter((ability) => agents.every(({ agent: { hears } }) => hears?.includes(ability)));
}

/** What a case expects about its end is always checked: a hang-up that did not happen must not pass. */
function withEnding(metrics: readonly Metric[], expected: ReadonlySet<string>): readonly Metric[] {
  const isListed = metrics.some(({ name }) => name === "ending");
  return isListed || !(expected.has("end") || expected.has("quiet")) ? metrics : [...metrics, ending()];
}

/** A suite's invariants are always checked. */
function withInvariants({ metrics, invariants }: Suite): readonly Metric[] {
  const isListed = invariants === undefined || metrics.some(({ reads }) => reads?.includes("world"));
  return isListed ? metrics : [...metrics, worldEffects()];
}

/** A stand-in asks none of the suite's models for its answers: there is nothing to record or replay. */
function modeOf({ options, models, judgeOnly }: PlanSettings): TrafficMode {
  if (options.agent !== undefined) return { kind: "live" };
  const isNeeded = (name: string) => !judgeOnly || (name !== "agent" && name !== "user");
  return trafficMode(options.traffic, models.missingKeys(isNeeded));
}

/** Only an agent's calls are captured: if it is not played, metrics may make any connection. */
function captureOf({ suite }: LoadedSuite, { project, models, judgeOnly }: PlanSettings): ModelHosts | undefined {
  if (judgeOnly) return undefined;
  const baseURLs = Object.keys(models.choices).flatMap((name) => models.baseURL(name) ?? []);
  return modelHosts([project.config.capture, suite.capture], { baseURLs, reached: allowedIn(suite, project) });
}

/** The default threshold is for judged metrics. A metric by code needs every check to pass unless it says otherwise. */
function withThreshold(metrics: readonly Metric[], threshold: number | undefined): Metric[] {
  return metrics.map((metric) =>
    metric.judged && threshold !== undefined ? (metric.withDefaultThreshold?.(threshold) ?? metric) : metric,
  );
}
