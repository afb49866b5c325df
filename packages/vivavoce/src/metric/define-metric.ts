import {
  hashOf,
  InfrastructureError,
  isPromise,
  type JsonValue,
  messageOf,
  sentencesOf,
  showValue,
  VivaError,
} from "../base/index.ts";
import { type Judge, Unscored } from "../judge/index.ts";
import { ModelError } from "../model/index.ts";
import type { Case, Score, Transcript } from "../shape/index.ts";
import { type OptionKinds, refuseFaults, refuseUnknownOptions, usualOptions } from "./known-options.ts";
import { checkingScore, errorReason } from "./score-checked.ts";
import type { Identity, Metric, MetricOptions, MetricResult } from "./types.ts";

/** The identity of a metric: everything in it that can change a score, and a hash over that. */
export function identityOf(name: string, version: number, parts: unknown): Identity {
  const data = identityParts(parts);
  return { name, version, parts: data, hash: hashOf({ name, version, parts: data }) };
}

/** Texts, which stay as they are, and names to which a bundler has added a number because another file has the same name. */
const textOrNumberedName = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|([A-Za-z_]\w*)\$\d+\b/g;

/** The source text of a function, the same however it was bundled: otherwise another build would be another metric. */
function sourceOf(code: (...given: never[]) => unknown): string {
  return String(code).replace(textOrNumberedName, (_, text?: string, name?: string) => text ?? name ?? "");
}

/** Options as JSON: a function becomes its source text, a pattern its own text, and undefined is left out. */
function identityParts(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "function") return sourceOf(value as (...given: never[]) => unknown);
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(identityParts);
  if (typeof value !== "object") return String(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, identityParts(field)]));
}

/** The definition from which `defineMetric` makes a metric. */
export interface MetricDefinition extends MetricOptions {
  /** What it is called in reports and in `gate`. */
  name: string;
  /** Raise it whenever the code changes what a score means: scores of two versions are not compared. */
  version?: number | undefined;
  /** Whatever else can change a score; goes into the identity. Functions count by their source text. */
  parts?: { readonly [name: string]: unknown } | undefined;
  /** Whether it asks the judge. */
  judged?: boolean | undefined;
  /** If true, it only watches for what must not happen: a case in which nothing else is expected is skipped. */
  watches?: boolean | undefined;
  /** If true, one trial that misses the threshold fails the whole run. */
  zeroTolerance?: boolean | undefined;
  /** Returns false if a case gives the metric nothing to check. Leave it out if only the conversation can tell. */
  applies?: Metric["applies"];
  /** The expectations of a case that it checks: cases that have others are named in a warning. */
  reads?: Metric["reads"];
  /** The tools that its options name: one that is close to the name of a tool of the agent gives a warning, or is refused if it is probably a typing error. */
  tools?: Metric["tools"];
  /** Texts that the metric looks for in what the agent says and does; redaction leaves them readable. */
  canaries?: readonly string[] | undefined;
  /** Scores a transcript with `scored`, `skipped` or `unscored`. */
  score(transcript: Transcript, testCase: Case, judge: Judge): MetricResult | Promise<MetricResult>;
}

const known: OptionKinds<MetricDefinition> = {
  ...usualOptions,
  version: "number",
  parts: "any",
  judged: "flag",
  watches: "flag",
  zeroTolerance: "flag",
  applies: "any",
  reads: "texts",
  tools: "texts",
  canaries: "texts",
  score: "any",
};

/** Float noise: a mean of ones may come out a hair off. Relative, so that 0 reaches no threshold but 0. */
const tolerance = 1e-9;

/** Makes a metric. Those of suites are made by `defineMetric` of own-metric.ts, which also sees whether they wait. */
export function defineMetric(definition: MetricDefinition): Metric {
  refuseUnknownOptions<MetricDefinition>(definition.name, definition, known);
  const { name, version = 1, parts = {}, judged = false, report = false } = definition;
  const threshold = definition.threshold ?? (judged ? 0.7 : 1);
  const isOff = !(threshold >= 0 && threshold <= 1);
  refuseFaults(name, [[isOff, `threshold ${threshold} is off the scale`, "Give one from 0 to 1."]]);
  const outcome = (result: MetricResult) => (isResult(result) ? outcomeOf(result, name, threshold) : result);
  const failure = (error: unknown) => failureOf(error, judged);
  const score = checkingScore({ name, judged, gating: !report }, (transcript, testCase, judge) => {
    try {
      const result = definition.score(transcript, testCase, judge);
      return isPromise(result) ? Promise.resolve(result).then(outcome).catch(failure) : outcome(result);
    } catch (error) {
      return failure(error);
    }
  });
  const metric: Metric = {
    name,
    identity: identityOf(name, version, { ...parts, threshold }),
    gating: !report,
    judged,
    ...(definition.watches ? { watches: true } : {}),
    ...(definition.zeroTolerance ? { zeroTolerance: true } : {}),
    ...(definition.applies ? { applies: definition.applies } : {}),
    ...(definition.reads ? { reads: definition.reads } : {}),
    ...(definition.tools ? { tools: definition.tools } : {}),
    ...(definition.canaries ? { canaries: definition.canaries } : {}),
    score,
    withDefaultThreshold(fallback) {
      return definition.threshold === undefined ? defineMetric({ ...definition, threshold: fallback }) : metric;
    },
  };
  return metric;
}

type WithoutCommon<T> = T extends unknown ? Omit<T, "metric" | "judged" | "gating"> : never;
type Outcome = WithoutCommon<Score>;

/** Whether a result can be made into a score at all. The score's fields are checked afterwards. */
function isResult(result: MetricResult): boolean {
  return typeof result === "object" && result !== null && ["scored", "skipped", "unscored"].includes(result.status);
}

function outcomeOf(result: MetricResult, name: string, ownThreshold: number): Outcome {
  if (result.status === "skipped") return { status: "skipped", reason: result.reason };
  if (result.status === "unscored") return unscoredOutcome(result.reason, result.detail);
  const { value: raw, checks, native, detail, threshold = ownThreshold } = result;
  if (typeof raw !== "number" || !(raw >= -tolerance && raw <= 1 + tolerance)) {
    return { status: "errored", reason: `${name} returned the value ${showValue(raw)}; a value must be from 0 to 1` };
  }
  const value = Math.min(1, Math.max(0, raw));
  return {
    status: "scored",
    value,
    threshold,
    passed: result.passed ?? value >= threshold * (1 - tolerance),
    checks,
    ...(native === undefined ? {} : { native }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** The result for an error: unscored if the judge could not be reached, otherwise errored. */
export function failureOf(error: unknown, judged: boolean): Exclude<Outcome, { status: "scored" }> {
  if (Unscored.is(error)) return unscoredOutcome(messageOf(error), error.detail);
  if (judged && isOutage(error))
    return { status: "unscored", reason: `the judge could not be asked: ${sentencesOf(error)}` };
  return { status: "errored", reason: errorReason(error) };
}

/** Whether the judge could not be reached. A missing or different tape is a fault of the recording, not an outage. */
function isOutage(error: unknown): boolean {
  if (ModelError.is(error)) return error.failure !== "no-tape" && error.failure !== "tape-differs";
  return error instanceof InfrastructureError || (VivaError.isInstance(error) && error.name === "InfrastructureError");
}

function unscoredOutcome(reason: string, detail: JsonValue | undefined): Extract<Outcome, { status: "unscored" }> {
  return { status: "unscored", reason, ...(detail === undefined ? {} : { detail }) };
}
