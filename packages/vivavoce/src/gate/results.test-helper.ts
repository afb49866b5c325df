import type { CaseValues } from "./case-values.ts";
import { type Comparison, compareResults } from "./comparison.ts";
import type { GatePolicy } from "./policy.ts";
import type { UsedMetric, VariantResult } from "./variant-result.ts";

/** A case that was played once. */
export function caseOf(caseId: string, passed: boolean | undefined, more: Partial<CaseValues> = {}): CaseValues {
  const trials = passed === undefined ? { errored: 1 } : passed ? { passed: 1 } : { failed: 1 };
  return { caseId, caseHash: `hash of ${caseId}`, tags: [], trials, values: {}, ...more };
}

/** So many cases, each with what a function of its number says. */
export function casesOf(
  count: number,
  each: (index: number) => Partial<CaseValues> & { passed?: boolean },
): CaseValues[] {
  return Array.from({ length: count }, (_, index) => {
    const { passed = true, ...more } = each(index);
    return caseOf(`case-${index + 1}`, passed, more);
  });
}

export function metricOf(name: string, more: Partial<UsedMetric> = {}): UsedMetric {
  return { name, identities: [`identity of ${name}`], judged: false, gating: true, ...more };
}

export function resultOf(cases: CaseValues[], more: Partial<VariantResult> = {}): VariantResult {
  return {
    suite: "coach",
    variant: {},
    run: "11111111",
    createdAt: "2026-11-15T09:00:00.000Z",
    viva: "0.1.0",
    dataset: "dataset",
    origin: "live",
    agent: { name: "coach", version: "1", models: {}, tools: "tools", code: "code", files: "files" },
    judges: {},
    metrics: [...new Set(cases.flatMap(({ values }) => Object.keys(values)))].map((name) => metricOf(name)),
    gate: {},
    planned: cases.length,
    cases,
    ...more,
  };
}

export function after(cases: CaseValues[], more: Partial<VariantResult> = {}): VariantResult {
  return resultOf(cases, { run: "22222222", ...more });
}

/** The comparison of two results that can be compared. */
export function compared(before: VariantResult, later: VariantResult, policy: GatePolicy = {}): Comparison {
  const result = compareResults(before, later, policy);
  if (result.kind === "refused") throw new Error(result.refusal.reasons.join("; "));
  return result.comparison;
}

export function measureIn({ measures }: Comparison, name: string) {
  const measure = measures.find((candidate) => candidate.name === name);
  if (!measure) throw new Error(`there is no measure ${name}`);
  return measure;
}
