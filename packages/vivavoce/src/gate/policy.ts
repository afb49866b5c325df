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

/** Allows for rounding errors: a mean of equal values reaches them, and a drop by exactly the margin is within it. */
export const tolerance = 1e-9;

/** "2 %": a share as text, without rounding errors of binary fractions. */
export function percent(part: number): string {
  return `${Number((part * 100).toPrecision(12))} %`;
}

/** A difference with its sign, with a real minus: "+0.05", "−0.20". */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return Math.abs(value) < 1e-9 ? "±0.00" : value < 0 ? "−0.00" : "+0.00";
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** "0.031", "< 0.001" */
export function showP(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
