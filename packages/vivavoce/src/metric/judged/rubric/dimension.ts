import type { Case, Exchange, Quote, Transcript } from "../../../shape/index.ts";

/** The ends of a rubric's scale of whole numbers; higher is better. */
export interface RubricScale {
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
export interface Anchor {
  /** What a reply worth this point is like. */
  text: string;
  /** A reply worth this point in this dimension; it may be worth more or less in others. */
  example: string;
}

export function anchorText(anchor: string | Anchor | undefined): string {
  return (typeof anchor === "string" ? anchor : anchor?.text)?.trim() ?? "";
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

/** The verdict that drops a dimension. */
export const notApplicable = "not applicable";

/** The score of a dimension. */
export type DimensionScore = number | typeof notApplicable;
