import { ask, asksForAbsence, type Judge, type Question, unitOf } from "../../../judge/index.ts";
import type { Case, Check, Transcript } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { type Metric, type MetricResult, scored, skipped } from "../../types.ts";
import { combine, itemChecks, mean, quotedMenu, usualThreshold } from "../combine.ts";
import type { JudgedEntry } from "../definition.ts";
import { promptHash } from "../judged-metric.ts";
import { judgesOf, panelSize } from "../options.ts";
import { anchorText, type Dimension, type RubricOptions, type RubricSettings, rubricOf, wordsOf } from "./options.ts";
import { judgedItems, menuOfPoints, outcomeOf, slotScores, slotsOf } from "./slots.ts";

type SlotScores = ReturnType<typeof slotScores>;
type Slot = Exclude<ReturnType<typeof slotsOf>, string>[number];

/** Float noise on the rubric's own scale. */
const tolerance = 1e-9;

/** The mean score of a slot over the samples in which it applies. */
function meanScore({ id }: Slot, samples: readonly SlotScores[]): number | undefined {
  const scores = samples.map((sample) => sample[id]).filter((score) => typeof score === "number");
  return scores.length === 0 ? undefined : mean(scores);
}

/** The slots whose score is under the floor of their dimension. */
function underFloor(slots: readonly Slot[], samples: readonly SlotScores[]): Slot[] {
  return slots.filter((slot) => {
    const { floor } = slot.dimension;
    const score = meanScore(slot, samples);
    return floor !== undefined && score !== undefined && score < floor - tolerance;
  });
}

/** One check for each dimension, in the rubric's order. Dimensions that lower the whole score are not ok. */
function rubricChecks(
  rubric: RubricSettings,
  slots: readonly Slot[],
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
    const label = rubric.exchange === "last" ? dimension : `${dimension} (exchange ${slot.exchange})`;
    return { ...check, label, dimension, ok, reason: `${ok ? "" : shown}${check.reason}` };
  });
}

function codeCheck({ id, decision }: Slot, { scale }: RubricSettings): Check {
  if (decision.by === "judge") throw new Error(`the judge gave no verdict on ${id}, and its answer was accepted`);
  const { score, reason, evidence } = decision;
  const value = (score - scale.min) / (scale.max - scale.min);
  const because = `by code: ${reason}`;
  return { id, label: id, verdict: `${score}`, ok: true, value, reason: because, evidence: [...evidence] };
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
  const { threshold, scale } = settings;
  return rubricWith(settings, threshold === undefined ? usualThreshold : unitOf(threshold, [scale.min, scale.max]));
}

/** The rubric with a threshold as a share of its scale. */
function rubricWith(settings: RubricSettings, share: number): Metric {
  const { name, report, samples = 1, scale } = settings;
  const mayNeedNoJudge = settings.code !== false && settings.dimensions.every(({ code }) => code !== undefined);
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
    ...(mayNeedNoJudge ? {} : { calls: samples * panelSize(settings) }),
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
  if (typeof slots === "string") return skipped(slots);
  const items = judgedItems(slots, settings);
  const judgement = items.length === 0 ? undefined : await askJudge(settings, items, subject);
  const samples = (judgement?.samples ?? [{ verdicts: [] }]).map(({ verdicts }) => slotScores(slots, verdicts));
  const outcomes = samples.map((scores) => outcomeOf(scores, slots, settings));
  const combined = combine(outcomes, judgement ?? unasked, { threshold, quotes: settings.quotes });
  if (combined.skip !== undefined) return skipped(combined.skip);
  const { value, native, detail } = combined;
  const { menu } = rubricQuestion(settings);
  const judged = itemChecks(judgement?.agreements ?? [], items, { menu, quotes: settings.quotes });
  const checks = rubricChecks(settings, slots, { samples, judged, threshold });
  const broken = underFloor(slots, samples);
  const passed = (native?.value ?? Number.NaN) >= threshold - tolerance && broken.length === 0;
  return scored(value, checks, {
    native,
    passed,
    detail: { ...detail, threshold, underFloor: broken.map(({ id }) => id) },
  });
}

const unasked = { samples: [], agreements: [], answers: [], calls: 0, servedModels: [], warnings: [] };

function askJudge(
  settings: RubricSettings,
  items: ReturnType<typeof judgedItems>,
  { transcript, testCase, judge }: Subject,
) {
  const { samples, temperature, budget } = settings;
  // What the owner says about the case.
  const text = settings.notes?.(testCase, transcript) ?? "";
  const notes = [{ id: "notes", title: "Notes of the examiner on this case", text }];
  const question = { ...rubricQuestion(settings), items, facts: text.trim() === "" ? [] : notes };
  const models = judgesOf(settings, judge);
  return ask(models, question, { transcript, repeat: judge.repeat }, { samples, temperature, budget });
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

/** The question without its items: what it says is the same for every case. */
function rubricQuestion(rubric: RubricSettings): Omit<Question, "items" | "menu"> & { menu: readonly JudgedEntry[] } {
  return {
    name: rubric.name,
    instructions: instructionsOf(rubric),
    menu: quotedMenu(menuOfPoints(rubric.scale), rubric),
    evidence: rubric.dimensions.some(isAbsence) ? "required-or-absent" : "required",
  };
}

function instructionsOf({ scale, dimensions, instructions }: RubricSettings): string {
  const { min, max } = scale;
  return [
    `Each item is one dimension on which one reply of the agent is scored: a whole number from ${min} (worst) to ${max} (best). Score each dimension separately, by its descriptions; a score without a description lies between its neighbours. Only the reply in the exchange that the item names is scored: the rest of the record helps to understand it.`,
    ["The dimensions:", ...dimensions.map(dimensionWords)].join("\n"),
    ...absenceWords(dimensions),
    ...(instructions === undefined ? [] : [instructions]),
  ].join("\n\n");
}

function isAbsence(dimension: Dimension): boolean {
  return asksForAbsence(wordsOf(dimension));
}

function absenceWords(dimensions: readonly Dimension[]): string[] {
  const ids = dimensions.filter(isAbsence).map(({ id }) => id);
  if (ids.length === 0 || ids.length === dimensions.length) return [];
  return [`Only ${ids.join(", ")} may rest on something being absent. A score on any other dimension needs a quote.`];
}

/** "- brevity: How short it is. 1: wordy; 3: some filler; 5: tight (for example: “Got it.”)" */
function dimensionWords({ id, description, anchors }: Dimension): string {
  const points = Object.entries(anchors)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([point, anchor]) => {
      const example = typeof anchor === "string" ? "" : ` (for example: “${anchor.example.trim()}”)`;
      return `${point}: ${anchorText(anchor)}${example}`;
    });
  return `- ${id}: ${description} ${points.join("; ")}`;
}
