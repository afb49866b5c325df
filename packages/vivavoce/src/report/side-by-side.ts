import type { Variant } from "../agent/index.ts";
import { safeLine } from "../base/index.ts";
import type { Store, StoredSuite, StoredTrial } from "../store/index.ts";
import { showVariant } from "../suite/index.ts";
import { plural, showValue, unknown } from "./figures.ts";
import type { Style } from "./style.ts";

/** One case under one variant: repeats averaged. */
interface CaseResult {
  passed: number;
  decided: number;
  /** Sum and count of values by metric. */
  values: Map<string, { sum: number; count: number }>;
}

/** The variants of a suite on the cases that all of them played. */
export interface SideBySide {
  suite: string;
  variants: Variant[];
  /** Cases that every variant played. */
  common: number;
  passRates: (number | undefined)[];
  metrics: { name: string; means: (number | undefined)[] }[];
  /** Cases on which the variants differ, in input order. */
  flips: { caseId: string; rates: (number | undefined)[] }[];
}

/**
 * Pairs the variants of a suite by case. A case that one of them lacks is left out of every figure; one that was not
 * decided, or has no value, under one of them is left out of that figure for all.
 */
export async function pairVariants(store: Store, run: string, suite: StoredSuite): Promise<SideBySide> {
  const variants = suite.header.variants.map(({ variant }) => variant);
  const keys = variants.map((variant) => JSON.stringify(variant));
  const cases = new Map<string, CaseResult[]>();
  for await (const trial of store.trials.read(run, suite.position)) {
    const column = keys.indexOf(JSON.stringify(trial.variant));
    if (column < 0 || trial.status === undefined) continue;
    const results = cases.get(trial.caseId) ?? [];
    results[column] = add(results[column], trial);
    cases.set(trial.caseId, results);
  }
  const common = [...cases].filter(([, results]) => keys.every((_, column) => results[column] !== undefined));
  const rates = common.map(([caseId, results]) => ({ caseId, rates: results.map(rateOf) }));
  return {
    suite: suite.name,
    variants,
    common: common.length,
    passRates: pairedMeans(
      rates.map((row) => row.rates),
      keys.length,
    ),
    metrics: suite.header.metrics.map(({ name }) => ({
      name,
      means: pairedMeans(
        common.map(([, results]) => results.map((result) => metricValue(result, name))),
        keys.length,
      ),
    })),
    flips: rates.filter((row) => new Set(row.rates).size > 1),
  };
}

function add(before: CaseResult | undefined, { status, scores }: StoredTrial): CaseResult {
  const result = before ?? { passed: 0, decided: 0, values: new Map() };
  if (status === "passed" || status === "failed") result.decided += 1;
  if (status === "passed") result.passed += 1;
  for (const score of scores) {
    if (score.status !== "scored") continue;
    const value = result.values.get(score.metric) ?? { sum: 0, count: 0 };
    result.values.set(score.metric, { sum: value.sum + score.value, count: value.count + 1 });
  }
  return result;
}

function rateOf({ passed, decided }: CaseResult): number | undefined {
  return decided === 0 ? undefined : passed / decided;
}

function metricValue(result: CaseResult, metric: string): number | undefined {
  const value = result.values.get(metric);
  return value ? value.sum / value.count : undefined;
}

/** The mean of each column over the rows in which every column has a value. */
function pairedMeans(rows: readonly (readonly (number | undefined)[])[], columns: number): (number | undefined)[] {
  const whole = rows.filter((row) => row.every((value) => value !== undefined));
  return Array.from({ length: columns }, (_, column) =>
    whole.length === 0 ? undefined : whole.reduce((sum, row) => sum + (row[column] ?? 0), 0) / whole.length,
  );
}

/** The variants as columns: pass rates, metrics, and the cases on which they differ. */
export function sideBySideText(sides: SideBySide, style: Style, maxFlips = 20): string {
  const titles = sides.variants.map((variant) => showVariant(variant));
  const names = ["pass rate", ...sides.metrics.map(({ name }) => name), ...sides.flips.map(({ caseId }) => caseId)];
  const longest = 40;
  const first = names.reduce((widest, name) => Math.min(longest, Math.max(widest, name.length)), 0) + 2;
  const width = Math.max(10, ...titles.map((title) => title.length)) + 2;
  const row = (name: string, cells: readonly string[]) =>
    `  ${safeLine(name, longest).padEnd(first)}${cells.map((cell) => cell.padStart(width)).join("")}`;
  const figure = (value: number | undefined) => (value === undefined ? unknown : showValue(value));
  const mark = (rate: number | undefined) => (rate === 1 ? "✓" : rate === 0 ? "✗" : figure(rate));
  const shown = sides.flips.slice(0, maxFlips);
  return [
    `${style.bold(`${safeLine(sides.suite, 60)} side by side`)}, over the ${plural(sides.common, "case")} that every variant played`,
    style.dim(row("", titles)),
    row("pass rate", sides.passRates.map(figure)),
    ...sides.metrics.map(({ name, means }) => row(name, means.map(figure))),
    `  ${plural(sides.flips.length, "case")} ${sides.flips.length === 1 ? "differs" : "differ"}${shown.length > 0 ? ":" : ""}`,
    ...shown.map(({ caseId, rates }) => row(caseId, rates.map(mark))),
    ...(sides.flips.length > shown.length ? [style.dim(`  … ${sides.flips.length - shown.length} more`)] : []),
  ].join("\n");
}
