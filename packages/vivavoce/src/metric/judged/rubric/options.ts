import type { Case, Transcript } from "../../../shape/index.ts";
import type { JudgedOptions } from "../definition.ts";
import type { Dimension, RubricScale } from "./dimension.ts";

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
export type RubricExchange = "last" | "every" | number;

/** Options with the defaults filled in. */
export interface RubricSettings extends RubricOptions {
  name: string;
  scale: RubricScale;
  exchange: RubricExchange;
}

export function rubricOf(options: RubricOptions): RubricSettings {
  const { name = "rubric", scale = { min: 1, max: 5 }, exchange = "last" } = options;
  return { ...options, name, scale, exchange };
}
