import type { GatePolicy } from "../shape/index.ts";

const defaultMargin = 0.05;
const defaultShare = 0.02;

/** A policy with its defaults filled in: what the gate decides by. */
export function effective(policy: GatePolicy) {
  const margin = policy.margin ?? defaultMargin;
  return {
    margin,
    guard: Math.max(margin, policy.guard ?? Math.min(Number((3 * margin).toPrecision(12)), 0.3)),
    scope: policy.scope ?? "these",
    maxUnscored: policy.maxUnscored ?? defaultShare,
    maxSkipped: policy.maxSkipped ?? defaultShare,
    secondary: policy.secondary ?? [],
  } as const;
}

/** "2 %": a share as text, without rounding errors of binary fractions. */
export function percent(part: number): string {
  return `${Number((part * 100).toPrecision(12))} %`;
}
