import { InputError, inSentences, mulberry32, type Problem, plural, safeLine } from "../base/index.ts";
import { sameFamilyWarning } from "../calibration/index.ts";
import { effective, tooFew } from "../gate/index.ts";
import { type Style, showCost } from "../report/index.ts";
import { readSummaries, whyNotWhole } from "../results/index.ts";
import type { Estimate, RunOptions, SuitePlan } from "../run/index.ts";
import { type GatePolicy, listInWords, showVariant } from "../shape/index.ts";
import { assuredMean, sampledMean } from "../stats/index.ts";
import type { Store } from "../store/index.ts";
import { cleanText } from "./print.ts";

/** Viva's first line: whether models are really asked, and if not, what is replayed and why. */
export function firstLine(
  version: string,
  plans: readonly SuitePlan[],
  /** Whether answers of earlier runs are used, or why the config's wish for them does not count. */
  cache: { areUsed?: boolean | undefined; ignored?: string | undefined } = {},
): string {
  const standIn = plans[0]?.standIn;
  if (standIn) return `viva ${version} · examining the stand-in "${standIn}" instead of the agent`;
  const replayed = plans.filter(({ mode }) => mode.kind === "replay");
  const others = plans.filter(({ mode }) => mode.kind !== "replay");
  const live = others.some(({ mode }) => mode.kind === "record") ? "live, recording" : "live";
  const known = cache.areUsed
    ? ". Where an earlier run asked the same, its answers are used: --no-cache asks again."
    : cache.ignored === undefined
      ? ""
      : `. The config's cache: true is ignored ${cache.ignored}: the models are asked.`;
  if (replayed.length === 0) return `viva ${version} · ${live}${known}`;
  const which = others.length === 0 ? "" : `${names(others)} ${live}${known.replace(/\.$/, "")}; ${names(replayed)}: `;
  return `viva ${version} · ${which}${missingKeys(replayed)}${whatIsReplayed(replayed)} ${whatIsClosed(replayed)}`;
}

function names(plans: readonly SuitePlan[]): string {
  return plans.map(({ loaded }) => loaded.suite.name).join(", ");
}

function missingKeys(plans: readonly SuitePlan[]): string {
  const keys = plans.map(({ mode }) => (mode.kind === "replay" ? mode.missingKey : undefined));
  const missing = [...new Set(keys.filter((key) => key !== undefined))];
  return missing.length === 0 ? "" : `no ${missing.join(" and no ")}: `;
}

function whatIsReplayed(plans: readonly SuitePlan[]): string {
  const origins = new Set(plans.flatMap((plan) => plan.variants.map(({ origin }) => origin)));
  if (origins.size === 1 && origins.has("hand-written")) {
    return "replaying hand-written recordings. They show how Viva works, not how good a model is.";
  }
  return origins.has("hand-written") || origins.has("mixed")
    ? "replaying recordings, some of them written by hand. Those show how Viva works, not how good a model is."
    : "replaying recordings.";
}

function whatIsClosed(plans: readonly SuitePlan[]): string {
  const allowed = [...new Set(plans.flatMap(({ network }) => network.allowed))];
  return allowed.length === 0 ? "Network closed." : `Network closed except for ${listInWords(allowed, "and")}.`;
}

/** What a suite will do: "flow-coach · 26 cases · prompt v2 · agent and judge: hand-written tapes". */
export function suiteLines(plan: SuitePlan, style: Style): string[] {
  const { loaded, variants, repeat, users, models, mode, standIn } = plan;
  return variants.map(({ variant, cases, origin, withoutTape }) => {
    const roles = Object.keys(models.choices);
    const source = standIn
      ? `agent: ${standIn}`
      : mode.kind === "replay"
        ? `${roles.length === 0 ? "" : `${listInWords(roles, "and")}: `}${origin} tapes`
        : roles.map((name) => `${name}: ${models.id(name)}`).join(" · ");
    const parts = [
      style.bold(loaded.suite.name),
      plural(cases.length, "case"),
      ...(users !== undefined || repeat > 1 ? [plural(repeat, users === undefined ? "repeat" : "user")] : []),
      ...(Object.keys(variant).length > 0 ? [showVariant(variant)] : []),
      ...(source ? [source] : []),
    ];
    const missing = withoutTape > 0 ? style.dim(` (${plural(withoutTape, "case")} without a tape, left out)`) : "";
    return parts.join(" · ") + missing;
  });
}

/** The warnings to show before suites are played or scored, each once. */
export function warningsOf(plans: readonly SuitePlan[], options: Pick<RunOptions, "agent">): Set<string> {
  return new Set(plans.flatMap((plan) => [...plan.warnings.map(showWarning), ...familyWarning(plan, options)]));
}

/** A judge tends to favour models of its own family; a stand-in belongs to no family. */
function familyWarning({ metrics, models }: SuitePlan, { agent }: Pick<RunOptions, "agent">): string[] {
  const asked = metrics.some((metric) => metric.judged) && models.choices.agent && models.choices.judge;
  const warning = asked && agent === undefined ? sameFamilyWarning(models.id("judge"), models.id("agent")) : undefined;
  return warning === undefined ? [] : [warning];
}

function showWarning({ place, ...problem }: SuitePlan["warnings"][number]): string {
  return cleanText(inSentences({ ...problem, place: place && { file: place.file, line: place.line } }));
}

/** What `--stop early` means for the plans, said before the first trial. */
export function earlyLines(plans: readonly SuitePlan[], seed: number): string[] {
  const lines = plans.flatMap((plan) => {
    const why = onlyFails(plan);
    const many = plan.cases.size === 1 ? "its only case" : `all ${plural(plan.cases.size, "case")}`;
    return why === undefined
      ? []
      : [`  ${plan.loaded.suite.name} can only fail early; to pass, it plays ${many}: ${why}`];
  });
  return [
    `stops early: cases are played in a random order (seed ${seed}) until the verdict is certain enough\n`,
    ...lines,
  ];
}

/** Why a suite cannot pass on a part of its cases. */
function onlyFails({ metrics, gate }: SuitePlan): string | undefined {
  const strict = metrics.filter(({ zeroTolerance, gating }) => zeroTolerance && gating).map(({ name }) => name);
  if (strict.length > 0) return `${strict.join(", ")} must hold in every case`;
  return gate.passRate === undefined ? "every trial has to pass; --pass-rate sets a floor instead" : undefined;
}

const simulated = 40;

/** How many cases a plan would play before it stops, if the pass rate is that of the suite's last whole run. */
export async function earlyForecast(plan: SuitePlan, store: Store, seed: number): Promise<string[]> {
  const floor = plan.gate.passRate;
  const [variant] = plan.variants;
  if (floor === undefined || onlyFails(plan) !== undefined || !variant?.early) return [];
  const rate = await lastRate(plan, store);
  if (rate === undefined) return [];
  const { units } = variant.early;
  const random = mulberry32(seed);
  const needed = Array.from({ length: simulated }, () => unitsNeeded(units, rate, plan.gate, random)).sort(
    (a, b) => a - b,
  );
  const share = (needed[simulated / 2] ?? units) / units;
  const cases = Math.ceil(share * variant.early.cases);
  const name = plan.loaded.suite.name;
  return [
    `  ${name} stops after about ${cases} of ${plural(variant.early.cases, "case")}, if the pass rate is ${rate.toFixed(2)} as in its last run`,
  ];
}

async function lastRate({ loaded }: SuitePlan, store: Store): Promise<number | undefined> {
  for (const run of await store.runs.list()) {
    const suite = run.suites.find(({ name }) => name === loaded.suite.name);
    if (!suite || run.finishedAt === undefined || whyNotWhole(run) !== undefined) continue;
    return (await readSummaries(store, run, suite))[0]?.passRate.observed?.mean;
  }
  return undefined;
}

function unitsNeeded(
  of: number,
  rate: number,
  { passRate: floor = 1, assured }: GatePolicy,
  random: () => number,
): number {
  const units = Array.from({ length: of }, () => ({ value: random() < rate ? 1 : 0, size: 1 }));
  for (let seen = 10; seen < of; seen = Math.ceil(seen * 1.1)) {
    const drawn = units.slice(0, seen);
    const { lo, hi } = sampledMean(drawn, { of }) ?? { lo: 0, hi: 1 };
    const values = drawn.map(({ value }) => value);
    const { lower, upper } = (assured && assuredMean(values, { anytime: { largest: 1 } })) || { lower: lo, upper: hi };
    if (lower >= floor || upper < floor) return seen;
  }
  return of;
}

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
