import { InputError } from "../../../base/index.ts";
import { type ItemVerdict, unitOf } from "../../../judge/index.ts";
import { mean } from "../combine.ts";
import type { JudgedOutcome } from "../definition.ts";
import { type Dimension, type DimensionScore, notApplicable } from "./dimension.ts";
import type { RubricSettings } from "./options.ts";
import type { DimensionSlot } from "./slots.ts";

/** The scores of all slots in one sample, by item id. */
export type SlotScores = Readonly<Record<string, DimensionScore>>;

/** The scores of code, and the judge's for the rest. A slot without a verdict is left out. */
export function slotScores(slots: readonly DimensionSlot[], verdicts: readonly ItemVerdict[]): SlotScores {
  const given = new Map(verdicts.map(({ id, verdict }) => [id, verdict]));
  const scores = slots.flatMap(({ id, decision }): [string, DimensionScore][] => {
    if (decision.by === "code") return [[id, decision.score]];
    const verdict = given.get(id);
    if (verdict === undefined) return [];
    return [[id, verdict === notApplicable ? notApplicable : Number(verdict)]];
  });
  return Object.fromEntries(scores);
}

/** The result of one sample: the weighted score of each reply, and the mean over the replies. */
export function outcomeOf(
  scores: SlotScores,
  slots: readonly DimensionSlot[],
  { scale, dimensions }: RubricSettings,
): JudgedOutcome {
  const { min, max } = scale;
  const replies = [...Map.groupBy(slots, ({ exchange }) => exchange)].map(([exchange, own]) => {
    const entries = own.flatMap(({ id, dimension }): [string, DimensionScore][] => {
      const score = scores[id];
      return score === undefined ? [] : [[dimension.id, score]];
    });
    const byDimension = Object.fromEntries(entries);
    return { exchange, score: weightedScore(byDimension, dimensions), dimensions: byDimension };
  });
  const counted = replies.flatMap(({ score }) => score ?? []);
  if (counted.length === 0) return { skip: "none of the dimensions applies" };
  const value = mean(counted);
  return { value: unitOf(value, [min, max]), native: { value, min, max }, detail: { replies } };
}

/**
 * The weighted mean over the dimensions that apply; their weights are made to sum to 1 again. Undefined if none
 * applies. Throws if a dimension has no score.
 *
 * @example
 * weightedScore({ brevity: 4, tone: 1 }, [{ id: "brevity", weight: 0.9 }, { id: "tone", weight: 0.1 }]); // 3.7
 * weightedScore({ brevity: 4, tone: "not applicable" }, dimensions); // 4
 */
export function weightedScore(
  scores: Readonly<Record<string, DimensionScore>>,
  dimensions: readonly Pick<Dimension, "id" | "weight">[],
): number | undefined {
  refuseStrangers(scores, dimensions);
  const counted = dimensions.flatMap(({ id, weight }) => {
    const score = scores[id];
    return typeof score === "number" ? [{ score, weight }] : [];
  });
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) return undefined;
  // Summed as distances from the lowest score, so that equal scores stay exact: all 5 gives 5, not 5.000000001.
  const lowest = Math.min(...counted.map(({ score }) => score));
  return lowest + counted.reduce((sum, { score, weight }) => sum + (score - lowest) * weight, 0) / total;
}

function refuseStrangers(
  scores: Readonly<Record<string, DimensionScore>>,
  dimensions: readonly Pick<Dimension, "id">[],
): void {
  const ids = dimensions.map(({ id }) => id);
  const problems = [
    ...Object.keys(scores)
      .filter((id) => !ids.includes(id))
      .map((id) => ({
        message: `there is no dimension ${JSON.stringify(id)}`,
        remedy: `There are: ${ids.join(", ")}.`,
      })),
    ...ids
      .filter((id) => scores[id] !== notApplicable && !Number.isFinite(scores[id]))
      .map((id) => ({
        message: `the dimension ${JSON.stringify(id)} has no score`,
        remedy: `Give it a number, or "${notApplicable}".`,
      })),
  ];
  if (problems.length > 0) throw new InputError(problems);
}
