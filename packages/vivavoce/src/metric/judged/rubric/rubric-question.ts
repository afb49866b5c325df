import { asksForAbsence, evidenceFor, type Fact, type Question, sentencesOf, unitOf } from "../../../judge/index.ts";
import type { Case, Transcript } from "../../../shape/index.ts";
import type { JudgedEntry, JudgedItem } from "../definition.ts";
import { quotedItems, quotedMenu } from "../question-identity.ts";
import type { RubricSettings } from "./options.ts";
import { anchorText, type Dimension, notApplicable, type RubricScale } from "./options.ts";
import type { DimensionSlot } from "./slots.ts";
import { pointsOf } from "./slots.ts";

/** The question without its items: what it says is the same for every case. */
export function rubricQuestion(
  rubric: RubricSettings,
): Omit<Question, "items" | "menu"> & { menu: readonly JudgedEntry[] } {
  return {
    name: rubric.name,
    instructions: instructionsOf(rubric),
    menu: quotedMenu(menuOfPoints(pointsOf(rubric.scale), rubric.scale), rubric),
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

/** What it asks: its name, and the first sentence about it. Later ones say when it does not apply. */
function wordsOf({ id, description }: Dimension): string {
  return `${id} ${sentencesOf(description)[0] ?? ""}`;
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

function menuOfPoints(points: readonly number[], { min, max }: RubricScale): JudgedEntry[] {
  return points.map((point) => ({
    verdict: `${point}`,
    meaning: `score ${point} of the dimension`,
    value: unitOf(point, [min, max]),
  }));
}

const doesNotApply: JudgedEntry = {
  verdict: notApplicable,
  meaning: "there is nothing in this conversation that the dimension could be about",
  evidence: "optional",
};

/** The items that the judge decides, each with the scores that code allows. */
export function judgedItems(slots: readonly DimensionSlot[], rubric: RubricSettings): readonly JudgedItem[] {
  const { scale } = rubric;
  const items = slots.flatMap(({ id, dimension, exchange, decision }): JudgedItem[] => {
    if (decision.by === "code") return [];
    const { points, mayNotApply, bound } = decision;
    const own = mayNotApply || bound !== undefined;
    const menu = [...menuOfPoints(points, scale), ...(mayNotApply ? [doesNotApply] : [])];
    const text = `${dimension.id} of the reply in exchange ${exchange}`;
    const settled = bound === undefined ? "" : `. Code has decided that it is ${bound}`;
    return [{ id, text: `${text}${settled}`, exchange, ...evidenceFor(wordsOf(dimension)), ...(own ? { menu } : {}) }];
  });
  return quotedItems(items, rubric);
}

/** The owner's notes on a case, as a given fact. */
export function noteFacts({ notes }: RubricSettings, testCase: Case, transcript: Transcript): Fact[] {
  const text = notes?.(testCase, transcript);
  if (text === undefined || text.trim() === "") return [];
  return [{ id: "notes", title: "Notes of the examiner on this case", text }];
}
