import { costOf, type Price } from "../model/index.ts";
import type { Store, SuiteHeader } from "../store/index.ts";
import { metricIdentity } from "./metric-identity.ts";
import type { SuitePlan } from "./plan.ts";
import { usualRetries } from "./play-attempts.ts";

/** What a live run will roughly ask and cost, and what that guess rests on. */
export interface Estimate {
  calls: number;
  /** With every conversation that a simulated user may spoil played again as often as the suite allows. */
  most?: number | undefined;
  cost: number | undefined;
  basis: "an earlier run" | "one call an exchange, and the calls of its metrics";
}

/** Calls that one of the suite's models will be asked, and what each of them takes. */
interface Share {
  model: string;
  calls: number;
  usage: typeof agentGuess;
}

/** What a call takes where nothing is known yet; a judge reads the whole conversation and gives its reasons. */
const agentGuess = { inputTokens: 1_500, outputTokens: 250 };
const userGuess = { inputTokens: 1_000, outputTokens: 50 };
const judgeGuess = { inputTokens: 3_000, outputTokens: 500 };

/** Estimates a suite's calls and cost: from its last live run where there is one, otherwise from its cases. */
export async function estimateSuite(plan: SuitePlan, store: Store): Promise<Estimate> {
  const before = await store.trials.averages(plan.loaded.suite.name, (header) => asksAlike(header, plan));
  if (before) {
    const cost = before.cost === undefined ? undefined : before.cost * plan.planned;
    return { calls: Math.round(before.calls * plan.planned), cost, basis: "an earlier run" };
  }
  const { choices, price } = plan.models;
  const isAsked = ({ model, calls }: Share) => calls > 0 && choices[model] !== undefined;
  const played = playing(plan, plan.load).filter(isAsked);
  const once = [...played, ...scoring(plan)].filter(isAsked);
  const { retries = usualRetries } = plan.loaded.suite.simulator ?? {};
  const again = retries * callsOf(playing(plan, plan.load.simulated).filter(isAsked));
  const calls = Math.round(callsOf(once));
  return {
    calls,
    most: again > 0 ? Math.round(calls + again) : undefined,
    cost: sumOf(once.map((share) => costOfShare(share, price(share.model)))),
    basis: "one call an exchange, and the calls of its metrics",
  };
}

/** An earlier run tells what this one takes only where it asked the same judges the same, and as often. */
function asksAlike(header: SuiteHeader, plan: SuitePlan): boolean {
  const judged = plan.metrics.flatMap((metric, index) => (metric.judged ? [{ metric, index }] : []));
  const before = header.metrics.filter((metric) => metric.judged);
  return (
    before.length === judged.length &&
    judged.every(({ metric, index }) =>
      before.some(
        ({ identity, preparedFrom }) =>
          identity === metricIdentity(plan, index) || preparedFrom === metric.identity.hash,
      ),
    )
  );
}

/** What playing these cases takes: the agent, and where they have one the simulated user and its judge. */
function playing(plan: SuitePlan, { exchanges }: { exchanges: number }): Share[] {
  const { cases, userCalls } = plan.load.simulated;
  const trials = trialsOfCase(plan);
  return [
    { model: "agent", calls: plan.standIn ? 0 : exchanges * trials, usage: agentGuess },
    { model: "user", calls: userCalls * trials, usage: userGuess },
    { model: "judge", calls: plan.loaded.suite.simulator?.judge ? cases * trials : 0, usage: judgeGuess },
  ];
}

/** What scoring takes: each metric's calls, spread over its judges, and one call a suite where steps have to be made. */
function scoring(plan: SuitePlan): Share[] {
  return plan.metrics.flatMap(({ name, judges = ["judge"], prepare }) => {
    const calls = ((plan.load.judgeCalls[name] ?? 0) * trialsOfCase(plan)) / judges.length;
    return [
      ...judges.map((model) => ({ model, calls, usage: judgeGuess })),
      { model: "judge", calls: prepare ? 1 : 0, usage: judgeGuess },
    ];
  });
}

/** How often each case is played, on average: not every one need be played under every variant. */
function trialsOfCase({ planned, cases }: SuitePlan): number {
  return planned / cases.size;
}

function callsOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { calls }) => sum + calls, 0);
}

function costOfShare({ calls, usage }: Share, price: Price | undefined): number | undefined {
  const perCall = costOf(price, usage);
  return perCall === undefined ? undefined : perCall * calls;
}

/** Unknown as soon as one part is. */
function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
}
