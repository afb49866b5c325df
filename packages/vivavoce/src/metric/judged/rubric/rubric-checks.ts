import type { Judgement } from "../../../judge/index.ts";
import type { Check } from "../../../shape/index.ts";
import { mean } from "../combine.ts";
import type { JudgedEntry, JudgedItem } from "../definition.ts";
import { itemChecks } from "../item-checks.ts";
import type { RubricSettings } from "./options.ts";
import type { SlotScores } from "./sample-scores.ts";
import type { DimensionSlot } from "./slots.ts";

/** Float noise on the rubric's own scale. */
export const tolerance = 1e-9;

interface CheckMaterial {
  rubric: Pick<RubricSettings, "scale" | "exchange" | "quotes">;
  slots: readonly DimensionSlot[];
  /** One set of scores for each sample. */
  samples: readonly SlotScores[];
  /** On the rubric's own scale. */
  threshold: number;
  items: readonly JudgedItem[];
  menu: readonly JudgedEntry[];
  judgement: Judgement | undefined;
}

/** The mean score of a slot over the samples in which it applies. */
function meanScore({ id }: DimensionSlot, samples: readonly SlotScores[]): number | undefined {
  const scores = samples.map((sample) => sample[id]).filter((score) => typeof score === "number");
  return scores.length === 0 ? undefined : mean(scores);
}

/** The slots whose score is under the floor of their dimension. */
export function underFloor(slots: readonly DimensionSlot[], samples: readonly SlotScores[]): DimensionSlot[] {
  return slots.filter((slot) => {
    const { floor } = slot.dimension;
    const score = meanScore(slot, samples);
    return floor !== undefined && score !== undefined && score < floor - tolerance;
  });
}

/** One check for each dimension, in the rubric's order. Dimensions that lower the whole score are not ok. */
export function rubricChecks(material: CheckMaterial): Check[] {
  const { rubric, slots, samples, items, menu, judgement, threshold } = material;
  const judged = new Map(
    itemChecks(judgement?.agreements ?? [], items, { menu, quotes: rubric.quotes }).map((check) => [check.id, check]),
  );
  const broken = new Set(underFloor(slots, samples));
  return slots.map((slot) => {
    const check = judged.get(slot.id) ?? codeCheck(slot, rubric);
    const score = meanScore(slot, samples);
    const low = score !== undefined && score < threshold - tolerance;
    const ok = !low && !broken.has(slot) && check.verdict !== "tie";
    const under = broken.has(slot) ? `, under its floor of ${slot.dimension.floor}` : "";
    const shown = score === undefined ? "" : `${Number(score.toFixed(2))} of ${rubric.scale.max}${under}: `;
    const { id: dimension } = slot.dimension;
    return { ...check, label: labelOf(slot, rubric), dimension, ok, reason: `${ok ? "" : shown}${check.reason}` };
  });
}

function codeCheck({ id, decision }: DimensionSlot, { scale }: CheckMaterial["rubric"]): Check {
  if (decision.by === "judge") throw new Error(`the judge gave no verdict on ${id}, and its answer was accepted`);
  const { score, reason, evidence } = decision;
  const value = (score - scale.min) / (scale.max - scale.min);
  const because = `by code: ${reason}`;
  return { id, label: id, verdict: `${score}`, ok: true, value, reason: because, evidence: [...evidence] };
}

function labelOf({ dimension, exchange }: DimensionSlot, rubric: CheckMaterial["rubric"]): string {
  return rubric.exchange === "last" ? dimension.id : `${dimension.id} (exchange ${exchange})`;
}
