import type { JsonValue } from "../base/index.ts";
import type { Model, ModelAnswer } from "../model/index.ts";
import type { QuoteSource } from "./question.ts";

/**
 * Thrown if the judge was asked and gave no valid answer: the score becomes `unscored`, never a number.
 * Recognised by its name, so that it survives two copies of the package.
 */
export class Unscored extends Error {
  override readonly name = "Unscored";
  /** What was asked and answered, as JSON, for people who look into it. */
  readonly detail: JsonValue | undefined;

  constructor(reason: string, detail?: JsonValue) {
    super(reason);
    this.detail = detail;
  }

  static is(error: unknown): error is Unscored {
    return error instanceof Error && error.name === "Unscored";
  }
}

/** Words that a verdict rests on, and where they stand; what was said before exchange 1 has no exchange. */
interface JudgeQuote {
  /** The words. */
  text: string;
  /** The exchange they stand in. */
  exchange?: number | undefined;
  /** Where in the exchange they stand. */
  source: QuoteSource;
}

/** What a judge says about one item, with checked quotes. */
export interface ItemVerdict {
  /** The id of the item. */
  id: string;
  /** The verdict, from the menu. */
  verdict: string;
  /** Why, in the judge's words. */
  reasoning: string;
  /** What the judge quotes. */
  evidence: JudgeQuote[];
  /** The verdict rests on something that is missing from the record. */
  absent: boolean;
}

/** One complete set of verdicts, in the order of the items. */
interface Sample {
  model: string;
  verdicts: ItemVerdict[];
}

/** What the samples say about one item. */
interface Agreement {
  id: string;
  /** How many gave each verdict, in the order in which they were first given. */
  votes: Record<string, number>;
  /** The verdict that most samples gave; undefined if there is a tie. */
  winner: string | undefined;
  /** What each sample said, in order. */
  voices: ItemVerdict[];
}

/** The full result of asking one question. */
export interface Judgement {
  samples: Sample[];
  /** One for each item, in the order of the items. */
  agreements: Agreement[];
  /** Every answer as it came, with what was wrong with it, in the order in which they were asked for. */
  answers: { model: string; text: string; finish: ModelAnswer["finish"]; problems: string[] }[];
  /** How many calls it took. */
  calls: number;
  /** The models that answered, as their providers name them. */
  servedModels: string[];
  warnings: string[];
}

/** The judge, as judged metrics get it. Deterministic metrics never use it. */
export interface Judge {
  /**
   * The judge's model for one metric: its calls are recorded under that metric's name. `name` is another of the
   * suite's models, for a panel; left out, the suite's judge.
   */
  model(metric: string, name?: string): Model;
  /** Which repeat of the case is judged, from 1. */
  repeat: number;
}
