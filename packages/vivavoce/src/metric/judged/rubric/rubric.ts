import { ask, type Judge, unitOf } from "../../../judge/index.ts";
import type { Case, Check, Transcript } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { type MetricResult, scored, skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import { combine, itemChecks, mean, usualThreshold } from "../combine.ts";
import { judgesOf, panelSize } from "../options.ts";
import { promptHash, quotesDetail } from "../question-identity.ts";
import { checkRubric, type RubricOptions, type RubricSettings, rubricOf } from "./options.ts";
import { judgedItems, noteFacts, rubricQuestion } from "./rubric-question.ts";
import { type DimensionSlot, nothingToScore, outcomeOf, type SlotScores, slotScores, slotsOf } from "./slots.ts";

/** Float noise on the rubric's own scale. */
const tolerance = 1e-9;

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
function rubricChecks(
  rubric: RubricSettings,
  slots: readonly DimensionSlot[],
  { samples, judged, threshold }: { samples: readonly SlotScores[]; judged: readonly Check[]; threshold: number },
): Check[] {
  const broken = new Set(underFloor(slots, samples));
  return slots.map((slot) => {
    const check = judged.find(({ id }) => id === slot.id) ?? codeCheck(slot, rubric);
    const score = meanScore(slot, samples);
    const low = score !== undefined && score < threshold - tolerance;
    const ok = !low && !broken.has(slot) && check.verdict !== "tie";
    const under = broken.has(slot) ? `, under its floor of ${slot.dimension.floor}` : "";
    const shown = score === undefined ? "" : `${Number(score.toFixed(2))} of ${rubric.scale.max}${under}: `;
    const { id: dimension } = slot.dimension;
    return { ...check, label: labelOf(slot, rubric), dimension, ok, reason: `${ok ? "" : shown}${check.reason}` };
  });
}

function codeCheck({ id, decision }: DimensionSlot, { scale }: RubricSettings): Check {
  if (decision.by === "judge") throw new Error(`the judge gave no verdict on ${id}, and its answer was accepted`);
  const { score, reason, evidence } = decision;
  const value = (score - scale.min) / (scale.max - scale.min);
  const because = `by code: ${reason}`;
  return { id, label: id, verdict: `${score}`, ok: true, value, reason: because, evidence: [...evidence] };
}

function labelOf({ dimension, exchange }: DimensionSlot, rubric: RubricSettings): string {
  return rubric.exchange === "last" ? dimension.id : `${dimension.id} (exchange ${exchange})`;
}

/**
 * Scores a reply on weighted dimensions, each with anchors on a scale of whole numbers. Code may decide a dimension, or set
 * bounds for the judge; if an answer is outside the bounds, the judge is asked again. A dimension below its floor fails the
 * case, whatever the mean. One judge call for all dimensions; none if code decides them all.
 *
 * @example
 * rubric({
 *   threshold: 3.5,
 *   dimensions: [
 *     { id: "brevity", weight: 0.6, description: "How short it is.", anchors: { 1: "rambles", 5: "one tight sentence" } },
 *     { id: "tone", weight: 0.4, floor: 3, description: "Fits the caller's mood.", anchors: { 1: "one tone for all", 5: "mirrors it" } },
 *   ],
 * })
 */
export function rubric(options: RubricOptions): Metric {
  const settings = rubricOf(options);
  checkRubric(settings);
  const { threshold, scale } = settings;
  return rubricWith(settings, threshold === undefined ? usualThreshold : unitOf(threshold, [scale.min, scale.max]));
}

/** The rubric with a threshold as a share of its scale. */
function rubricWith(settings: RubricSettings, share: number): Metric {
  const { name, report, samples = 1, scale } = settings;
  const native = settings.threshold ?? scale.min + share * (scale.max - scale.min);
  const metric: Metric = {
    ...defineMetric({
      name,
      report,
      // Rounded so that 3.7 of 5 is shown as 0.675. Whether it passes is decided on the scale itself.
      threshold: Number(share.toFixed(12)),
      judged: true,
      parts: identityOf(settings),
      score: (transcript, testCase, judge) => scoreRubric(settings, native, { transcript, testCase, judge }),
    }),
    ...(mayNeedNoJudge(settings) ? {} : { calls: samples * panelSize(settings) }),
    mostCalls: () => samples * panelSize(settings),
    judges: settings.judges,
    withDefaultThreshold: (fallback) => (settings.threshold === undefined ? rubricWith(settings, fallback) : metric),
  };
  return metric;
}

interface Subject {
  transcript: Transcript;
  testCase: Case;
  judge: Judge;
}

async function scoreRubric(settings: RubricSettings, threshold: number, subject: Subject): Promise<MetricResult> {
  const { transcript, testCase } = subject;
  const slots = slotsOf(settings, transcript, testCase);
  if (slots.length === 0) return skipped(nothingToScore(settings.exchange));
  const items = judgedItems(slots, settings);
  const judgement = items.length === 0 ? undefined : await askJudge(settings, items, subject);
  const samples = (judgement?.samples ?? [{ verdicts: [] }]).map(({ verdicts }) => slotScores(slots, verdicts));
  const outcomes = samples.map((scores) => outcomeOf(scores, slots, settings));
  const combined = combine(outcomes, judgement ?? unasked, threshold);
  if ("skip" in combined) return skipped(combined.skip);
  const { value, native, detail } = combined;
  const { menu } = rubricQuestion(settings);
  const judged = itemChecks(judgement?.agreements ?? [], items, { menu, quotes: settings.quotes });
  const checks = rubricChecks(settings, slots, { samples, judged, threshold });
  const broken = underFloor(slots, samples);
  const passed = (native?.value ?? Number.NaN) >= threshold - tolerance && broken.length === 0;
  return scored(value, checks, {
    native,
    passed,
    detail: { ...detail, ...quotesDetail(settings), threshold, underFloor: broken.map(({ id }) => id) },
  });
}

const unasked = { samples: [], agreements: [], answers: [], calls: 0, servedModels: [], warnings: [] };

function askJudge(
  settings: RubricSettings,
  items: ReturnType<typeof judgedItems>,
  { transcript, testCase, judge }: Subject,
) {
  const { samples, temperature, budget } = settings;
  const question = { ...rubricQuestion(settings), items, facts: noteFacts(settings, testCase, transcript) };
  const models = judgesOf(settings, judge);
  return ask(models, question, { transcript, repeat: judge.repeat }, { samples, temperature, budget });
}

/** Whether code might decide all dimensions. */
function mayNeedNoJudge({ dimensions, code }: RubricSettings): boolean {
  return code !== false && dimensions.every((dimension) => dimension.code !== undefined);
}

/** Everything that can change a score; code that is switched off is left out. */
function identityOf(settings: RubricSettings): { readonly [name: string]: unknown } {
  const { scale, dimensions, notes, exchange, code, samples = 1, temperature, judges, budget } = settings;
  const question = rubricQuestion(settings);
  return {
    ...{ scale, notes, exchange, code, samples, temperature, judges, budget },
    dimensions: code === false ? dimensions.map(({ code: _code, ...rest }) => rest) : dimensions,
    instructions: question.instructions,
    evidence: question.evidence,
    menu: question.menu,
    prompt: promptHash({ ...question, items: [] }),
  };
}
