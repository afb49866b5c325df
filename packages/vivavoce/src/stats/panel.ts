import { requireWhole } from "./checks.ts";

/**
 * How many independent judges a panel of k is worth whose verdicts correlate by ρ̄ on average (Kish, 1965):
 * k/(1 + (k − 1)ρ̄). Undefined when 1 + (k − 1)ρ̄ is 0.
 *
 * @example effectivePanelSize(9, 0.8); // 1.2162
 */
export function effectivePanelSize(k: number, rho: number): number | undefined {
  requireWhole("effectivePanelSize: k", k, 1);
  const lowest = k === 1 ? -1 : -1 / (k - 1);
  if (!(rho >= lowest && rho <= 1)) {
    throw new RangeError(
      `effectivePanelSize: rho is ${rho}: pass a mean correlation from ${lowest} (for ${k} judges) to 1`,
    );
  }
  const inflation = 1 + (k - 1) * rho;
  return inflation > 0 ? k / inflation : undefined;
}
