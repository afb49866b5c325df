import { plural } from "../base/index.ts";
import type { SuitePlan } from "../run/index.ts";

/** What `--stop early` means for the plans, said before the first trial. */
export function earlyLines(plans: readonly SuitePlan[], seed: number): string[] {
  const lines = plans.flatMap((plan) => {
    const why = onlyFails(plan);
    const many = plural(plan.cases.size, "case");
    return why === undefined
      ? []
      : [`  ${plan.loaded.suite.name} can only fail early; to pass, it plays all ${many}: ${why}`];
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
