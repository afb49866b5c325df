import { isJsonObject, isPromise, jsonCopy, showValue } from "../base/index.ts";
import type { Score } from "../shape/index.ts";
import { noJson, scoreFault } from "./score-fault.ts";
import type { Metric } from "./types.ts";

const instead =
  "A metric that defineMetric() makes returns scored(value, checks) with a value from 0 to 1, skipped(reason) or unscored(reason)";

type Scorer = Pick<Metric, "name" | "judged" | "gating">;

/** Gives a score that is not checked yet, and may be anything. */
export type GiveScore = (...given: Parameters<Metric["score"]>) => unknown;

const unchecked = new WeakMap<Metric["score"], GiveScore>();

/** A metric's `score`, which checks what it gives. */
export function checkingScore(metric: Scorer, give: GiveScore): Metric["score"] {
  const score: Metric["score"] = async (...given) => checkedScore(metric, await give(...given));
  unchecked.set(score, give);
  return score;
}

/** Gives a metric's score without its own check, for a caller that checks every score; a promise if it has to be awaited. */
export function giveScore(metric: Metric, ...given: Parameters<Metric["score"]>): unknown {
  const give = unchecked.get(metric.score);
  const score = give ? give(...given) : metric.score(...given);
  return isPromise(score) ? Promise.resolve(score) : score;
}

/** What a metric returned, as its score. If that is not a score, the result is an error and what it returned is not stored. */
export function checkedScore({ name, judged, gating }: Scorer, given: unknown): Score {
  const common = { metric: name, judged, gating };
  const errored = (what: string): Score => ({ ...common, status: "errored", reason: `${name} ${what}. ${instead}` });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return errored(`returned ${showValue(given)}`);
  const invalid = (fault: string) => errored(`returned no valid score: ${fault}`);
  const score = { ...common, ...given, ...common };
  const fault = scoreFault(score);
  if (fault !== undefined) return invalid(fault);
  try {
    // Keep what JSON writes: a list with holes, a toJSON or a later change would make it something else.
    const kept: unknown = jsonCopy(score);
    const faultOfKept = isJsonObject(kept) ? scoreFault(kept) : "it changes when it is written as JSON";
    return faultOfKept === undefined ? (kept as Score) : invalid(faultOfKept);
  } catch (error) {
    return invalid(noJson(error));
  }
}
