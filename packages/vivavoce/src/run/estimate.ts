import { costOf, type Prices } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import type { SuitePlan } from "./plan.ts";

/** What a live run will roughly ask and cost, and what that guess rests on. */
export interface Estimate {
  calls: number;
  cost: number | undefined;
  basis: "an earlier run" | "one call an exchange and one a judged metric";
}

/** What a call takes where nothing is known yet; a judge reads the whole conversation and gives its reasons. */
const agentGuess = { inputTokens: 1_500, outputTokens: 250 };
const judgeGuess = { inputTokens: 3_000, outputTokens: 500 };

/** Estimates a suite's calls and cost: from its last live run where there is one, otherwise from its exchanges. */
export async function estimateSuite(plan: SuitePlan, store: Store): Promise<Estimate> {
  const before = await store.trials.averages(plan.loaded.suite.name);
  if (before) {
    const cost = before.cost === undefined ? undefined : before.cost * plan.planned;
    return { calls: Math.round(before.calls * plan.planned), cost, basis: "an earlier run" };
  }
  const { models, standIn, metrics } = plan;
  const known = (name: string) => (models.choices[name] === undefined ? undefined : models.id(name));
  const agentCalls = standIn || !known("agent") ? 0 : Math.round((plan.exchanges / plan.cases.size) * plan.planned);
  const perTrial = metrics.reduce((sum, metric) => sum + (metric.judged ? (metric.calls ?? 1) : 0), 0);
  const judgeCalls = known("judge") ? perTrial * plan.planned : 0;
  const cost = sumOf([
    costOfCalls(known("agent"), agentCalls, agentGuess, models.prices),
    costOfCalls(known("judge"), judgeCalls, judgeGuess, models.prices),
  ]);
  return { calls: agentCalls + judgeCalls, cost, basis: "one call an exchange and one a judged metric" };
}

function costOfCalls(model: string | undefined, calls: number, usage: typeof agentGuess, prices: Prices | undefined) {
  if (calls === 0 || model === undefined) return 0;
  const perCall = costOf(model, usage, prices);
  return perCall === undefined ? undefined : perCall * calls;
}

/** Unknown as soon as one part is. */
function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
}
