import { InvalidArgumentError } from "commander";
import { InputError } from "../base/index.ts";
import type { SuitePlan } from "../run/index.ts";
import { type GatePolicy, gatePolicySchema, passRateName, type StoredSuite } from "../shape/index.ts";
import { betweenZeroAndOne, collect, type FlagsOf, flagRows, oneOf, share } from "./flags.ts";

/** The flags that decide a comparison. */
export const comparisonRows = flagRows({
  "--margin <m>": ["how much worse than the baseline is still accepted (default 0.05)", betweenZeroAndOne],
  "--primary <metric>": "the metric that decides the comparison",
  "--secondary <metric>": ["another metric that must not be worse; may be given more than once", collect, []],
  "--guard <m>": [
    "how much worse a secondary metric may be (default: three times the margin, at most 0.3)",
    betweenZeroAndOne,
  ],
  "--scope <scope>": ["decide about these cases (default) or about others like them", oneOf("these", "like-these")],
  "--max-unscored <share>": ["the share of a measure's trials that may have no value (default 0.02)", share],
  "--inconclusive <as>": ["treat an inconclusive verdict as this", oneOf("fail", "pass")],
});

/** The flags that override the policy of the suite and the config. */
export const gateRows = flagRows({
  ...comparisonRows,
  "--pass-rate <rate>": ["the lowest pass rate that passes; without it every trial has to pass", share],
  "--floor <metric=value>": ["the lowest mean of a metric; may be given more than once", floors, {}],
  "--assured": "floors are about the agent on cases like these, with 95 % confidence, not about what was seen",
  "--max-skipped <share>": ["the share of trials that may be skipped by all metrics (default 0.02)", share],
});

type GateFlags = FlagsOf<typeof gateRows>;

/** The policy that the flags give: the suite and the config decide the rest. */
export function policyOf({ floor, ...flags }: Partial<GateFlags>): GatePolicy {
  const policy = { ...flags, floors: floor } as Record<string, unknown>;
  const isGiven = (value: unknown) => value !== undefined && (typeof value !== "object" || !isEmpty(value));
  return Object.fromEntries(gateFields.flatMap((name) => (isGiven(policy[name]) ? [[name, policy[name]]] : [])));
}

const gateFields = Object.keys(gatePolicySchema.shape);

function isEmpty(value: unknown): boolean {
  return Object.keys(value as object).length === 0;
}

/** Refuses a gate on a metric that the suite does not have, before anything is played. */
export function refuseUnknownMetrics(
  suite: string,
  { primary, secondary = [], floors: least = {} }: GatePolicy,
  known: readonly string[],
) {
  refuseUnknown([primary ?? passRateName, ...secondary], [passRateName, ...known], ` in suite ${suite} for its gate`);
  refuseUnknown(Object.keys(least), known, ` in suite ${suite} for its gate`);
}

/** Refuses a policy that asks for certainty about nothing, or for one that no number of cases can give. */
function refuseUnassurable(suite: string, { assured, passRate, floors: least = {} }: GatePolicy): void {
  if (!assured) return;
  const wanted = Object.entries({ ...least, ...(passRate === undefined ? {} : { [passRateName]: passRate }) });
  const perfect = wanted.filter(([, floor]) => floor === 1).map(([name]) => name);
  if (wanted.length === 0)
    throw new InputError({
      message: `--assured (gate.assured) asks whether the agent reaches a floor, and suite ${suite} has none`,
      remedy: "Add --pass-rate 0.9 or --floor METRIC=0.8, or gate.passRate or gate.floors in the suite.",
    });
  if (perfect.length > 0)
    throw new InputError({
      message: `suite ${suite} has a floor of 1 for ${perfect.join(", ")}, which no number of cases can assure`,
      remedy: "Give a floor below 1, such as 0.95, or leave --assured (gate.assured) out.",
    });
}

/** Refuses unknown names of metrics, and lists the known ones. */
export function refuseUnknown(wanted: readonly string[], known: readonly string[], where = ""): void {
  const unknown = new Set(wanted.filter((name) => !known.includes(name)));
  if (unknown.size === 0) return;
  const message = `there is no metric ${[...unknown].join(", ")}${where}`;
  throw new InputError({ message, remedy: `Name one of ${[...new Set(known)].join(", ")}.` });
}

/** The plans, with the flags put over their policies. */
export function gatedPlans(plans: readonly SuitePlan[], flags: GateFlags): SuitePlan[] {
  const above = policyOf(flags);
  return plans.map((plan) => {
    const names = plan.metrics.map(({ name }) => name);
    const gate = { ...plan.gate, ...above };
    // Every suite must have the metrics that a flag names. A policy in the config is for all suites: only its floors must fit.
    refuseUnknownMetrics(plan.loaded.suite.name, { ...above, floors: gate.floors }, names);
    refuseUnassurable(plan.loaded.suite.name, gate);
    return { ...plan, gate };
  });
}

/** Refuses flags that ask something of a stored run which its suites cannot answer. */
export function refuseUnfit(suites: readonly StoredSuite[], above: GatePolicy): void {
  for (const { name, header } of suites) {
    const known = header.metrics.map((metric) => metric.name);
    refuseUnknownMetrics(name, above, known);
    refuseUnassurable(name, { ...header.gate, ...above });
  }
}

function floors(text: string, before: Record<string, number>): Record<string, number> {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new InvalidArgumentError("write METRIC=VALUE, such as criteria=0.8.");
  return { ...before, [text.slice(0, at)]: share(text.slice(at + 1)) };
}
