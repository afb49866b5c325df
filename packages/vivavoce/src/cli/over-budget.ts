import { InputError, inSentences, type Problem, plural, safeLine } from "../base/index.ts";
import { effective, tooFew } from "../gate/index.ts";
import { type Style, showCost } from "../report/index.ts";
import type { Estimate, SuitePlan } from "../run/index.ts";
import { showVariant } from "../shape/index.ts";

/** The room between an estimate and the limit that is suggested for it. */
const leeway = 1.25;

/**
 * The warning if the plans together are likely to cost more than the limit, so that the run would stop half-way. In CI,
 * where nobody reads a warning before the money is spent, they are refused. Models whose price is unknown are left out
 * of the sum: the real cost can only be higher.
 */
export function overBudget(
  estimated: readonly EstimatedPlan[],
  maxCost: number | undefined,
  { isCi }: { isCi: boolean },
): string | undefined {
  const costs = estimated.map(({ estimate }) => (estimate ? estimate.cost : 0));
  const known = costs.reduce<number>((sum, cost = 0) => sum + cost, 0);
  if (maxCost === undefined || known <= maxCost) return undefined;
  const atLeast = costs.includes(undefined) ? "at least " : "about ";
  const smoke = estimated.some(({ plan }) => plan.tags.has("smoke"));
  const problem: Problem = {
    message: `this run is expected to cost ${atLeast}${showCost(known)}, more than the limit of ${showCost(maxCost)}: it would stop with trials unplayed`,
    remedy: `Raise the limit (--max-cost ${fitting(known)}), or play fewer cases (${smoke ? "--tag smoke" : "--tag, --case"}).`,
  };
  if (!isCi) return inSentences(problem);
  throw new InputError({ ...problem, message: `${problem.message}. In CI Viva does not start such a run` });
}

/** A limit with room for the estimate, rounded to two figures: 3.43 gives 4.3. */
function fitting(cost: number): string {
  const step = 10 ** (Math.floor(Math.log10(cost * leeway)) - 1);
  return String(Number((Math.ceil((cost * leeway) / step - 1e-9) * step).toPrecision(2)));
}

/** Build servers set CI=true. */
export function isCi({ CI = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0", "false"].includes(CI.toLowerCase());
}

/** What GitHub and GitLab call the run of a workflow that all of its jobs belong to. */
export function pipelineIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment.GITHUB_RUN_ID || environment.CI_PIPELINE_ID || undefined;
}

/** A suite's plan, with an estimate if models are asked. */
interface EstimatedPlan {
  plan: SuitePlan;
  estimate: Estimate | undefined;
}

/** The plan of a suite and its rough cost, shown before a model is asked. */
export function showPlan({ plan, estimate }: EstimatedPlan, style: Style, maxCost: number | undefined): string {
  const { loaded, planned, cases, variants, repeat, users, mode } = plan;
  const shape = [
    plural(cases.size, "case"),
    ...(variants.length > 1 ? [plural(variants.length, "variant")] : []),
    ...(users !== undefined || repeat > 1 ? [plural(repeat, users === undefined ? "repeat" : "user")] : []),
  ].join(" × ");
  // A case may be left out under some variants: it has no tape there, or --failed chose it under another.
  const all = planned === cases.size * variants.length * repeat;
  const trials = all ? `${shape} = ${plural(planned, "trial")}` : `${plural(planned, "trial")} of ${shape}`;
  const head = `plan: ${style.bold(loaded.suite.name)}   ${trials}, ${mode.kind}`;
  if (!estimate) return `${head}   0 live calls, $0.00\n`;
  const { calls, most, cost, basis, pricesAsOf } = estimate;
  // Calls that the agent makes with its own client are not known beforehand.
  if (calls === 0) return `${head}   ${plan.loaded.suite.models ? "no model is asked" : "no model is named"}\n`;
  const limit = maxCost === undefined ? "" : `, limit ${showCost(maxCost)}`;
  const dated = cost === undefined || pricesAsOf === undefined ? "" : `, at prices of ${pricesAsOf}`;
  return `${head}   about ${plural(calls, "call")}${most === undefined ? "" : ` (at most ${most}, if conversations are repeated because the simulated user spoiled them)`}, ${cost === undefined ? "cost unknown" : `about ${showCost(cost)}`}${limit} (from ${basis}${dated})\n`;
}

/** For a plan: whether it has enough trials to settle the margin, and if not, the cheapest way to get enough. */
export function plannedPower({ loaded, variants, repeat, gate, models }: SuitePlan): string[] {
  const { margin, scope } = effective(gate);
  return variants.flatMap(({ variant, cases: { length }, origin }) => {
    // Nothing varies between repeats, so the verdict on these cases is exact, however few they are.
    const isExact = origin === "hand-written" || Object.keys(models.choices).length === 0;
    if (scope === "these" && isExact) return [];
    const units = scope === "these" ? length * repeat : length;
    const enough = `${plural(units, scope === "these" ? "trial" : "case")} can settle a margin of ${margin}`;
    const choice = variants.length > 1 ? ` · ${showVariant(variant)}` : "";
    return `  ${safeLine(loaded.suite.name, 60)}${choice}: compared with a baseline, ${tooFew(units, { cases: length, margin, scope }) ?? enough}`;
  });
}
