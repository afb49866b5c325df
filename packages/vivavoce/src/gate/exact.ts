import { canonicalJson } from "../base/index.ts";
import type { CaseValues, TrialValues } from "./case-values.ts";
import type { CasePair } from "./comparability.ts";
import type { VariantResult } from "./variant-result.ts";

/**
 * Whether nothing was sampled in either run: no model was asked, the answers were written by hand, or both runs were
 * fed the very same recorded entries. Then what was seen is what there is, and needs no interval. An agent may ask a
 * model behind Viva's back: where equal trials came out differently, something was sampled after all.
 */
export function isExact(pairs: readonly CasePair[], before: VariantResult, after: VariantResult): boolean {
  if (pairs.length === 0 || [...before.cases, ...after.cases].some(isNoisy)) return false;
  const sameAgent = isSameAgent(before, after);
  return pairs.every((pair) => {
    const earlier = new Map(pair.before.trials.map((trial) => [trial.repeat, trial]));
    return pair.after.trials.every((trial) => {
      const match = earlier.get(trial.repeat);
      if (!match) return isFixed(trial);
      if (sameAgent && !isEqual(match, trial)) return false;
      return (isFixed(match) && isFixed(trial)) || (isTaped(trial) && match.answers === trial.answers);
    });
  });
}

function isFixed({ answers }: TrialValues): boolean {
  return answers === "none" || answers === "hand-written";
}

function isTaped({ answers }: TrialValues): boolean {
  return answers?.startsWith("tape:") ?? false;
}

/** Repeats of one case that ask no model have no reason to differ. */
function isNoisy({ trials }: CaseValues): boolean {
  const [first, ...others] = trials.filter(({ answers }) => answers === "none");
  return first !== undefined && others.some((trial) => !isEqual(first, trial));
}

function isEqual(a: TrialValues, b: TrialValues): boolean {
  return a.status === b.status && canonicalJson(a.values) === canonicalJson(b.values);
}

function isSameAgent(before: VariantResult, after: VariantResult): boolean {
  const identity = ({ agent: { sources: _sources, ...agent }, variant }: VariantResult) =>
    canonicalJson({ agent, variant });
  return identity(before) === identity(after);
}
