import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { didYouMean, InputError, refuseUnknown } from "../base/index.ts";
import type { SuitePlan } from "../run/index.ts";
import { type GatePolicy, gatePolicySchema, issueMessage, passRateName, type StoredSuite } from "../shape/index.ts";
import { type FlagsOf, flagRows } from "./command.ts";

type Setting = keyof GatePolicy;
const { shape } = gatePolicySchema;
const settings = Object.keys(shape) as Setting[];
/** Those about a run by itself; a comparison of two runs has no use for them. */
const aloneSettings: readonly Setting[] = ["floors", "maxSkipped", "passRate", "assured"];

/** The four that people type have a flag each; `--gate` sets them all. */
export const comparisonRows = flagRows({
  "--margin <m>": [about("margin"), setting("margin")],
  "--inconclusive <as>": [about("inconclusive"), setting("inconclusive")],
  "--gate <name=value[,…]>": gateRow(settings.filter((name) => !aloneSettings.includes(name))),
});

/** The flags that override the policy of the suite and the config. */
export const gateRows = flagRows({
  ...comparisonRows,
  "--gate <name=value[,…]>": gateRow(settings),
  "--pass-rate <rate>": [about("passRate"), setting("passRate")],
  "--assured": about("assured"),
});

type GateFlags = FlagsOf<typeof gateRows>;

/** What the help of a command says about the settings of `--gate`. */
export const gateNotes = `Settings of --gate, such as floors.criteria=0.8,secondary=tone+facts:
${settings.map((name) => `  ${called(name).padEnd(14)} ${about(name)}`).join("\n")}`;

function called(name: Setting): string {
  return name === "floors" ? "floors.METRIC" : name;
}

/** What the schema says about a setting, as help says it. */
function about(name: Setting): string {
  const text = (shape[name].description ?? "").replace(/\.$/, "").replaceAll("`", "");
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function setting<Name extends Setting>(name: Name) {
  return (text: string) =>
    checked({ [name]: valueIn(shape[name].unwrap(), text) })[name] as NonNullable<GatePolicy[Name]>;
}

/** A setting's text as its schema wants it; the names of a list are joined by +. */
function valueIn(schema: unknown, text: string): unknown {
  if (schema instanceof z.ZodArray) return text.split("+");
  if (schema instanceof z.ZodRecord) return valueIn(schema.valueType, text);
  if (schema instanceof z.ZodBoolean) return text === "true" || (text === "false" ? false : text);
  return schema instanceof z.ZodNumber && text.trim() !== "" ? Number(text) : text;
}

function checked(policy: object): GatePolicy {
  const read = gatePolicySchema.safeParse(policy, { error: issueMessage });
  if (read.success) return read.data;
  throw new InvalidArgumentError(
    read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
  );
}

/** NAME=VALUE[,NAME=VALUE], given once or several times. A metric's name may have a "=" in it, a floor has none. */
function gateRow(names: readonly Setting[]) {
  const known = names.map(called);
  const read = (text: string, before: GatePolicy = {}): GatePolicy => {
    const policy: Record<string, unknown> = { ...before };
    for (const part of text.split(",")) {
      const [, metric, floor, plain = "", word = ""] = /^floors\.(.+)=(.*)$|^([^=]*)=(.*)$/s.exec(part) ?? [];
      const name = metric === undefined ? plain : "floors";
      if (metric === undefined && !known.includes(plain))
        throw new InvalidArgumentError(
          `${part} is not a setting: write NAME=VALUE. ${didYouMean(plain.replace(/\..*/s, ".METRIC"), known)}`,
        );
      const value = valueIn(shape[name as Setting].unwrap(), floor ?? word);
      const earlier = policy[name];
      if (Array.isArray(earlier)) policy[name] = [...earlier, ...(value as string[])];
      else if (metric !== undefined && !Object.hasOwn(earlier ?? {}, metric))
        policy[name] = { ...(earlier as object), [metric]: value };
      else if (earlier === undefined) policy[name] = value;
      else throw new InvalidArgumentError(`${part} is given twice.`);
    }
    return checked(policy);
  };
  return [`other settings: ${known.join(", ")}`, read] as const;
}

/** The policy that the flags give: the suite and the config decide the rest. */
export function policyOf({ gate = {}, ...flags }: Partial<GateFlags>): GatePolicy {
  const own = Object.entries(flags).filter(([name, value]) => name in shape && value !== undefined);
  const twice = own.find(([name]) => name in gate)?.[0];
  if (twice)
    throw new InputError({ message: `${twice} is given twice, by --gate and by a flag`, remedy: "Give it once." });
  return { ...gate, ...Object.fromEntries(own) };
}

/** Refuses a policy that asks for certainty about nothing, or for one that no number of cases can give. */
function refuseUnassurable(suite: string, { assured, passRate, floors = {} }: GatePolicy): void {
  if (!assured) return;
  const wanted = Object.entries({ ...floors, ...(passRate === undefined ? {} : { [passRateName]: passRate }) });
  const perfect = wanted.filter(([, floor]) => floor === 1).map(([name]) => name);
  if (wanted.length === 0)
    throw new InputError({
      message: `--assured (gate.assured) asks whether the agent reaches a floor, and suite ${suite} has none`,
      remedy: "Add --pass-rate 0.9 or --gate floors.METRIC=0.8, or gate.passRate or gate.floors in the suite.",
    });
  if (perfect.length > 0)
    throw new InputError({
      message: `suite ${suite} has a floor of 1 for ${perfect.join(", ")}, which no number of cases can assure`,
      remedy: "Give a floor below 1, such as 0.95, or leave --assured (gate.assured) out.",
    });
}

/** The plans, with the flags put over their policies. */
export function gatedPlans(plans: readonly SuitePlan[], flags: GateFlags): SuitePlan[] {
  const above = policyOf(flags);
  return plans.map((plan) => {
    const gate = { ...plan.gate, ...above };
    // Every suite must have the metrics that a flag names. A policy in the config is for all suites: only its floors must fit.
    refuseUnfit(plan.loaded.suite.name, plan.metrics, { ...above, floors: gate.floors }, gate);
    return { ...plan, gate };
  });
}

/** Refuses flags that ask something of a stored run which its suites cannot answer. */
export function refuseUnfitRun(suites: readonly StoredSuite[], above: GatePolicy): void {
  for (const { name, header } of suites) refuseUnfit(name, header.metrics, above, { ...header.gate, ...above });
}

/** Refuses a gate on a metric that the suite does not have, or one that cannot be assured, before anything is played. */
export function refuseUnfit(suite: string, metrics: readonly { name: string }[], above: GatePolicy, whole: GatePolicy) {
  const { primary = passRateName, secondary = [], floors = {} } = above;
  const known = metrics.map(({ name }) => name);
  const where = ` in suite ${suite} for its gate`;
  refuseUnknown("metric", [primary, ...secondary], [passRateName, ...known], { where });
  refuseUnknown("metric", Object.keys(floors), known, { where });
  refuseUnassurable(suite, whole);
}
