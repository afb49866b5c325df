import { sameJson } from "../base/index.ts";
import { costOf, dateOf, type Price } from "../model/index.ts";
import { type SuiteHeader, type Usage, wholeSum } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { metricIdentity, type SuitePlan } from "./plan.ts";
import { modelIds } from "./suite-header.ts";
import { tapedCalls } from "./taped-calls.ts";
import { usualRetries } from "./trial/play.ts";

type Taped = Awaited<ReturnType<typeof tapedCalls>>;

/** A rough estimate of a live run's calls and cost, and its basis. */
export interface Estimate {
  calls: number;
  /** The calls if simulated users spoil every conversation and each is repeated as often as the suite allows. */
  most?: number | undefined;
  cost: number | undefined;
  /** The month of the listed prices it uses; undefined if it uses none. */
  pricesAsOf?: string | undefined;
  basis:
    | "an earlier run"
    | "the usage on its tapes"
    | "the calls on its tapes and their usual length"
    | "one call an exchange, and the calls of its metrics";
}

/** Calls that one of the suite's models will be asked, and what each of them takes. */
interface Share {
  model: string;
  calls: number;
  usage: Usage;
}

/** The assumed tokens of a call if nothing is known yet. A judge reads the whole conversation and gives reasons. */
const agentGuess = { inputTokens: 1_500, outputTokens: 250 };
const userGuess = { inputTokens: 1_000, outputTokens: 50 };
const judgeGuess = { inputTokens: 3_000, outputTokens: 500 };

/** Estimates a suite's calls and cost: from its last live run, else from its tapes, else from its cases. */
export async function estimateSuite(plan: SuitePlan, store: Store): Promise<Estimate> {
  const whole = await estimateAll(plan, store);
  const share = await askedShare(plan);
  const { calls, most, cost } = whole;
  return {
    ...whole,
    calls: Math.round(calls * share),
    ...(most === undefined ? {} : { most: Math.round(most * share) }),
    cost: share === 0 ? 0 : cost && cost * share,
  };
}

/** Estimates calls to the judges alone, from the tapes' usage or by their usual length. `calls`: by metric. */
export async function estimateJudging(
  plan: SuitePlan,
  calls: Readonly<Record<string, number>>,
): Promise<Pick<Estimate, "calls" | "cost">> {
  const taped = await tapedCalls(plan);
  const shares = plan.metrics.flatMap(({ name, judges = ["judge"] }) =>
    judges.map((model) => {
      const usage = taped.get(model)?.usage ?? judgeGuess;
      return { model, calls: (calls[name] ?? 0) / judges.length, usage };
    }),
  );
  return {
    calls: Math.round(callsOf(shares)),
    cost: wholeSum([0, ...shares.map((share) => costOfShare(share, plan.models.price(share.model)))]),
  };
}

/** `--record missing` asks only for what has no tape: each repeat has its own, and half a tape is played again. */
async function askedShare({ mode, variants, cases, cassette, repeat, planned }: SuitePlan): Promise<number> {
  if (mode.kind !== "record" || !mode.onlyMissing) return 1;
  let present = 0;
  for (const { variant, cases: positions } of variants) {
    const taped = await cassette.list(variant);
    for (const id of [...positions].map((position) => cases.id(position)).filter((one) => taped.has(one))) {
      const tapes = await cassette.read(variant, id).catch(() => []);
      const whole = tapes.filter((tape) => tape.repeat <= repeat && tape.incomplete === undefined);
      present += new Set(whole.map((tape) => tape.repeat)).size;
    }
  }
  return 1 - present / planned;
}

async function estimateAll(plan: SuitePlan, store: Store): Promise<Estimate> {
  const before = plan.standIn
    ? undefined
    : await store.history.averages(plan.loaded.suite.name, (header) => asksAlike(header, plan), enough(plan));
  if (before) {
    const cost = before.cost === undefined ? undefined : before.cost * plan.planned;
    return { calls: before.calls * plan.planned, cost, basis: "an earlier run" };
  }
  const { choices } = plan.models;
  const isAsked = ({ model, calls }: Share) => calls > 0 && choices[model] !== undefined;
  const taped = await tapedCalls(plan);
  const once = [...playing(plan, plan.load, taped), ...scoring(plan)].filter(isAsked).map((share) => {
    return { ...share, usage: taped.get(share.model)?.usage ?? share.usage };
  });
  const prices = once.map(({ model }) => plan.models.price(model));
  const { retries = usualRetries } = plan.loaded.suite.simulator ?? {};
  const again = retries * callsOf(playing(plan, plan.load.simulated).filter(isAsked));
  const calls = callsOf(once);
  return {
    calls,
    most: again > 0 ? calls + again : undefined,
    cost: wholeSum([0, ...once.map((share, index) => costOfShare(share, prices[index]))]),
    pricesAsOf: prices.flatMap((price) => (price ? (dateOf(price) ?? []) : []))[0],
    basis: basisOf(once, taped),
  };
}

function basisOf(shares: readonly Share[], taped: Taped): Estimate["basis"] {
  if (taped.size === 0) return "one call an exchange, and the calls of its metrics";
  const isMeasured = shares.every(({ model }) => taped.get(model)?.usage !== undefined);
  return isMeasured ? "the usage on its tapes" : "the calls on its tapes and their usual length";
}

/** An earlier run of only a few cases says little about all of them. */
function enough({ planned }: SuitePlan): number {
  return Math.max(1, Math.min(20, Math.ceil(planned / 2)));
}

/** An earlier run is a basis only if it asked the same models, and its judges asked the same, as often. */
function asksAlike(header: SuiteHeader, plan: SuitePlan): boolean {
  if (!sameJson(header.models, modelIds(plan))) return false;
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

/** The calls for playing these cases: the agent's, and those of the simulated user and its judge if there is one. */
function playing(plan: SuitePlan, { exchanges }: { exchanges: number }, taped: Taped = new Map()): Share[] {
  const { cases, userCalls } = plan.load.simulated;
  const trials = trialsOfCase(plan);
  const known = (model: string) => {
    const { perTrial } = taped.get(model) ?? {};
    return perTrial === undefined ? undefined : perTrial * plan.planned;
  };
  const others = [...taped].filter(([model, { role }]) => role === "agent" && model !== "agent");
  // A tape of a short case says little about a long one: an agent asks its model at least once an exchange.
  const agentCalls = Math.max(known("agent") ?? 0, exchanges * trials);
  return [
    { model: "agent", calls: plan.standIn ? 0 : agentCalls, usage: agentGuess },
    ...others.map(([model]) => ({ model, calls: plan.standIn ? 0 : (known(model) ?? 0), usage: agentGuess })),
    { model: "user", calls: known("user") ?? userCalls * trials, usage: userGuess },
    { model: "judge", calls: plan.loaded.suite.simulator?.judge ? cases * trials : 0, usage: judgeGuess },
  ];
}

/** The calls for scoring: each metric's, spread over its judges, and one a suite if evaluation steps must be made. */
function scoring(plan: SuitePlan): Share[] {
  return plan.metrics.flatMap(({ name, judges = ["judge"], prepare }) => {
    const calls = ((plan.load.judgeCalls[name] ?? 0) * trialsOfCase(plan)) / judges.length;
    return [
      ...judges.map((model) => ({ model, calls, usage: judgeGuess })),
      { model: "judge", calls: prepare ? 1 : 0, usage: judgeGuess },
    ];
  });
}

/** How often each case is played on average: some may not be played under every variant. */
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
