import { type ItemVerdict, unitOf } from "../../../judge/index.ts";
import { mean } from "../combine.ts";
import type { JudgedOutcome } from "../definition.ts";
import { type DimensionScore, notApplicable } from "./dimension.ts";
import type { RubricSettings } from "./options.ts";
import type { DimensionSlot } from "./slots.ts";
import { weightedScore } from "./weighted-score.ts";

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
