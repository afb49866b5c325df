import { InputError, type Problem } from "../../../base/index.ts";
import { checkScale } from "../../../judge/index.ts";
import { type OptionKinds, refuseUnknownOptions } from "../../known-options.ts";
import { checkOptions, judgedOptions } from "../options.ts";
import { anchorText, type Dimension, type RubricScale } from "./dimension.ts";
import type { RubricSettings } from "./options.ts";

const known: OptionKinds<RubricSettings> = {
  ...judgedOptions,
  dimensions: "list",
  scale: "any",
  instructions: "text",
  notes: "any",
  exchange: "any",
  code: "any",
};

/** How far the sum of the weights may differ from 1. */
const weightTolerance = 0.001;
const floatNoise = 1e-12;

/** Refuses a senseless rubric when it is made, with everything that is wrong and what to do about it. */
export function checkRubric(rubric: RubricSettings): void {
  const { name, scale, dimensions, threshold, exchange } = rubric;
  // A rubric without dimensions has null, so that its absence is told like any other wrong value.
  refuseUnknownOptions<RubricSettings>("rubric", { ...rubric, dimensions: dimensions ?? null }, known);
  checkOptions(rubric);
  checkScale([scale.min, scale.max]);
  const problems: Problem[] = [
    ...idProblems(dimensions),
    ...dimensions.flatMap((dimension) => dimensionProblems(dimension, scale)),
    ...weightProblems(dimensions),
    ...(threshold === undefined || (threshold >= scale.min && threshold <= scale.max)
      ? []
      : [offScale(`the threshold ${threshold}`, scale)]),
    ...(typeof exchange !== "number" || (Number.isInteger(exchange) && exchange >= 1)
      ? []
      : [{ message: `there is no exchange ${exchange}`, remedy: 'Give a number of at least 1, "last" or "every".' }]),
  ];
  if (problems.length === 0) return;
  throw new InputError(problems.map((problem) => ({ ...problem, message: `${name}: ${problem.message}` })));
}

function idProblems(dimensions: readonly Dimension[]): Problem[] {
  const ids = dimensions.map(({ id }) => id);
  const doubled = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const broken = ids.filter((id) => !/^[\w-]+$/.test(id));
  return [
    ...[...doubled].map((id) => ({
      message: `two dimensions have the id ${JSON.stringify(id)}`,
      remedy: "Give each an id of its own.",
    })),
    ...broken.map((id) => ({
      message: `${JSON.stringify(id)} is not an id for a dimension`,
      remedy: "Use letters, digits, _ and -.",
    })),
  ];
}

function dimensionProblems({ id, description, weight, anchors, floor }: Dimension, scale: RubricScale): Problem[] {
  const { min, max } = scale;
  const off = Object.keys(anchors).filter((point) => !isPoint(Number(point), scale));
  const missing = [min, max].filter((end) => anchorText(anchors[end]) === "");
  const blank = Object.entries(anchors).filter(([, anchor]) => typeof anchor !== "string" && !anchor.example.trim());
  return [
    ...blank.map(([point]) => ({
      message: `${id}: the anchor ${point} has a blank example`,
      remedy: "Write a reply that is worth this point, or leave the example out.",
    })),
    ...(description.trim() === ""
      ? [{ message: `${id} has no description`, remedy: "Describe in a sentence what it is about." }]
      : []),
    ...(weight > 0 && Number.isFinite(weight)
      ? []
      : [{ message: `${id} has the weight ${weight}`, remedy: "Give one above 0, or leave the dimension out." }]),
    ...off.map((point) => offScale(`${id}: the anchor ${point}`, scale)),
    ...missing.map((end) => ({ message: `${id} has no anchor for ${end}`, remedy: `Say what a ${end} looks like.` })),
    ...(floor === undefined || (floor > min && floor <= max)
      ? []
      : [
          {
            message: `${id}: a floor of ${floor} decides nothing on a scale from ${min} to ${max}`,
            remedy: `Give one above ${min} and up to ${max}, or leave it out.`,
          },
        ]),
  ];
}

function weightProblems(dimensions: readonly Dimension[]): Problem[] {
  if (dimensions.length === 0) return [{ message: "it has no dimensions", remedy: "Give at least one." }];
  const sum = dimensions.reduce((total, { weight }) => total + weight, 0);
  if (!(sum > 0) || Math.abs(sum - 1) <= weightTolerance + floatNoise) return [];
  const scaled = dimensions.map(({ id, weight }) => `${id} ${Number((weight / sum).toFixed(4))}`).join(", ");
  return [
    {
      message: `the weights sum to ${Number(sum.toFixed(4))}, not to 1`,
      remedy: `In the same proportions they would be: ${scaled}.`,
    },
  ];
}

export function isPoint(score: number, { min, max }: RubricScale): boolean {
  return Number.isInteger(score) && score >= min && score <= max;
}

function offScale(what: string, { min, max }: RubricScale): Problem {
  return { message: `${what} is off the scale from ${min} to ${max}`, remedy: `Give one from ${min} to ${max}.` };
}
