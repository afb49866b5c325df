import { checkScale, sentencesOf } from "../../../judge/index.ts";
import type { Case, Exchange, Quote, Transcript } from "../../../shape/index.ts";
import { type OptionFault, type OptionKinds, refuseFaults, refuseUnknownOptions } from "../../known-options.ts";
import type { JudgedOptions } from "../definition.ts";
import { checkOptions, judgedOptions } from "../options.ts";

/** The ends of a rubric's scale of whole numbers; higher is better. */
interface RubricScale {
  /** The lower end. */
  min: number;
  /** The upper end. */
  max: number;
}

/** One thing that a reply is scored on. */
export interface Dimension {
  /** One word: letters, digits, _ and -. */
  id: string;
  /** What the judge is to look at. */
  description: string;
  /** Its share of the whole score; the weights of a rubric sum to 1. */
  weight: number;
  /** Descriptions of points of the scale: at least both ends. A point without one lies between its neighbours. */
  anchors: Readonly<Record<number, string | Anchor>>;
  /** A score below the floor fails the case, whatever the mean. */
  floor?: number | undefined;
  /** Whether the judge may say that it does not apply. It is then dropped, and the other weights share its part. */
  notApplicable?: boolean | undefined;
  /** What code decides before the judge is asked: the score itself, bounds for the judge, or nothing. */
  code?: ((reply: RubricReply, testCase: Case) => CodeDecision | undefined) | undefined;
}

/** A point of the scale, with an example reply: judges agree more if they have seen one. */
interface Anchor {
  /** What a reply worth this point is like. */
  text: string;
  /** A reply worth this point in this dimension; it may be worth more or less in others. */
  example: string;
}

export function anchorText(anchor: string | Anchor | undefined): string {
  return (typeof anchor === "string" ? anchor : anchor?.text)?.trim() ?? "";
}

/** What it asks: its name, and the first sentence about it. Later ones say when it does not apply. */
export function wordsOf({ id, description }: Dimension): string {
  return `${id} ${sentencesOf(description)[0] ?? ""}`;
}

/** The reply that is scored, where it stands, and all that was said. */
export interface RubricReply {
  /** The words of the reply. */
  text: string;
  /** The exchange that it stands in. */
  exchange: Exchange;
  /** The whole conversation. */
  transcript: Transcript;
}

/**
 * What code says about a dimension, and why: the score itself, or the scores that it allows the judge. With `oneOf` code
 * hands over to the judge, who chooses among these scores and is told the reason. If code returns anything, the dimension
 * applies.
 */
export type CodeDecision = (
  | { exactly: number }
  | { exactly?: undefined; oneOf: readonly number[] }
  | { exactly?: undefined; oneOf?: undefined; atMost?: number | undefined; atLeast?: number | undefined }
) & {
  reason: string;
  /** The reply itself if left out. */
  evidence?: readonly Quote[] | undefined;
};

/** Options of `rubric`. */
export interface RubricOptions extends JudgedOptions {
  /** What a reply is scored on. */
  dimensions: readonly Dimension[];
  /** Whole numbers; 1 to 5 if left out. */
  scale?: RubricScale | undefined;
  /** On the rubric's own scale, such as 3.5 of 5. If left out: the suite's default, as a share of the scale. */
  threshold?: number | undefined;
  /** What the judge is told beside the dimensions. */
  instructions?: string | undefined;
  /** What the judge should know about a case: what a good reply does, and must not do. */
  notes?: ((testCase: Case, transcript: Transcript) => string | undefined) | undefined;
  /** Which reply is scored: the last one, every one (the mean counts; a floor holds for each), or that of one exchange. */
  exchange?: RubricExchange | undefined;
  /** Set to false to leave all dimensions to the judge and ignore their code. */
  code?: false | undefined;
}

/** Which reply a rubric scores. */
type RubricExchange = "last" | "every" | number;

/** Options with the defaults filled in. */
export interface RubricSettings extends RubricOptions {
  name: string;
  scale: RubricScale;
  exchange: RubricExchange;
}

/** Fills in the defaults, and refuses a senseless rubric. */
export function rubricOf(options: RubricOptions): RubricSettings {
  const { name = "rubric", scale = { min: 1, max: 5 }, exchange = "last" } = options;
  const rubric = { ...options, name, scale, exchange };
  checkRubric(rubric);
  return rubric;
}

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

/** Names everything that is wrong, and what to do about it. */
function checkRubric(rubric: RubricSettings): void {
  const { name, scale, dimensions, threshold, exchange } = rubric;
  // A rubric without dimensions has null, so that its absence is told like any other wrong value.
  refuseUnknownOptions<RubricSettings>("rubric", { ...rubric, dimensions: dimensions ?? null }, known);
  checkOptions(rubric);
  checkScale([scale.min, scale.max]);
  const isNowhere = typeof exchange === "number" && !(Number.isInteger(exchange) && exchange >= 1);
  refuseFaults(name, [
    ...idFaults(dimensions),
    ...dimensions.flatMap((dimension) => dimensionFaults(dimension, scale)),
    weightFault(dimensions),
    offScale(
      `the threshold ${threshold}`,
      threshold !== undefined && !(threshold >= scale.min && threshold <= scale.max),
      scale,
    ),
    [isNowhere, `there is no exchange ${exchange}`, 'Give a number of at least 1, "last" or "every".'],
  ]);
}

function idFaults(dimensions: readonly Dimension[]): OptionFault[] {
  const ids = dimensions.map(({ id }) => id);
  return [...new Set(ids)].flatMap((id): OptionFault[] => {
    const shown = JSON.stringify(id);
    return [
      [ids.indexOf(id) !== ids.lastIndexOf(id), `two dimensions have the id ${shown}`, "Give each an id of its own."],
      [!/^[\w-]+$/.test(id), `${shown} is not an id for a dimension`, "Use letters, digits, _ and -."],
    ];
  });
}

function dimensionFaults({ id, description, weight, anchors, floor }: Dimension, scale: RubricScale): OptionFault[] {
  const { min, max } = scale;
  const isIdle = floor !== undefined && !(floor > min && floor <= max);
  return [
    ...Object.entries(anchors).map(([point, anchor]): OptionFault => {
      const remedy = "Write a reply that is worth this point, or leave the example out.";
      const isBlank = typeof anchor !== "string" && !anchor.example.trim();
      return [isBlank, `${id}: the anchor ${point} has a blank example`, remedy];
    }),
    [description.trim() === "", `${id} has no description`, "Describe in a sentence what it is about."],
    [
      !(weight > 0 && Number.isFinite(weight)),
      `${id} has the weight ${weight}`,
      "Give one above 0, or leave the dimension out.",
    ],
    ...Object.keys(anchors).map((point) =>
      offScale(`${id}: the anchor ${point}`, !isPoint(Number(point), scale), scale),
    ),
    ...[min, max].map((end): OptionFault => {
      return [anchorText(anchors[end]) === "", `${id} has no anchor for ${end}`, `Say what a ${end} looks like.`];
    }),
    [
      isIdle,
      `${id}: a floor of ${floor} decides nothing on a scale from ${min} to ${max}`,
      `Give one above ${min} and up to ${max}, or leave it out.`,
    ],
  ];
}

function weightFault(dimensions: readonly Dimension[]): OptionFault {
  if (dimensions.length === 0) return [true, "it has no dimensions", "Give at least one."];
  const sum = dimensions.reduce((total, { weight }) => total + weight, 0);
  const isOff = sum > 0 && Math.abs(sum - 1) > weightTolerance + floatNoise;
  const scaled = dimensions.map(({ id, weight }) => `${id} ${Number((weight / sum).toFixed(4))}`).join(", ");
  const remedy = `In the same proportions they would be: ${scaled}.`;
  return [isOff, `the weights sum to ${Number(sum.toFixed(4))}, not to 1`, remedy];
}

function isPoint(score: number, { min, max }: RubricScale): boolean {
  return Number.isInteger(score) && score >= min && score <= max;
}

function offScale(what: string, isOff: boolean, { min, max }: RubricScale): OptionFault {
  return [isOff, `${what} is off the scale from ${min} to ${max}`, `Give one from ${min} to ${max}.`];
}
