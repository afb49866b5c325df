import {
  decidePatterns,
  isJsonObject,
  isPromise,
  jsonCopy,
  messageOf,
  PatternBudget,
  plainCopy,
  sentencesOf,
  showValue,
  tooLargeToKeep,
} from "../base/index.ts";
import type { Judge } from "../judge/index.ts";
import { failingOnRefusal } from "../network/index.ts";
import { type Case, type Check, type Score, scoreSchema, type Transcript } from "../shape/index.ts";
import type { Metric } from "./types.ts";

type Fields = Readonly<Record<string, unknown>>;

// zod builds a schema when it is first used; by then code of a suite may have changed what it builds on.
for (const status of ["scored", "skipped", "unscored", "errored"])
  scoreSchema.safeParse({ status, checks: [{ evidence: [{}] }], native: {} });

/** Why something is not a score, whatever its detail is. */
function scoreFault(score: Fields): string | undefined {
  const [issue] = scoreSchema.safeParse({ ...score, detail: undefined }).error?.issues ?? [];
  if (!issue) return beyondScale(score);
  return `${issue.path.join(".") || "it"}: ${issue.message.replace(/^Invalid input: /, "")}`;
}

/** Means over cases are made of dimensions, so each has to be on the scale that they share. */
function beyondScale({ status, checks, value, threshold, passed }: Fields): string | undefined {
  if (status !== "scored") return undefined;
  if (passed && Number(value) < Number(threshold) - 1e-9) return `passed, with ${value} under threshold ${threshold}`;
  const isOff = ({ dimension, value }: Check) =>
    dimension !== undefined && value !== undefined && !(value >= 0 && value <= 1);
  const off = (checks as Check[]).find(isOff);
  return off && `the check ${off.id} has the value ${off.value}, and a dimension is from 0 to 1, like the score`;
}

/** V8's messages for changing something frozen: a field, a list, a deletion, a definition. */
const changedFrozen = /read only property|object is not extensible|^Cannot (?:delete|add|redefine|define) property/;

/** What a metric threw, in words. If it tried to change what it was given, the message says what to do instead. */
export function errorReason(error: unknown): string {
  const reason = sentencesOf(error);
  if (!(error instanceof TypeError) || !changedFrozen.test(reason)) return reason;
  return `${reason}. A metric cannot change the transcript or the case that it is given, since other metrics read them too: take a copy, such as structuredClone(transcript) or list.toSorted()`;
}

const instead =
  "A metric that defineMetric() makes returns scored(value, checks) with a value from 0 to 1, skipped(reason) or unscored(reason)";

type Scorer = Pick<Metric, "name" | "judged" | "gating">;

/** Gives a score that is not checked yet, and may be anything. */
type GiveScore = (...given: Parameters<Metric["score"]>) => unknown;

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
function checkedScore({ name, judged, gating }: Scorer, given: unknown): Score {
  const common = { metric: name, judged, gating };
  const errored = (what: string): Score => ({ ...common, status: "errored", reason: `${name} ${what}. ${instead}` });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return errored(`returned ${showValue(given)}`);
  const invalid = (fault: string) => errored(`returned no valid score: ${fault}`);
  const score = { ...common, ...given, ...common };
  try {
    const plain = plainCopy(score);
    const fault = scoreFault(isJsonObject(plain) ? plain : score);
    if (fault !== undefined) return invalid(fault);
    if (plain) return plain as Score;
    // Keep what JSON writes: a list with holes, a toJSON or a later change would make it something else.
    const kept: unknown = jsonCopy(score);
    const faultOfKept = isJsonObject(kept) ? scoreFault(kept) : "it changes when it is written as JSON";
    return faultOfKept === undefined ? (kept as Score) : invalid(faultOfKept);
  } catch (error) {
    // A field may be anything that JSON cannot write, or throw when it is read.
    return invalid(`it cannot be written as JSON (${messageOf(error).split("\n", 1)[0]})`);
  }
}

/** One for each trial, however many metrics score it. */
const budgets = new WeakMap<Transcript, PatternBudget>();

/**
 * The score of any metric; if the metric throws or returns something else, the score is errored. Metrics decided by code
 * run again once another thread has decided their slow patterns.
 */
export function scoreSafely(
  metric: Metric,
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Score | Promise<Score> {
  const { name, judged, gating } = metric;
  const failed = (status: "errored" | "unscored", reason: string): Score => {
    return { metric: name, judged, gating, status, reason };
  };
  const budget = budgets.get(transcript) ?? new PatternBudget();
  budgets.set(transcript, budget);
  const errored = (error: unknown) => failed("errored", errorReason(error));
  const checked = ({ result, undecided }: { result: unknown; undecided: string[] }): Score => {
    const size = tooLargeToKeep(result);
    if (size !== undefined) return failed("errored", `its score with all evidence takes ${size} score`);
    const score = checkedScore(metric, result);
    const holds = score.status === "skipped" || (score.status === "scored" && score.passed);
    if (undecided.length === 0 || !holds) return score;
    // The undecided pattern could have matched, or could have broken a rule that looks kept.
    return failed("unscored", `not decided: the pattern ${undecided.join(", ")} took too long`);
  };
  try {
    // A metric whose connection was refused has no score, whatever it returned.
    const scoring = () => giveScore(metric, transcript, testCase, judge);
    const decided = decidePatterns(budget, scoring, { once: judged, under: failingOnRefusal });
    return decided instanceof Promise ? decided.then(checked).catch(errored) : checked(decided);
  } catch (error) {
    return errored(error);
  }
}
