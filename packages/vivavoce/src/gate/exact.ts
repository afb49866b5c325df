import { canonicalJson } from "../base/index.ts";
import type { CaseValues, TrialValues } from "./case-values.ts";
import { packageChanges } from "./changes.ts";
import type { CasePair } from "./comparability.ts";
import type { VariantResult } from "./variant-result.ts";

/** Whether anything was sampled; unknown if trials that would show it are missing. */
export type Sampling = "nothing" | "something" | "unknown";

/**
 * Whether nothing was sampled in either run: no model was asked, the answers were written by hand, or both runs used
 * exactly the same recorded entries, or the same cached answers. Then the difference is exact and needs no interval. An agent may ask a model
 * without Viva's knowledge: if equal trials took different courses, something was sampled after all. Scores are not
 * looked at here: a case that got worse must not turn a failure into doubt.
 */
export function samplingOf(pairs: readonly CasePair[], before: VariantResult, after: VariantResult): Sampling {
  const sameAgent = isSameAgent(before, after);
  const shared = Math.min(before.repeats, after.repeats);
  if ([...before.cases, ...after.cases].some(isNoisy)) return "something";
  let unknown = pairs.length === 0;
  for (const pair of pairs) {
    for (let repeat = 1; repeat <= shared; repeat++) {
      const [was, is] = [trialOf(pair.before, repeat), trialOf(pair.after, repeat)];
      if (was && is && haveSameSample(was, is)) continue;
      if (was && is && !isAlike(was, is, sameAgent)) return "something";
      if ((was && isSampled(was)) || (is && isSampled(is))) return "something";
      unknown ||= !was || !is;
    }
  }
  return unknown ? "unknown" : "nothing";
}

function trialOf({ trials }: CaseValues, repeat: number): TrialValues | undefined {
  return trials.find((trial) => trial.repeat === repeat && tookItsCourse(trial));
}

/** A trial that was cut short may not have reached its first model call; one from a hand-written tape makes none. */
function tookItsCourse({ status, answers }: TrialValues): boolean {
  return (status !== "errored" && status !== "unscored") || answers === "hand-written";
}

/** Whether two trials used the same answers. */
function isAlike(a: TrialValues, b: TrialValues, sameAgent: boolean): boolean {
  if (a.answers === b.answers) return true;
  if (isTaped(a) || isTaped(b)) return false;
  return !(sameAgent && isUnasked(a) && isUnasked(b));
}

/**
 * Whether two trials have the same answers because one of them, or both, took them from the cache: they are one sample.
 * Two models that happen to say the same are two.
 */
export function haveSameSample(a: TrialValues, b: TrialValues): boolean {
  const [one, other] = [a, b].map(({ answers = "" }) => /^(live|mixed|cache):(.+)$/.exec(answers));
  return one?.[2] !== undefined && one[2] === other?.[2] && (one[1] === "cache" || other?.[1] === "cache");
}

function isSampled(trial: TrialValues): boolean {
  return !isUnasked(trial) && !isTaped(trial) && trial.answers !== "hand-written";
}

/** "none:…" names the course that the conversation took. */
function isUnasked({ answers }: TrialValues): boolean {
  return answers?.startsWith("none") ?? false;
}

function isTaped({ answers }: TrialValues): boolean {
  return answers?.startsWith("tape:") ?? false;
}

/** Repeats of one case that ask no model have no reason to differ. */
function isNoisy({ trials }: CaseValues): boolean {
  const unasked = trials.filter((trial) => tookItsCourse(trial) && isUnasked(trial));
  return new Set(unasked.map(({ answers }) => answers)).size > 1;
}

function isSameAgent(before: VariantResult, after: VariantResult): boolean {
  const identity = ({ agent: { sources: _sources, ...agent }, variant }: VariantResult) =>
    canonicalJson({ agent, variant });
  return identity(before) === identity(after) && packageChanges(before, after).length === 0;
}
