import type { Case } from "../../../case/index.ts";
import type { Exchange, Transcript } from "../../../transcript/index.ts";
import type { Quote } from "../../score.ts";

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
  /** Its share of the whole; the weights of a rubric sum to 1. */
  weight: number;
  /** What points of the scale look like: both ends at least. A point without one lies between its neighbours. */
  anchors: Readonly<Record<number, string | Anchor>>;
  /** A score under it fails the case, whatever the mean. */
  floor?: number | undefined;
  /** Whether the judge may say that it does not apply: then it is dropped, and the other weights fill its place. */
  notApplicable?: boolean | undefined;
  /** What code can say before the judge is asked: the score itself, bounds for the judge, or nothing. */
  code?: ((reply: RubricReply, testCase: Case) => CodeDecision | undefined) | undefined;
}

/** What a point of the scale looks like, with a reply that has it: judges agree more where they have seen one. */
export interface Anchor {
  /** What a reply worth this point is like. */
  text: string;
  /** A reply worth this point in this dimension, whatever it is worth in others. */
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
 * What code says of a dimension, and why: the score itself, or which scores it leaves to the judge. `oneOf` hands over:
 * code has found nothing, and the judge is asked among these scores, with the reason. Where code says something the
 * dimension applies.
 */
export type CodeDecision = (
  | { exactly: number }
  | { exactly?: undefined; oneOf: readonly number[] }
  | { exactly?: undefined; oneOf?: undefined; atMost?: number | undefined; atLeast?: number | undefined }
) & {
  reason: string;
  /** Left out: the reply itself. */
  evidence?: readonly Quote[] | undefined;
};

/** The verdict that drops a dimension. */
export const notApplicable = "not applicable";

/** What a dimension was given. */
export type DimensionScore = number | typeof notApplicable;
