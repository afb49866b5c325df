import { plural } from "../base/index.ts";
import { boundedMean, type Interval, ppi } from "../stats/index.ts";
import { least, tooFew } from "./figure.ts";
import type { PassOrFail } from "./labelled-items.ts";
import { estimated, kishSize } from "./reweighted.ts";

/** The judge's verdict on an item of the run whose rate is corrected. */
interface ReportedItem {
  cluster: string;
  judge: PassOrFail;
}

/** A label that was drawn at random, with the judge's verdict. */
interface DrawnLabel {
  cluster: string;
  person: PassOrFail;
  judge: PassOrFail;
  /** How many items it stands for. */
  weight: number;
  /** It stands in the very run whose rate is corrected. */
  inRun: boolean;
}

interface RateEstimate extends Interval {
  method: "Rogan-Gladen" | "PPI++";
  value: number;
  /** Labels that went into it. */
  labels: number;
}

/** The pass rate that the judge reports, and what it is once the judge's errors are counted. */
interface RateCorrection {
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
  return countOf(labels, "pass") >= least.ofClass && countOf(labels, "fail") >= least.ofClass;
}

function whyNot(labels: readonly DrawnLabel[], inRun: readonly DrawnLabel[]): string {
  if (bothClasses(labels))
    return `the judge's errors on the labels do not explain the rate that it reports: it is not better than chance, or it errs differently on this run; ${least.labels} random labels of this run correct it in another way (${inRun.length} so far)`;
  const [pass, fail] = [countOf(labels, "pass"), countOf(labels, "fail")];
  const passes = `${pass} ${pass === 1 ? "pass" : "passes"}`;
  return `${passes} and ${plural(fail, "fail")} were drawn at random; ${least.ofClass} of each are needed, or ${least.labels} labels of this run (${inRun.length} so far)`;
}

/** Of the labels the sums [person pass, judge too, person fail, judge too]. */
function byErrorRates(population: readonly ReportedItem[], labels: readonly DrawnLabel[]): RateEstimate | undefined {
  const found = correctedBy("Rogan-Gladen", population, labels, {
    labelSums: ({ person, judge, weight }) => {
      const right = person === judge ? weight : 0;
      return person === "pass" ? [weight, right, 0, 0] : [0, 0, weight, right];
    },
    estimate: ([n = 0, p = 0, m1 = 0, right1 = 0, m0 = 0, right0 = 0]) => {
      const discernment = right1 / m1 + right0 / m0 - 1;
      return discernment > 1e-9 ? (p / n + right0 / m0 - 1) / discernment : undefined;
    },
    next: (weight) => ({ lower: [0, 0, weight, 0], higher: [weight, 0, 0, 0] }),
  });
  // Beyond 0 or 1 in every draw: these error rates cannot have given this rate, so they are not those of this run.
  return found && found.lo < found.hi ? found : undefined;
}

/** Of the labels the sums [weight, passes by people, passes by the judge]. */
function byPrediction(population: readonly ReportedItem[], labels: readonly DrawnLabel[]): RateEstimate | undefined {
  const one = (said: PassOrFail) => (said === "pass" ? 1 : 0);
  const { lambda } = ppi({
    labels: labels.map(({ person }) => one(person)),
    judged: labels.map(({ judge }) => one(judge)),
    unlabelled: population.map(({ judge }) => one(judge)),
  });
  return correctedBy("PPI++", population, labels, {
    labelSums: ({ person, judge, weight }) => [weight, weight * one(person), weight * one(judge)],
    estimate: ([n = 0, p = 0, weight = 0, people = 0, judge = 0]) =>
      people / weight + lambda * (p / n - judge / weight),
    next: (weight) => ({ lower: [weight, 0, weight], higher: [weight, weight, 0] }),
  });
}

interface RateMethod {
  /** What a label adds to the sums. Before these stand the run's: [verdicts, passes among them]. */
  labelSums(label: DrawnLabel): readonly number[];
  estimate(sums: readonly number[]): number | undefined;
  /** One more label that speaks for a lower, and for a higher rate. */
  next(weight: number): { lower: readonly number[]; higher: readonly number[] };
}

function correctedBy(
  method: RateEstimate["method"],
  population: readonly ReportedItem[],
  labels: readonly DrawnLabel[],
  { labelSums, estimate, next }: RateMethod,
): RateEstimate | undefined {
  const unit = kishSize(population);
  const weight = (kishSize(labels) * labels.reduce((sum, label) => sum + label.weight, 0)) / labels.length;
  const { lower, higher } = next(weight);
  // One unit for each case: its verdicts in the run and its labels weigh together.
  const rows = [
    ...population.map(({ cluster, judge }) => ({ cluster, row: [1, judge === "pass" ? 1 : 0, ...lower.map(() => 0)] })),
    ...labels.map((label) => ({ cluster: label.cluster, row: [0, 0, ...labelSums(label)] })),
  ];
  // One more verdict of the run, too, of the same kind as the label.
  const could = [
    [unit, 0, ...lower],
    [unit, unit, ...higher],
  ];
  const found = estimated(rows, ({ row }) => row, estimate, { range: [0, 1], next: [could] });
  return found && { method, ...found, value: Math.min(1, Math.max(0, found.value)), labels: labels.length };
}
