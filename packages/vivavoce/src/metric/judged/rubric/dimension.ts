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
  anchors: Readonly<Record<number, string>>;
  /** A score under it fails the case, whatever the mean. */
  floor?: number | undefined;
  /** Whether the judge may say that it does not apply: then it is dropped, and the other weights fill its place. */
  notApplicable?: boolean | undefined;
  /** What code can say before the judge is asked: the score itself, bounds for the judge, or nothing. */
  code?: ((reply: RubricReply, testCase: Case) => CodeDecision | undefined) | undefined;
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

/** What code says of a dimension, and why. Where it says something the dimension applies. */
export type CodeDecision = (
  | { exactly: number }
  | { exactly?: undefined; atMost?: number | undefined; atLeast?: number | undefined }
) & {
  reason: string;
  /** Left out: the reply itself. */
  evidence?: readonly Quote[] | undefined;
};

/** The verdict that drops a dimension. */
export const notApplicable = "not applicable";

/** What a dimension was given. */
export type DimensionScore = number | typeof notApplicable;
