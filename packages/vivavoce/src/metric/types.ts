import type { JsonValue } from "../base/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Case, Check, Score, Scored, Transcript } from "../shape/index.ts";

/** Scores of different identities are not compared. */
export interface Identity {
  /** The name of the metric. */
  name: string;
  /** Its own version. */
  version: number;
  /** Everything that can change a score: criteria, scale, steps, prompt, schema, options. */
  parts: JsonValue;
  /** SHA-256 over the three above. */
  hash: string;
}

/** A pure function from a transcript and its case to a score; it holds nothing between cases. */
export interface Metric {
  /** What it is called in reports and in `gate`. */
  name: string;
  /** What makes this metric this metric. */
  identity: Identity;
  /** Whether it decides the trial; false for those marked `report: true`. */
  gating: boolean;
  /** Whether it asks a judge. */
  judged: boolean;
  /**
   * If true, it watches every conversation for what must not happen. Missing it fails the trial; meeting it is not enough
   * to pass, unless the case has one of the expectations in `reads`, or `expect: { watched: true }`.
   */
  watches?: boolean | undefined;
  /** If true, one trial that misses the threshold fails the whole run, whatever the others do. */
  zeroTolerance?: boolean | undefined;
  /**
   * Returns false if a case gives the metric nothing to check, so that its score is sure to be skipped. Leave it out if
   * only the conversation can tell.
   */
  applies?(testCase: Case): boolean;
  /** The expectations of a case that it checks. */
  reads?: readonly (keyof Case["expect"])[] | undefined;
  /** The tools that its options name. */
  tools?: readonly string[] | undefined;
  /** Texts that the metric looks for in what the agent says and does; redaction leaves them readable. */
  canaries?: readonly string[] | undefined;
  /** How many judge calls one score takes, if that is known beforehand; questions that are asked again are not counted. */
  calls?: number | undefined;
  /** The most judge calls that a score of this case can take, if the exact number is not known. */
  mostCalls?(testCase: Case): number;
  /** What the judge is asked, in words, so that people can be asked the same. */
  asks?: string | undefined;
  /** The suite's models that are asked; the one called judge if left out. */
  judges?: readonly string[] | undefined;
  /** Scores one trial. */
  score(transcript: Transcript, testCase: Case, judge: Judge): Promise<Score>;
  /**
   * Asks for what is made once for a suite, such as evaluation steps, and returns the metric that uses it, which has an
   * identity of its own. Left out if there is nothing to make.
   */
  prepare?(judge: Judge): Promise<Metric>;
  /** The evaluation steps in use, by what they are for. */
  steps?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The same metric with these steps, unless it has its own. Pinned steps reach a metric this way. */
  withSteps?(steps: Readonly<Record<string, readonly string[]>>): Metric;
  /** The same metric with this threshold, unless it has its own. A suite's default reaches a metric this way. */
  withDefaultThreshold?(threshold: number): Metric;
}

/** What every metric takes. */
export interface MetricOptions {
  /** A name of its own, for a suite that uses the same metric twice. */
  name?: string | undefined;
  /** The lowest value that passes. */
  threshold?: number | undefined;
  /** Show the value without letting it decide anything. */
  report?: boolean | undefined;
}

/** For metrics whose value is 1 or 0, so that a threshold would mean nothing. */
export type YesOrNoOptions = Omit<MetricOptions, "threshold">;

/** How many judge calls to expect of a metric on a case. If the number is not certain, this is the highest. */
export function judgeCalls(metric: Metric, testCase: Case): number {
  return metric.judged ? (metric.calls ?? metric.mostCalls?.(testCase) ?? 1) : 0;
}

/** Whether a metric only watches this case: it says nothing about what the case expects, since the case did not ask for it. */
export function onlyWatches(
  { watches, reads = [] }: Pick<Metric, "watches" | "reads">,
  { expect, script }: Case,
): boolean {
  const asks = (wanted: Partial<Case["expect"]> = {}) =>
    reads.some((field) => (saysNone.has(field) ? wanted[field] !== undefined : isGiven(wanted[field])));
  return watches === true && expect.watched !== true && !asks(expect) && !script.some((line) => asks(line.expect));
}

/** Where an empty list is an expectation too: that nothing changes, is called, or is reported as a danger. */
const saysNone: ReadonlySet<keyof Case["expect"]> = new Set(["world", "hazard", "calls"]);

/** Elsewhere an empty list or object asks for nothing. */
function isGiven(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).some(isGiven);
}

/** What a metric's own code returns; `defineMetric` turns it into a score. */
export type MetricResult =
  | ({ status: "scored"; value: number; checks: Check[] } & ScoredExtra)
  | { status: "skipped"; reason: string }
  | { status: "unscored"; reason: string; detail?: JsonValue | undefined };

/** What a score can hold besides its value and its checks. */
export interface ScoredExtra {
  /** The case's own threshold, used instead of the metric's. */
  threshold?: number | undefined;
  /** Set if more than the threshold decides, such as a floor on one dimension. */
  passed?: boolean | undefined;
  /** The value on a rubric's own scale. */
  native?: Scored["native"];
  /** Whatever else the metric wants to show. */
  detail?: JsonValue | undefined;
}

/**
 * A value in [0, 1], higher is better, and the checks it was made from.
 *
 * @example return scored(ok ? 1 : 0, [{ id: "greeting", label: "greets", verdict: ok ? "yes" : "no", ok, reason, evidence: [] }]);
 */
export function scored(value: number, checks: Check[], extra: ScoredExtra = {}): MetricResult {
  return { ...extra, status: "scored", value, checks };
}

/**
 * 1 if every check holds, otherwise 0; skipped if there are no checks.
 *
 * @example return allOf([check("polite", /please/.test(reply), "it says please")]);
 */
export function allOf(checks: Check[]): MetricResult {
  return checks.length === 0 ? nothingToCheck() : scored(checks.every(({ ok }) => ok) ? 1 : 0, checks);
}

/**
 * The share of the checks that hold; skipped if there are no checks.
 *
 * @example return shareOf(exchanges.map((exchange) => check(`reply ${exchange.number}`, isPolite(exchange), "")));
 */
export function shareOf(checks: Check[]): MetricResult {
  return checks.length === 0 ? nothingToCheck() : scored(checks.filter(({ ok }) => ok).length / checks.length, checks);
}

function nothingToCheck(): MetricResult {
  return skipped("there was nothing to check");
}

/**
 * There is nothing to judge: the agent claims nothing, the case expects nothing, or Viva cannot see it.
 *
 * @example if (transcript.exchanges.length === 0) return skipped("nothing was said");
 */
export function skipped(reason: string): MetricResult {
  return { status: "skipped", reason };
}

/**
 * The judge was asked and gave no valid answer.
 *
 * @example if (!price) return unscored("the provider did not say what the call cost");
 */
export function unscored(reason: string, detail?: JsonValue): MetricResult {
  return { status: "unscored", reason, detail };
}
