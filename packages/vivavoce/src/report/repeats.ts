import { isJsonObject, safeLine } from "../base/index.ts";
import { passRateName } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import { mean, passAtK, passHatK, repeats, varianceComponents } from "../stats/index.ts";
import type { StoredTrial } from "../store/index.ts";
import { plural, showValue } from "./figures.ts";

/** A case whose repeats did not agree. */
export interface FlakyCase {
  caseId: string;
  passes: number;
  decided: number;
}

/** Where the variance of a measure comes from, in variances of single values; what was not repeated is undefined. */
export interface VarianceSplit {
  measure: string;
  case: number;
  /** The agent's part; the judge's is in it where the judge was asked once. */
  agent: number;
  judge: number | undefined;
  /** What would narrow the interval most. */
  advice: "more cases" | "more repeats" | "more judge samples";
}

/** What repeats tell: how reliable the agent is, and where the noise comes from. */
export interface RepeatsReport {
  /** Repeats a case. */
  k: number;
  /** Cases of which all repeats were decided. */
  cases: number;
  /** The chance that all of k repeats pass, and that at least one does, on average over the cases. */
  passHatK: number | undefined;
  passAtK: number | undefined;
  flaky: FlakyCase[];
  variance: VarianceSplit | undefined;
}

/** Collects a suite's repeats under one variant. The variance is split for one measure, so that memory stays small. */
export class RepeatsGathering {
  readonly #k: number;
  readonly #measure: string;
  readonly #cases = new Map<string, { passes: number; decided: number; runs: number[][] }>();

  constructor(k: number, primary: string | undefined) {
    this.#k = k;
    this.#measure = primary ?? passRateName;
  }

  add({ caseId, status, scores }: Pick<StoredTrial, "caseId" | "status" | "scores">): void {
    const one = this.#cases.get(caseId) ?? { passes: 0, decided: 0, runs: [] };
    if (status === "passed" || status === "failed") one.decided += 1;
    if (status === "passed") one.passes += 1;
    const samples = this.#samplesOf(status, scores);
    if (samples.length > 0) one.runs.push(samples);
    this.#cases.set(caseId, one);
  }

  report(): RepeatsReport {
    const cases = [...this.#cases].map(([caseId, one]) => ({ caseId, ...one }));
    const whole = cases.filter(({ decided }) => decided >= this.#k);
    const over = (chance: typeof passHatK) =>
      mean(whole.flatMap(({ decided, passes }) => chance(decided, passes, this.#k) ?? [])).mean;
    return {
      k: this.#k,
      cases: whole.length,
      passHatK: over(passHatK),
      passAtK: over(passAtK),
      flaky: cases
        .filter(({ passes, decided }) => passes > 0 && passes < decided)
        .map(({ caseId, passes, decided }) => ({ caseId, passes, decided })),
      variance: splitOf(
        this.#measure,
        cases.map(({ runs }) => runs).filter((runs) => runs.length > 0),
      ),
    };
  }

  #samplesOf(status: StoredTrial["status"], scores: readonly Score[]): number[] {
    if (this.#measure === passRateName) return status === "passed" ? [1] : status === "failed" ? [0] : [];
    const score = scores.find(({ metric }) => metric === this.#measure);
    return score?.status === "scored" ? (sampledValues(score) ?? [score.value]) : [];
  }
}

/** The values of a judge that was asked more than once. */
function sampledValues({ detail }: Extract<Score, { status: "scored" }>): number[] | undefined {
  const samples = isJsonObject(detail) && isJsonObject(detail.samples) ? detail.samples.values : undefined;
  const values = Array.isArray(samples) ? samples.filter((value) => typeof value === "number") : [];
  return values.length > 0 ? values : undefined;
}

function splitOf(measure: string, scores: readonly number[][][]): VarianceSplit | undefined {
  if (scores.length < 2) return undefined;
  const sampled = scores.some((runs) => runs.some((samples) => samples.length > 1));
  const parts = sampled ? sampledParts(scores) : plainParts(scores);
  if (parts.agent === undefined || parts.case === undefined) return undefined;
  const { agent, judge = 0 } = parts;
  if (parts.case + agent + judge === 0) return undefined;
  const runs = averageSize(scores);
  const samples = averageSize(scores.flat());
  // What each part adds to the variance of a case's mean, as it was measured.
  const shares = [
    { part: parts.case, advice: "more cases" as const },
    { part: agent / runs, advice: "more repeats" as const },
    { part: judge / (runs * samples), advice: "more judge samples" as const },
  ];
  const [largest] = shares.sort((a, b) => b.part - a.part);
  return { measure, case: parts.case, agent, judge: parts.judge, advice: largest?.advice ?? "more cases" };
}

function plainParts(scores: readonly number[][][]) {
  const { between, within } = repeats(scores.map((runs) => runs.map((samples) => mean(samples).mean ?? 0)));
  return { case: between, agent: within, judge: undefined };
}

function sampledParts(scores: readonly number[][][]) {
  const { case: cases, agent, judge } = varianceComponents(scores);
  return { case: cases, agent, judge };
}

function averageSize(groups: readonly (readonly unknown[])[]): number {
  return mean(groups.map((group) => group.length)).mean ?? 1;
}

/** "pass^3 0.62 (pass@3 0.91)": reliability first, luck beside it. */
export function passHatText({ k, passHatK: all, passAtK: any }: RepeatsReport): string | undefined {
  if (all === undefined || any === undefined) return undefined;
  return `pass^${k} ${showValue(all)} (pass@${k} ${showValue(any)})`;
}

const mostFlaky = 8;

/** The lines below a suite's sums: flaky cases, and where the variance comes from. */
export function repeatsLines({ flaky, variance }: RepeatsReport): string[] {
  const shown = flaky
    .slice(0, mostFlaky)
    .map(({ caseId, passes, decided }) => `${safeLine(caseId, 60)} (${passes} of ${decided})`);
  const more = flaky.length > shown.length ? ` and ${flaky.length - shown.length} more` : "";
  return [
    ...(flaky.length > 0 ? [`  ${plural(flaky.length, "flaky case")}: ${shown.join(", ")}${more}`] : []),
    ...(variance ? [varianceLine(variance)] : []),
  ];
}

function varianceLine({ measure, advice, judge, ...parts }: VarianceSplit): string {
  const total = parts.case + parts.agent + (judge ?? 0);
  const share = (part: number) => `${Math.round((100 * part) / total)} %`;
  const agent = judge === undefined ? "chance within a case" : "the agent";
  const judged = judge === undefined ? "" : `, ${share(judge)} the judge`;
  return `  variance of ${safeLine(measure, 60)}: ${share(parts.case)} the case, ${share(parts.agent)} ${agent}${judged}; ${advice} would narrow the interval most`;
}
