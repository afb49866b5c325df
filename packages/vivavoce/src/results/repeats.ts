import { type DrawnOrder, MeansGathering } from "../gate/index.ts";
import { type CaseValues, passRateName, type VariantRepeats } from "../shape/index.ts";
import { mean, repeats, varianceComponents } from "../stats/index.ts";
import type { StoredValues } from "../store/index.ts";

/** Collects a suite's repeats under one variant. The variance is split for one measure, so that memory stays small. */
export class RepeatsGathering {
  readonly #k: number;
  readonly #measure: string;
  readonly #allPassed: MeansGathering;
  /** Of the cases whose repeats were all decided: whether one of them passed. */
  readonly #onePassed: number[] = [];
  readonly #flaky: VariantRepeats["flaky"] = [];
  readonly #samples: number[][][] = [];
  readonly #users: NonNullable<VariantRepeats["users"]> = [];
  #undecided = 0;

  /** `order`: the run was stopped early. */
  constructor(k: number, primary: string | undefined, order?: DrawnOrder | undefined) {
    this.#k = k;
    this.#allPassed = new MeansGathering(order);
    this.#measure = primary ?? passRateName;
  }

  /** Adds a case with its trials. A case to which no metric applied in any repeat is left out. */
  add(one: CaseValues, stored: readonly StoredValues[]): void {
    const { caseId, trials } = one;
    if (trials.filter(({ status }) => status === "skipped").length >= this.#k) {
      this.#allPassed.add(one, undefined, undefined);
      return;
    }
    const known = trials.flatMap(({ status }) => (status === "passed" ? 1 : status === "failed" ? 0 : []));
    const passes = known.filter((passed) => passed === 1).length;
    const all = Number(passes === this.#k);
    const isDecided = known.length === this.#k;
    this.#allPassed.add(one, isDecided ? all : undefined, all);
    if (isDecided) this.#onePassed.push(Number(passes > 0));
    else this.#undecided += 1;
    if (passes > 0 && passes < known.length) this.#flaky.push({ caseId, passes, decided: known.length });
    const samples = stored.map((trial) => this.#samplesOf(trial)).filter((values) => values.length > 0);
    if (samples.length > 0) this.#samples.push(samples);
    const said = stored.flatMap(({ simulated }) => simulated?.said ?? []);
    if (said.length === 0) return;
    const [planned, different] = [this.#k, new Set(said).size];
    this.#users.push({ caseId, passed: passes, planned, undecided: planned - known.length, different });
  }

  summary(neverPlayed = 0): VariantRepeats {
    return {
      k: this.#k,
      passHat: this.#allPassed.means(neverPlayed),
      passAt: mean(this.#onePassed).mean,
      undecided: this.#undecided + neverPlayed,
      flaky: this.#flaky,
      variance: splitOf(this.#measure, this.#samples),
      ...(this.#users.length > 0 ? { users: this.#users.toSorted((one, other) => one.passed - other.passed) } : {}),
    };
  }

  #samplesOf({ status, scores }: StoredValues): number[] {
    if (this.#measure === passRateName) return status === "passed" ? [1] : status === "failed" ? [0] : [];
    const score = scores.find(({ metric }) => metric === this.#measure);
    if (score?.value === undefined) return [];
    return score.samples && score.samples.length > 0 ? score.samples : [score.value];
  }
}

function splitOf(measure: string, scores: readonly number[][][]): VariantRepeats["variance"] {
  if (scores.length < 2) return undefined;
  const sampled = scores.some((runs) => runs.some((samples) => samples.length > 1));
  const { between, within } = repeats(scores.map((runs) => runs.map((samples) => mean(samples).mean ?? 0)));
  const parts = sampled ? varianceComponents(scores) : { case: between, agent: within, judge: undefined };
  if (parts.agent === undefined || parts.case === undefined) return undefined;
  const { agent, judge = 0 } = parts;
  if (parts.case + agent + judge === 0) return undefined;
  const runs = averageSize(scores);
  const samples = averageSize(scores.flat());
  // The share of each part in the variance of a case's mean.
  const shares = [
    { part: parts.case, advice: "more cases" as const },
    { part: agent / runs, advice: "more repeats" as const },
    { part: judge / (runs * samples), advice: "more judge samples" as const },
  ];
  const [largest] = shares.sort((a, b) => b.part - a.part);
  return { measure, case: parts.case, agent, judge: parts.judge, advice: largest?.advice ?? "more cases" };
}

function averageSize(groups: readonly (readonly unknown[])[]): number {
  return mean(groups.map((group) => group.length)).mean ?? 1;
}
