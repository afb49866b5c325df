import { mean, minimumDetectableEffect, sampleSize } from "../stats/index.ts";
import { type CaseValues, decidedOf, passRateOf, trialsOf } from "./case-values.ts";
import { comparability, passRateName } from "./comparability.ts";
import { caseValue, measureOf } from "./measure.ts";
import type { VariantResult } from "./variant-result.ts";

/** The variance that a plan rests on, and where it was seen. */
export interface PowerBasis {
  measure: string;
  /**
   * "differences": between runs of the suite; "cases": of one run, two versions being taken to agree by half;
   * "guess": hardly anything varied, and the most is assumed that a mean so near its end allows.
   */
  from: "differences" | "cases" | "guess";
  /** The runs it was seen in, newest first. */
  runs: string[];
  /** How many cases, and how often each was played, in the newest. */
  cases: number;
  repeats: number;
  /** ω²: the variance over cases of the difference; without σ² it holds the noise of single trials as well. */
  omega2: number;
  /** σ²: the variance between repeats of a case; undefined where none was repeated. */
  sigma2: number | undefined;
}

/** The variance to plan with, from a suite's results, newest first. Undefined where no case has a value. */
export function powerBasis(results: readonly VariantResult[], measure = passRateName): PowerBasis | undefined {
  const [newest] = results;
  const values = newest?.cases.flatMap((one) => caseValue(one, measure) ?? []) ?? [];
  if (!newest || values.length === 0) return undefined;
  const repeats = Math.max(1, Math.round(mean(newest.cases.map(trialsOf)).mean ?? 1));
  const sigma2 = noiseOf(newest.cases, measure);
  const common = { measure, cases: values.length, repeats, sigma2 };
  const seen = differencesBetween(results, measure);
  if (seen) {
    const noise = (2 * (sigma2 ?? 0)) / repeats;
    return { ...common, from: "differences", runs: seen.runs, omega2: Math.max(0, seen.variance - noise) };
  }
  const { se } = mean(values);
  if (se !== undefined && unusual(values) >= enough) {
    // Two versions that agree by half: Var(a − b) = 2·s²·(1 − 1/2).
    const omega2 = Math.max(0, values.length * se ** 2 - (sigma2 ?? 0) / repeats);
    return { ...common, from: "cases", runs: [newest.run], omega2 };
  }
  const middle = (values.reduce((sum, value) => sum + value, 0) + 1) / (values.length + 2);
  return { ...common, from: "guess", runs: [newest.run], omega2: middle * (1 - middle) };
}

/** Fewer cases that stand out say nothing about how much others may. */
const enough = 5;

/** How many values are other than the most common one. */
function unusual(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.length - Math.max(...counts.values());
}

const mostPairs = 5;

/** The variance of the cases' differences, over neighbouring runs that can be compared and did not come out the same. */
function differencesBetween(results: readonly VariantResult[], measure: string) {
  const seen: { n: number; differing: number; variance: number; runs: string[] }[] = [];
  for (const [index, before] of results.slice(1).entries()) {
    const after = results[index];
    if (!after || seen.length >= mostPairs) break;
    const found = comparability(before, after, measure);
    if (found.kind === "refused") break;
    const { n, variance } = measureOf(found.pairs, measure);
    const differing = found.pairs.filter((pair) => caseValue(pair.before, measure) !== caseValue(pair.after, measure));
    if (variance) seen.push({ n, differing: differing.length, variance, runs: [after.run, before.run] });
  }
  const total = (part: "n" | "differing") => seen.reduce((sum, one) => sum + one[part], 0);
  if (total("differing") < enough) return undefined;
  return {
    variance: seen.reduce((sum, { n, variance }) => sum + n * variance, 0) / total("n"),
    runs: [...new Set(seen.flatMap(({ runs }) => runs))],
  };
}

/** The variance of one repeat around its case, on average over the cases that were repeated. */
function noiseOf(cases: readonly CaseValues[], measure: string): number | undefined {
  const known = cases.flatMap((values) => {
    if (measure !== passRateName) return values.spread?.[measure] ?? [];
    const [decided, rate] = [decidedOf(values), passRateOf(values)];
    return rate === undefined || decided < 2 ? [] : (rate * (1 - rate) * decided) / (decided - 1);
  });
  return mean(known).mean;
}

export interface PowerQuestion {
  /** The change to be seen. */
  detect: number;
  power?: number | undefined;
}

/** The cases needed to see a change when each is played so often. */
export function casesNeeded(basis: PowerBasis, { detect, power }: PowerQuestion, repeats = basis.repeats): number {
  return Math.max(2, Math.ceil(sampleSize({ delta: detect, power, ...design(basis, repeats) })));
}

/** How often the cases there are have to be played to see it; undefined where no number of repeats would do. */
export function repeatsNeeded(basis: PowerBasis, { detect, power }: PowerQuestion): number | undefined {
  const withoutNoise = sampleSize({ delta: detect, power, omega2: basis.omega2 });
  const left = basis.cases - withoutNoise;
  if (left <= 0 || basis.sigma2 === undefined) return undefined;
  return Math.max(1, Math.ceil(sampleSize({ delta: detect, power, omega2: 2 * basis.sigma2 }) / left));
}

/** The smallest change that so many cases see. */
export function smallestVisible(
  basis: PowerBasis,
  {
    cases = basis.cases,
    repeats = basis.repeats,
    power,
  }: { cases?: number; repeats?: number; power?: number | undefined } = {},
): number {
  return minimumDetectableEffect({ n: cases, power, ...design(basis, repeats) });
}

function design({ omega2, sigma2 = 0 }: PowerBasis, repeats: number) {
  return { omega2, sigmaA2: sigma2, repeatsA: repeats, sigmaB2: sigma2, repeatsB: repeats };
}
