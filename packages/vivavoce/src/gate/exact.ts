import { canonicalJson, sameJson } from "../base/index.ts";
import type { TrialAnswers } from "../model/index.ts";
import type { CaseValues, TrialValues } from "./case-values.ts";
import { packageChanges } from "./changes.ts";
import type { CasePair } from "./comparability.ts";
import type { VariantResult } from "./variant-result.ts";

/** Whether anything was sampled; unknown if trials that would show it are missing. */
export type Sampling = "nothing" | "something" | "unknown";

/**
 * How the answers of two trials are related. "same-draw": any answer of the agent is in both. "computed-candidate": no
 * answer could have been another one, unless trying shows it. "sampled": everything else, and whatever is unknown.
 */
export type PairKind = "same-draw" | "computed-candidate" | "sampled";

export function pairKind({ answers: was }: TrialValues, { answers: is }: TrialValues): PairKind {
  const draws = new Set(was?.draws);
  if (is?.draws?.some((draw) => draws.has(draw))) return "same-draw";
  return isComputed(was) && isComputed(is) ? "computed-candidate" : "sampled";
}

function isComputed(answers: TrialAnswers | undefined): boolean {
  return answers?.unseen !== true && (answers?.origin === "hand-written" || answers?.origin === "none");
}

/** Whether a live run used answers that the earlier run has: then there is no second sample. A replay may do so. */
export function isOneSample(was: TrialValues, is: TrialValues): boolean {
  return pairKind(was, is) === "same-draw" && is.answers?.origin !== "recorded";
}

/**
 * Whether nothing was sampled in either run. Then the difference is exact and needs no interval. Scores are not looked at
 * here: a case that got worse must not turn a failure into doubt.
 */
export function samplingOf(pairs: readonly CasePair[], before: VariantResult, after: VariantResult): Sampling {
  const sameAgent = isSameAgent(before, after);
  const shared = Math.min(before.repeats, after.repeats);
  if ([...before.cases, ...after.cases].some(isNoisy)) return "something";
  let unknown = pairs.length === 0;
  for (const pair of pairs) {
    for (let repeat = 1; repeat <= shared; repeat++) {
      const [was, is] = [trialOf(pair.before, repeat), trialOf(pair.after, repeat)];
      if (was && is && !isTried(was, is, sameAgent)) return "something";
      if ([was, is].some((trial) => trial && isSampled(trial.answers)) && !(was && is)) return "something";
      unknown ||= !was || !is;
    }
  }
  return unknown ? "unknown" : "nothing";
}

/**
 * Whether it is known that these trials would come out the same again. Until trials are played a second time to try it,
 * this is taken from where their answers came from: a replay of the same draws, or answers that nobody sampled, unless
 * the same agent took another course without asking a model.
 */
function isTried(was: TrialValues, is: TrialValues, sameAgent: boolean): boolean {
  const kind = pairKind(was, is);
  if (kind === "same-draw") return is.answers?.origin === "recorded" && haveSameDraws(was, is);
  return (
    kind === "computed-candidate" && !(sameAgent && areUnasked(was, is) && was.answers?.course !== is.answers?.course)
  );
}

function haveSameDraws({ answers: was }: TrialValues, { answers: is }: TrialValues): boolean {
  return canonicalJson(was?.draws?.toSorted() ?? []) === canonicalJson(is?.draws?.toSorted() ?? []);
}

function areUnasked(...trials: TrialValues[]): boolean {
  return trials.every(({ answers }) => answers?.origin === "none");
}

function isSampled(answers: TrialAnswers | undefined): boolean {
  return !isComputed(answers) && answers?.origin !== "recorded";
}

function trialOf({ trials }: CaseValues, repeat: number): TrialValues | undefined {
  return trials.find((trial) => trial.repeat === repeat && tookItsCourse(trial));
}

/** A trial that was cut short may not have reached its first model call; one from a hand-written tape makes none. */
function tookItsCourse({ status, answers }: TrialValues): boolean {
  return (status !== "errored" && status !== "unscored") || answers?.origin === "hand-written";
}

/** Whether two results of one variant hold the same answers of the agent: then they are one sample. */
export function shareDraws(one: VariantResult, other: VariantResult): boolean {
  if (!sameJson(one.variant, other.variant)) return false;
  const others = new Map(other.cases.map(({ caseId, trials }) => [caseId, trials]));
  return one.cases.some(({ caseId, trials }) =>
    trials.some((a) => others.get(caseId)?.some((b) => pairKind(a, b) === "same-draw")),
  );
}

/** Repeats of one case that ask no model have no reason to differ. */
function isNoisy({ trials }: CaseValues): boolean {
  const unasked = trials.filter((trial) => tookItsCourse(trial) && areUnasked(trial));
  return new Set(unasked.map(({ answers }) => answers?.course)).size > 1;
}

function isSameAgent(before: VariantResult, after: VariantResult): boolean {
  const identity = ({ agent: { sources: _sources, ...agent }, variant }: VariantResult) =>
    canonicalJson({ agent, variant });
  return identity(before) === identity(after) && packageChanges(before, after).length === 0;
}
