import { sameJson } from "../base/index.ts";
import type { CaseValues, TrialAnswers, TrialValues, VariantResult } from "../shape/index.ts";
import type { CasePair } from "./comparability.ts";

/**
 * What a comparison rests on. "exact": nothing was sampled, and `plays` second plays on either side were alike;
 * `recorded`: that holds for these recorded answers. "unknown": so it would be, but trials that would show it are missing.
 */
export type Sampling =
  | { kind: "exact"; plays: number; recorded: boolean }
  | { kind: "unknown" }
  | { kind: "sampled"; untried?: string | undefined };

/**
 * How the answers of two trials are related. "same-draw": any answer of the agent is in both. "computed-candidate": no
 * answer could have been another one, unless trying shows it. "sampled": everything else, and whatever is unknown.
 */
type PairKind = "same-draw" | "computed-candidate" | "sampled";

export function pairKind({ answers: was }: TrialValues, { answers: is }: TrialValues): PairKind {
  const draws = new Set(was?.draws);
  if (is?.draws?.some((draw) => draws.has(draw))) return "same-draw";
  return isComputed(was) && isComputed(is) ? "computed-candidate" : "sampled";
}

function isComputed(answers: TrialAnswers | undefined): boolean {
  return answers?.unseen !== true && (answers?.origin === "hand-written" || answers?.origin === "none");
}

/** Whether a live run used answers that the earlier one has, be it from tapes: then there is no second sample. A replay may. */
export function isOneSample(was: TrialValues, is: TrialValues, { origin }: Pick<VariantResult, "origin">): boolean {
  return pairKind(was, is) === "same-draw" && (/live$/.test(origin) || is.answers?.origin !== "recorded");
}

/** What two runs rest on. Scores are not looked at: a case that got worse must not turn a failure into doubt. */
export function samplingOf(pairs: readonly CasePair[], before: VariantResult, after: VariantResult): Sampling {
  const shared = Math.min(before.repeats, after.repeats);
  let [unknown, recorded] = [pairs.length === 0, false];
  for (const pair of pairs) {
    for (let repeat = 1; repeat <= shared; repeat++) {
      const [was, is] = [trialOf(pair.before, repeat), trialOf(pair.after, repeat)];
      unknown ||= !was || !is;
      const kind = was && is ? pairKind(was, is) : mayBeComputed(was ?? is) ? "computed-candidate" : "sampled";
      if (kind === "sampled") return { kind: "sampled" };
      // A live run with such answers has no second sample. If only some of a trial's answers are shared, the others are drawn.
      if (kind === "same-draw" && was && is && (isOneSample(was, is, after) || !sameJson(drawsOf(was), drawsOf(is))))
        return { kind: "sampled" };
      recorded ||= kind === "same-draw";
    }
  }
  const untried = untriedSide(before, "before") ?? untriedSide(after, "now");
  if (untried !== undefined) return { kind: "sampled", untried };
  if (unknown) return { kind: "unknown" };
  return { kind: "exact", plays: Math.min(before.tried?.plays ?? 0, after.tried?.plays ?? 0), recorded };
}

/** Why it is not known that the trials of a side would come out the same again. */
function untriedSide({ tried, run }: VariantResult, when: "before" | "now"): string | undefined {
  if (!tried || tried.plays === 0) {
    const [which, remedy] =
      when === "now"
        ? ["this run", "play it again with --try"]
        : [`the earlier run ${run}`, "play that run again with --try, set the baseline anew"];
    return `nobody sampled an answer, but no trial of ${which} was played a second time: ${remedy}, and the difference may be exact`;
  }
  if (tried.differed.length === 0) return undefined;
  const which = when === "now" ? "trials" : "trials of the earlier run";
  return `${which} come out differently when they are played again, such as ${tried.differed.join(", ")}`;
}

/**
 * The share of trials that could come out otherwise, before and now together, although so many second plays on either
 * side were alike (with 95 % confidence).
 */
export function couldDiffer(plays: number): number {
  return 2 * (1 - 0.05 ** (1 / (2 * plays)));
}

/** How many second plays it takes until less than this share could come out otherwise. */
export function playsFor(share: number): number {
  return Math.ceil(Math.log(0.05) / (2 * Math.log1p(-share / 2)) - 1e-9);
}

function drawsOf({ answers }: TrialValues): string[] {
  return answers?.draws?.toSorted() ?? [];
}

/** A trial that is missing on one side tells by the other whether anything was sampled. */
function mayBeComputed(trial: TrialValues | undefined): boolean {
  return !trial || isComputed(trial.answers) || trial.answers?.origin === "recorded";
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
