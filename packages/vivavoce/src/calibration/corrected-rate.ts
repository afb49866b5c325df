import { plural } from "../base/index.ts";
import { boundedMean, type Interval, ppi, roganGladen } from "../stats/index.ts";
import { kishSize } from "./agreement-figures.ts";
import { leastLabels, leastOfClass, tooFew } from "./figure.ts";
import type { PassOrFail } from "./labelled-items.ts";
import { reweighted, total, type UnitSums } from "./reweighted.ts";

/** The judge's verdict on an item of the run whose rate is corrected. */
export interface ReportedItem {
  cluster: string;
  judge: PassOrFail;
}

/** A label that was drawn at random, with the judge's verdict. */
export interface DrawnLabel {
  cluster: string;
  person: PassOrFail;
  judge: PassOrFail;
  /** How many items it stands for. */
  weight: number;
  /** It stands in the very run whose rate is corrected. */
  inRun: boolean;
}

export interface RateEstimate extends Interval {
  method: "Rogan-Gladen" | "PPI++";
  value: number;
  /** Labels that went into it. */
  labels: number;
}

/** The pass rate that the judge reports, and what it is once the judge's errors are counted. */
export interface RateCorrection {
  run: string;
  reported: (Interval & { value: number; n: number }) | undefined;
  corrected: RateEstimate[];
  /** Why there is no corrected rate. */
  why?: string | undefined;
}

/**
 * The corrected rate of a run. Rogan and Gladen's takes the judge's error rates from all random labels, of whichever
 * run; PPI++ needs random labels of this run. Both hold for labels drawn at random only.
 */
export function correctedRate(
  run: string,
  population: readonly ReportedItem[],
  labels: readonly DrawnLabel[],
): RateCorrection {
  const passes = population.map(({ judge }) => (judge === "pass" ? 1 : 0));
  const mean = boundedMean(passes, { clusters: population.map(({ cluster }) => cluster) });
  const reported = mean && { value: mean.mean, lo: mean.lo, hi: mean.hi, n: population.length };
  if (!reported) return { run, reported, corrected: [], why: "the newest run has no verdict of this judge" };
  const inRun = labels.filter((label) => label.inRun);
  const ratios = bothClasses(labels) ? byErrorRates(population, labels) : undefined;
  const powered = tooFew(inRun) ? undefined : byPrediction(population, inRun);
  const corrected = [ratios, powered].filter((one) => one !== undefined);
  return { run, reported, corrected, ...(corrected.length === 0 ? { why: whyNot(labels, inRun) } : {}) };
}

function countOf(labels: readonly DrawnLabel[], said: PassOrFail): number {
  return labels.filter(({ person }) => person === said).length;
}

function bothClasses(labels: readonly DrawnLabel[]): boolean {
  return countOf(labels, "pass") >= leastOfClass && countOf(labels, "fail") >= leastOfClass;
}

function whyNot(labels: readonly DrawnLabel[], inRun: readonly DrawnLabel[]): string {
  if (bothClasses(labels))
    return `the judge's errors on the labels do not explain the rate that it reports: it is not better than chance, or it errs differently on this run; ${leastLabels} random labels of this run correct it in another way (${inRun.length} so far)`;
  const [pass, fail] = [countOf(labels, "pass"), countOf(labels, "fail")];
  const passes = `${pass} ${pass === 1 ? "pass" : "passes"}`;
  return `${passes} and ${plural(fail, "fail")} were drawn at random; ${leastOfClass} of each are needed, or ${leastLabels} labels of this run (${inRun.length} so far)`;
}

/** Sums: [verdicts, passes among them] of the run, then of the labels [person pass, judge too, person fail, judge too]. */
function byErrorRates(population: readonly ReportedItem[], labels: readonly DrawnLabel[]): RateEstimate | undefined {
  const labelSums = ({ person, judge, weight }: DrawnLabel): UnitSums => {
    const right = person === judge ? weight : 0;
    return person === "pass" ? [0, 0, weight, right, 0, 0] : [0, 0, 0, 0, weight, right];
  };
  const estimate = ([n = 0, p = 0, m1 = 0, right1 = 0, m0 = 0, right0 = 0]: readonly number[]) => {
    const discernment = right1 / m1 + right0 / m0 - 1;
    return discernment > 1e-9 ? (p / n + right0 / m0 - 1) / discernment : undefined;
  };
  const units = unitsOf(population, labels, reportedSums, labelSums);
  const [n = 0, p = 0, m1 = 0, right1 = 0, m0 = 0, right0 = 0] = total(units);
  const ofClass = { m0: countOf(labels, "fail"), m1: countOf(labels, "pass") };
  const { corrected } = roganGladen({ p: p / n, n, tnr: right0 / m0, tpr: right1 / m1, ...ofClass });
  if (corrected === undefined) return undefined;
  // One more label that speaks for a lower (a higher) rate, and one more verdict of the same kind.
  const size = kishSize(labels);
  const weight = (size * (m1 + m0)) / labels.length;
  const unit = kishSize(population);
  const interval = reweighted(units, estimate, {
    range: [0, 1],
    next: [
      [
        [unit, 0, 0, 0, weight, 0],
        [unit, unit, weight, 0, 0, 0],
      ],
    ],
  });
  // Beyond 0 or 1 in every draw: these error rates cannot have given this rate, so they are not those of this run.
  if (!interval || interval.lo === interval.hi) return undefined;
  return { method: "Rogan-Gladen", value: clip(corrected), ...interval, labels: labels.length };
}

/** Sums: [verdicts, passes among them] of the run, then of the labels [weight, passes by people, passes by the judge]. */
function byPrediction(population: readonly ReportedItem[], labels: readonly DrawnLabel[]): RateEstimate | undefined {
  const one = (said: PassOrFail) => (said === "pass" ? 1 : 0);
  const { lambda } = ppi({
    labels: labels.map(({ person }) => one(person)),
    judged: labels.map(({ judge }) => one(judge)),
    unlabelled: population.map(({ judge }) => one(judge)),
  });
  const estimate = ([n = 0, p = 0, weight = 0, people = 0, judge = 0]: readonly number[]) =>
    people / weight + lambda * (p / n - judge / weight);
  const labelSums = ({ person, judge, weight }: DrawnLabel): UnitSums => [
    ...[0, 0, weight, weight * one(person), weight * one(judge)],
  ];
  const units = unitsOf(population, labels, reportedSums, labelSums);
  const sums = total(units);
  const weight = (kishSize(labels) * (sums[2] ?? 0)) / labels.length;
  const unit = kishSize(population);
  const interval = reweighted(units, estimate, {
    range: [0, 1],
    next: [
      [
        [unit, 0, weight, 0, weight],
        [unit, unit, weight, weight, 0],
      ],
    ],
  });
  return interval && { method: "PPI++", value: clip(estimate(sums)), ...interval, labels: labels.length };
}

const reportedSums = ({ judge }: ReportedItem): UnitSums => [1, judge === "pass" ? 1 : 0];

/** One unit for each case: its verdicts in the run and its labels weigh together. */
function unitsOf(
  population: readonly ReportedItem[],
  labels: readonly DrawnLabel[],
  ofReported: (item: ReportedItem) => UnitSums,
  ofLabel: (label: DrawnLabel) => UnitSums,
): UnitSums[] {
  const width = labels[0] ? ofLabel(labels[0]).length : 2;
  const rows = [
    ...population.map((item) => ({ cluster: item.cluster, row: padded(ofReported(item), width) })),
    ...labels.map((label) => ({ cluster: label.cluster, row: ofLabel(label) })),
  ];
  return [...Map.groupBy(rows, ({ cluster }) => cluster).values()].map((own) => total(own.map(({ row }) => row)));
}

function padded(row: UnitSums, width: number): UnitSums {
  return [...row, ...new Array<number>(width - row.length).fill(0)];
}

function clip(rate: number): number {
  return Math.min(1, Math.max(0, rate));
}
