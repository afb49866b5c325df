import { costOf } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import type { SuitePlan } from "./plan.ts";

/** What a live run will roughly ask and cost, and what that guess rests on. */
export interface Estimate {
  calls: number;
  cost: number | undefined;
  basis: "an earlier run" | "one call an exchange, 1,500 tokens in and 250 out";
}

const guess = { inputTokens: 1_500, outputTokens: 250 };

/** Estimates a suite's calls and cost: from its last live run where there is one, otherwise from its exchanges. */
export async function estimateSuite(plan: SuitePlan, store: Store): Promise<Estimate> {
  const before = await store.trials.averages(plan.loaded.suite.name);
  if (before) {
    const cost = before.cost === undefined ? undefined : before.cost * plan.planned;
    return { calls: Math.round(before.calls * plan.planned), cost, basis: "an earlier run" };
  }
  const asksNobody = Object.keys(plan.models.choices).length === 0;
  const calls = asksNobody ? 0 : Math.round((plan.exchanges / plan.cases.size) * plan.planned);
  const agent = plan.models.choices.agent === undefined ? undefined : plan.models.id("agent");
  const perCall = agent === undefined ? 0 : costOf(agent, guess, plan.models.prices);
  const cost = perCall === undefined ? undefined : perCall * calls;
  return { calls, cost, basis: "one call an exchange, 1,500 tokens in and 250 out" };
}
