import type { JsonValue } from "../base/index.ts";
import type { RunDecision } from "./decision.ts";
import type { GatePolicy } from "./gate-policy.ts";
import type { Variant } from "./variant.ts";
import type { AgentSources, Tried } from "./variant-result.ts";

/** What identifies an agent. Runs of different identities are different exams; a resume refuses to mix them. */
export interface AgentIdentity {
  name: string;
  version: string;
  variant: Variant;
  /** Models and their parameters, by role. */
  models: JsonValue;
  tools: string;
  /** Hash of the suite's module graph. */
  code: string;
  /** Hash of `suite.files`, and of the files that the agent itself names. */
  files: string;
  /** Of all this, of Node's version, and of the packages that the module graph enters: they are in the suite's header. */
  hash: string;
}

/**
 * The plan of a run that may stop early: its units (clusters, and cases without one) are played in a random order, so that
 * those played so far are a random sample of all.
 */
export interface EarlyPlan {
  seed: number;
  /** Of the whole plan, whether it was played or not. */
  cases: number;
  units: number;
  /** The most cases in one unit. */
  largest: number;
}

/** Where the answers of a suite's models came from; "given transcripts": unknown, because no agent was played. */
export type Origin = "live" | "partly live" | "recorded" | "hand-written" | "mixed" | "given transcripts";

/** The facts of a run that are known before it starts. */
export interface RunHeader {
  viva: string;
  node: string;
  /** The options that decide what is played; not concurrency, budget or reports. A resume takes them from here. */
  options: RunPlanOptions;
  /** The paths given on the command line, relative to the project. */
  paths: string[];
  /** Trials at a time. The more there are, the longer each reply takes. */
  concurrency?: number | undefined;
  /** No agent was played: these files hold the transcripts that were scored. */
  given?: GivenFiles | undefined;
  /** What the user wrote about it: `--note`. */
  note?: string | undefined;
  /** The commit that was checked out. */
  commit?: GitCommit | undefined;
  /** Its trials are played by workers that take them from a queue. */
  queue?: true | undefined;
  /** What the command line allows each model; workers keep it together. A resume sets its own. */
  limits?: RunLimits | undefined;
  /** Each trial was played in a process of its own, this many at a time; a resume does the same. */
  processes?: number | undefined;
  /** Of a shard: the pipeline of the build server that played it, which plays each shard once. */
  pipeline?: string | undefined;
  /** Of a shard: the identity of the whole plan. Shards of the same plan can be merged. */
  plan?: string | undefined;
  /** The shards whose trials this run holds. */
  merged?: MergedShards | undefined;
}

/** The limits of every model, whatever its own are; left out: none. */
interface RunLimits {
  modelConcurrency?: number | undefined;
  requestsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
}

/** One part of a plan that several machines share: the second of five has the index 2. */
export interface Shard {
  index: number;
  count: number;
}

/** What a merged run was made of. */
interface MergedShards {
  count: number;
  /** Fewer than `count` if it was merged with --partial. */
  shards: readonly { index: number; run: string }[];
}

/** A commit of the project's repository. */
type GitCommit = {
  /** Its whole hash. */
  id: string;
  branch?: string | undefined;
  /** Files differed from it. */
  changed: boolean;
};

/** The given transcripts of a run. */
interface GivenFiles {
  /** Their names as given; "stdin" for piped input. */
  files: readonly string[];
  transcripts: number;
  /** A hash over all of them, in order. */
  hash: string;
  /** They are scored by some of the suite's metrics only: those that the suite's header has. */
  someMetrics?: true | undefined;
}

/** A case that did not pass, and the variant. */
export interface FailedCase {
  caseId: string;
  variant: Variant;
}

export interface RunPlanOptions {
  seed: number;
  repeat: number;
  /** Only cases with a simulated user; each repeat has another one, this many in all. */
  users?: number | undefined;
  /** Ids or globs of ids; empty: all. */
  cases: readonly string[];
  tags: readonly string[];
  /** Only trials that did not pass the last time. */
  failed: boolean;
  /** The trials that `--failed` chose when the run began: at a resume, other trials may have failed last. */
  failedBefore?: readonly (FailedCase & { suite: string })[] | undefined;
  /** Set if cases are retired: those that were left out. */
  withoutRetired?: readonly { suite: string; caseId: string }[] | undefined;
  variants: Readonly<Record<string, readonly string[]>>;
  /** Only this part of the plan. */
  shard?: Shard | undefined;
  /** Stop as soon as the verdict is certain enough. */
  stop?: "early" | undefined;
  /** Examine a stand-in instead of the suite's agent. */
  agent: "nothing" | "random" | undefined;
  /** Milliseconds for one exchange; undefined: the suite's own limit. */
  timeoutMs: number | undefined;
  /** Replaces the suite's agent or judge model. */
  model: string | undefined;
  judge: string | undefined;
  /** Undefined: live when every key is there, otherwise replay. */
  traffic: "live" | "replay" | "record" | "record-missing" | undefined;
  /** Answers of earlier live runs are used where the same is asked: the user asked for it, or the config does. */
  cache?: "asked" | "configured" | undefined;
}

export interface MetricHeader {
  name: string;
  identity: string;
  judged: boolean;
  gating: boolean;
  /** One trial that misses it fails the whole run. */
  zeroTolerance?: boolean | undefined;
  /** What the judge is asked, in words. */
  asks?: string | undefined;
  /** The evaluation steps that were in use. */
  steps?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The metric's identity before steps were made for it: if it is the same again, so are the steps. */
  preparedFrom?: string | undefined;
  /** Of a judged metric: who is asked, and short hashes of what makes up its question, so that a change can be named. */
  question?: MetricQuestion | undefined;
  /** Why its steps could not be made: it has no scores until a later scoring makes them. */
  unprepared?: string | undefined;
}

type MetricQuestion = {
  /** The models that are asked. */
  judges: readonly string[];
  /** A hash of their settings. */
  settings: string;
  /** A hash of each part of the question: criteria, prompt, steps, menu, threshold … */
  parts: Readonly<Record<string, string>>;
};

export interface VariantHeader {
  variant: Variant;
  agent: AgentIdentity;
  cases: number;
  planned: number;
  /** Of a shard: the cases and trials of all shards together. */
  whole?: { cases: number; planned: number } | undefined;
  /** Of a run that may stop early: its whole plan. It was stopped early if that has more cases than `cases`. */
  early?: EarlyPlan | undefined;
  origin: Origin;
  /** Cases that a replay left out because they have no tape and the suite says so. */
  withoutTape?: number | undefined;
  /** Cases of the suite that were left out because they have no given transcript. */
  withoutTranscript?: number | undefined;
  /** What came out when its trials were played again; left out: that was not tried. */
  tried?: Tried | undefined;
}

export interface SuiteHeader {
  file: string;
  variants: VariantHeader[];
  /** The agents' files and code, so that a comparison can name what changed. */
  sources?: AgentSources | undefined;
  /** Identity of the set of cases. */
  dataset: string;
  /** How many cases the suite has, if some were not selected. */
  total?: number | undefined;
  /** The cases that were played although they are retired. */
  retired?: readonly string[] | undefined;
  metrics: MetricHeader[];
  models: JsonValue;
  /** Left out of a replay: by role, the server of each model whose address is not in the suite. */
  servers?: Readonly<Record<string, string>> | undefined;
  /** If a case has a simulated user: its model and parameters, and those of the judge that grades it. */
  user?: JsonValue | undefined;
  mode: "live" | "replay" | "record";
  /** After a scoring by other code than the trials were played with: a hash of that code, or "several". */
  scoredBy?: string | undefined;
  gate: GatePolicy;
}

export interface StoredRun {
  id: string;
  createdAt: number;
  updatedAt: number;
  finishedAt: number | undefined;
  owner: string | undefined;
  header: RunHeader;
  suites: StoredSuite[];
  /** Undefined while it is being played, and if its process was killed. */
  decision?: RunDecision | undefined;
  /** Set if somebody has rewritten its decision, which is then left out. */
  rewritten?: true | undefined;
}

export interface StoredSuite {
  position: number;
  name: string;
  planned: number;
  header: SuiteHeader;
}
