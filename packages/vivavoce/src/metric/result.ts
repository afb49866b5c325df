import type { JsonValue } from "../base/index.ts";
import type { Check, Scored } from "../shape/index.ts";

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
