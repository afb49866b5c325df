import { type JsonObject, toJsonValue } from "../../base/index.ts";
import type { Judgement } from "../../judge/index.ts";
import type { Scored } from "../../shape/index.ts";
import type { JudgedOutcome, SecondValue } from "./definition.ts";

type Counted = Exclude<JudgedOutcome, { skip: string }>;

interface Combined {
  value: number;
  threshold: number;
  native: Scored["native"];
  also: SecondValue[];
  /** Set if more than one value decides. */
  passed: boolean | undefined;
  detail: JsonObject;
}

/** The default threshold of a judged metric. */
export const usualThreshold = 0.7;
const tolerance = 1e-9;

/**
 * Combines several samples: the mean of each number, with the spread. Samples that find nothing to judge are left out;
 * if most samples find nothing, the score is skipped. The same holds for each of several values.
 */
export function combine(
  outcomes: readonly JudgedOutcome[],
  judgement: Judgement,
  ownThreshold: number | undefined,
): Combined | { skip: string } {
  const counted = outcomes.filter((outcome): outcome is Counted => !("skip" in outcome));
  const skips = outcomes.flatMap((outcome) => ("skip" in outcome ? [outcome.skip] : []));
  const [first] = counted;
  if (!first || skips.length > counted.length) return { skip: skips[0] ?? "nothing was judged" };
  const threshold = ownThreshold ?? usualThreshold;
  const [main, ...also] = meanValues(counted.map((outcome) => namedValues(outcome, threshold)));
  if (!main) return { skip: "the samples do not agree on what applies" };
  const { value } = main;
  const native = first.native && {
    ...first.native,
    value: mean(counted.flatMap((outcome) => outcome.native?.value ?? [])),
  };
  return {
    value,
    threshold: main.threshold,
    native,
    also,
    passed: also.length === 0 ? undefined : [main, ...also].every(isMet),
    detail: {
      ...(toJsonValue(first.detail ?? {}) as JsonObject),
      ...(also.length === 0 ? {} : { also: toJsonValue(also) }),
      ...(outcomes.length === 1 ? {} : { samples: samplesDetail(counted, skips.length, judgement) }),
      judge: judgeDetail(judgement),
    },
  };
}

function namedValues(outcome: Counted, usual: number): readonly SecondValue[] {
  const { id = "", label = "", value, threshold = usual, also = [] } = outcome;
  return [{ id, label, value, threshold }, ...also];
}

/** The mean of each value over the samples that have it. A value that most samples lack is left out. */
function meanValues(samples: readonly (readonly SecondValue[])[]): SecondValue[] {
  const all = samples.toSorted((one, other) => other.length - one.length).flat();
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    return first && own.length * 2 >= samples.length ? [{ ...first, value: mean(own.map(({ value }) => value)) }] : [];
  });
}

export function isMet({ value, threshold }: SecondValue): boolean {
  return value >= threshold - tolerance;
}

function samplesDetail(counted: readonly Counted[], skipped: number, { agreements }: Judgement): JsonObject {
  const values = counted.map(({ value }) => value);
  return {
    values,
    mean: mean(values),
    spread: spread(values),
    skipped,
    votes: Object.fromEntries(agreements.map(({ id, votes }) => [id, votes])),
    ties: agreements.filter(({ winner }) => winner === undefined).map(({ id }) => id),
  };
}

/** What was asked and answered, for people who look into a score. */
export function judgeDetail({ calls, samples, servedModels, warnings, answers }: Judgement): JsonObject {
  const models = [...new Set(samples.map(({ model }) => model))];
  return { calls, models, servedModels, warnings, answers: toJsonValue(answers) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of the samples; 0 for one. */
function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
