import { type Check, skippedCheck, type Transcript } from "../../shape/index.ts";
import { checkCoverage, coverageOf, examine, type FollowOptions, shareOfDecided, wordsOf } from "../../spoken/index.ts";
import { type MetricResult, scored, skipped } from "../result.ts";
import type { SpokenChecks } from "./spoken-options.ts";
import { type ReplyText, repliesOf } from "./text/replies.ts";
import { checkPercentiles, figuresOf, hasLimit, type PercentileLimits } from "./waits/percentiles.ts";
import { checkWait, waitFigures, waits } from "./waits/waits.ts";

interface ScoreOptions extends FollowOptions {
  /** The smallest share of checks that have to come to a decision; undefined if any will do. */
  minCoverage: number | undefined;
}

/** Every check of a conversation, and the share of the counted checks that hold. */
export function scoreSpoken(transcript: Transcript, checks: SpokenChecks, options: ScoreOptions): MetricResult {
  const { words = {}, latency = {}, firstWord = {} } = checks;
  const replies = repliesOf(transcript);
  const { checks: examined, slots } = examine(transcript, checks, options);
  const made = [
    ...(words === false ? [] : checkWords(replies, words === true ? {} : words)),
    ...examined,
    ...(latency === false ? [] : checkWait(waits.latency, transcript, latency === true ? {} : latency)),
    ...(firstWord === false ? [] : checkWait(waits.firstWord, transcript, firstWord === true ? {} : firstWord)),
  ];
  const coverage = coverageOf(made);
  const share = shareOfDecided(coverage);
  const counted = made.filter(({ value }) => value !== undefined);
  const { minCoverage } = options;
  const uncovered = minCoverage !== undefined && (share ?? 1) < minCoverage;
  if (counted.length === 0 && !uncovered) {
    const reasons = made.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
    return skipped(`nothing to check${made.length > 0 ? `: ${reasons}` : ""}`);
  }
  const value = counted.length === 0 ? 0 : counted.filter(({ ok }) => ok).length / counted.length;
  return scored(value, [...made, ...checkCoverage(coverage, minCoverage)], {
    ...(uncovered ? { passed: false } : {}),
    detail: {
      words: figuresOf(wordCounts(replies)),
      latencyMs: waitFigures(waits.latency, transcript),
      firstWordMs: waitFigures(waits.firstWord, transcript),
      slots,
      coverage: { ...coverage, share: share ?? null },
    },
  });
}

function wordCounts(replies: readonly ReplyText[]): number[] {
  return replies.map(({ text }) => wordsOf(text).length);
}

/** How long replies are, in words. */
export function checkWords(replies: readonly ReplyText[], limits: PercentileLimits): Check[] {
  const counts = wordCounts(replies);
  const quantity = { id: "words", label: "words per reply" };
  if (counts.length > 0) return checkPercentiles({ ...quantity, unit: "words" }, counts, limits);
  return hasLimit(limits) ? [skippedCheck({ ...quantity, reason: "not measured: no reply has text" })] : [];
}
