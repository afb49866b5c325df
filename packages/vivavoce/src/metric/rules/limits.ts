import { InputError } from "../../base/index.ts";
import { type Case, type Check, type Limits, limitsSchema, skippedCheck, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type MetricResult, scored, skipped } from "../result.ts";
import type { Metric, MetricOptions } from "../types.ts";
import { type MeasuredLimit, measures } from "./limits/measures.ts";

/** Options of `limits`: limits for every case, which a case may override. */
export interface LimitsOptions extends MetricOptions, Limits {}

/**
 * Checks a conversation against limits on time, tokens, cost, model calls, tool calls, and on words and questions in any
 * one reply; the value is the share of limits kept. Each limit of a case overrides the suite's. A limit on something that
 * was not measured is skipped; if all are, the metric is skipped. Without any limit it is skipped as well, and the reason
 * says what was measured, so `limits()` in a suite decides only the cases that set one. Asks no judge.
 *
 * @example limits({ replyMs: 3000, questionsPerReply: 1 })
 */
export function limits(options: LimitsOptions = {}): Metric {
  const numbers = Object.fromEntries(names.map((limit) => [limit, "number"])) as Record<keyof Limits, "number">;
  refuseUnknownOptions<LimitsOptions>("limits", options, { ...usualOptions, ...numbers });
  const { name = "limits", threshold = 1, report, ...own } = options;
  const parsed = limitsSchema.safeParse(own);
  if (!parsed.success) {
    throw new InputError(
      parsed.error.issues.map((issue) => ({ message: `${name}: ${issue.path.join(".")}: ${issue.message}` })),
    );
  }
  return defineMetric({
    name,
    version: 2,
    threshold,
    report,
    parts: own,
    watches: true,
    reads: ["limits"],
    applies: ({ expect }) => Object.values({ ...own, ...expect.limits }).some((limit) => limit !== undefined),
    score: (transcript, testCase) => scoreLimits(transcript, testCase, parsed.data),
  });
}

function scoreLimits(transcript: Transcript, { expect }: Case, own: Limits): MetricResult {
  const set = { ...own, ...expect.limits };
  const measured = names.map((name) => ({ name, limit: set[name], measure: measures[name].measure(transcript) }));
  const checks = measured.flatMap(({ name, limit, measure }) =>
    limit === undefined ? [] : [checkOf(name, limit, measure)],
  );
  const figures = measured.flatMap(({ name, measure }) => (measure.known ? [measures[name].show(measure.value)] : []));
  if (checks.length === 0) return skipped(`no limit is set; measured: ${figures.join(", ") || "nothing"}`);
  const decided = checks.filter(({ value }) => value !== undefined);
  if (decided.length === 0) return skipped(checks.map(({ label, reason }) => `${label} ${reason}`).join("; "));
  const detail = Object.fromEntries(measured.map(({ name, measure }) => [name, measure.known ? measure.value : null]));
  return scored(decided.filter(({ ok }) => ok).length / decided.length, checks, { detail });
}

const names = Object.keys(measures) as (keyof Limits)[];

function checkOf(name: keyof Limits, limit: number, measure: MeasuredLimit): Check {
  const { label, show } = measures[name];
  const base = { id: name, label, evidence: [] };
  const least = measure.known ? measure.value : measure.least;
  // If the known parts are already over the limit, the unknown rest does not matter.
  if (least > limit) {
    const amount = `${measure.known ? "" : "at least "}${show(least)}`;
    return { ...base, verdict: "over", ok: false, value: 0, reason: `${amount}, at most ${limit} allowed` };
  }
  if (!measure.known) return skippedCheck({ id: name, label, reason: measure.why });
  return { ...base, verdict: "kept", ok: true, value: 1, reason: `${show(measure.value)}, at most ${limit} allowed` };
}
