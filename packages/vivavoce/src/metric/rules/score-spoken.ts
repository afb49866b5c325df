import type { JsonObject } from "../../base/index.ts";
import type { Check, Transcript } from "../../shape/index.ts";
import { checkCoverage, coverageOf, examine, type FollowOptions, shareOfDecided } from "../../spoken/index.ts";
import { type MetricResult, scored, skipped } from "../types.ts";
import { checkQuantity, figuresOf, quantities } from "./quantities.ts";
import type { SpokenOptions } from "./spoken-options.ts";

interface ScoreOptions extends FollowOptions {
  /** Decides rows that code could not; left out if they are only shown. */
  decide?: ((checks: readonly Check[]) => Promise<{ checks: Check[]; byJudge: number }>) | undefined;
  /** The smallest share of checks that have to come to a decision; undefined if any will do. */
  minCoverage: number | undefined;
}

/** Every check of a conversation, and the share of the counted checks that hold. */
export function scoreSpoken(
  transcript: Transcript,
  checks: NonNullable<SpokenOptions["checks"]>,
  options: ScoreOptions,
): MetricResult | Promise<MetricResult> {
  const { words = {}, latency = {}, firstWord = {} } = checks;
  const { checks: examined, slots } = examine(transcript, checks, options);
  const measured = (name: keyof typeof quantities, wish: Parameters<typeof checkQuantity>[2] | boolean) =>
    wish === false ? [] : checkQuantity(quantities[name], transcript, wish === true ? {} : wish);
  const made = [
    ...measured("words", words),
    ...examined,
    ...measured("latency", latency),
    ...measured("firstWord", firstWord),
  ];
  const detail = {
    words: figuresOf(quantities.words, transcript),
    latencyMs: figuresOf(quantities.latency, transcript),
    firstWordMs: figuresOf(quantities.firstWord, transcript),
    slots,
  };
  if (!options.decide) return resultOf(made, options, detail);
  return options.decide(made).then(({ checks: all, byJudge }) => resultOf(all, options, { ...detail, byJudge }));
}

function resultOf(made: readonly Check[], { minCoverage }: ScoreOptions, detail: JsonObject): MetricResult {
  const coverage = coverageOf(made);
  const share = shareOfDecided(coverage);
  const counted = made.filter(({ value }) => value !== undefined);
  const uncovered = minCoverage !== undefined && (share ?? 1) < minCoverage;
  if (counted.length === 0 && !uncovered) {
    const reasons = made.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
    return skipped(`nothing to check${made.length > 0 ? `: ${reasons}` : ""}`);
  }
  const value = counted.length === 0 ? 0 : counted.filter(({ ok }) => ok).length / counted.length;
  return scored(value, [...made, ...checkCoverage(coverage, minCoverage)], {
    ...(uncovered ? { passed: false } : {}),
    detail: { ...detail, coverage: { ...coverage, share: share ?? null } },
  });
}
