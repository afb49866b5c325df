import { mulberry32, plural } from "../base/index.ts";
import { readSummaries, whyNotWhole } from "../results/index.ts";
import type { SuitePlan } from "../run/index.ts";
import type { GatePolicy } from "../shape/index.ts";
import { assuredMean, sampledMean } from "../stats/index.ts";
import type { Store } from "../store/index.ts";

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
