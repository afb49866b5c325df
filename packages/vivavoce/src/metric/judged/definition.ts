import type { EvidenceRule, Fact, Item, ItemVerdict, MenuEntry, QuoteSource, WorldView } from "../../judge/index.ts";
import type { Case, Check, Scored, Transcript } from "../../shape/index.ts";
import type { Metric, MetricOptions, MetricResult } from "../types.ts";

/** What every judged metric takes. */
export interface JudgedOptions extends MetricOptions {
  /** How often the judge is asked the same question. The mean counts; votes and spread are kept. */
  samples?: number | undefined;
  /** The judge's temperature. If left out: the model's own for one sample, 0.7 for several. */
  temperature?: number | undefined;
  /** A panel: the names of the suite's models, all of which are asked. The suite's judge if left out. */
  judges?: readonly string[] | undefined;
  /** Characters that fit into one call, 400,000 if left out; a longer conversation is judged in windows. */
  budget?: number | undefined;
  /** "failures" asks for quotes only if a verdict is against the agent: cheaper, and less to check. "all" if left out. */
  quotes?: "all" | "failures" | undefined;
}

/** A verdict, and what it counts. */
export interface JudgedEntry extends MenuEntry {
  /** From 0 to 1. If left out, the item does not count, as with "no claim". */
  value?: number | undefined;
  /** Whether the item's check holds. If left out: unless the verdict counts less than 1. */
  ok?: boolean | undefined;
}

/** One thing to be judged, perhaps with a menu of its own. */
export interface JudgedItem extends Item {
  /** Set if every case is asked the same: the verdicts are summed up over the cases under this name. */
  dimension?: string | undefined;
  /** A menu of its own. */
  menu?: readonly JudgedEntry[] | undefined;
}

/** One item with the verdict it was given and what that counts. */
export interface JudgedAnswer extends ItemVerdict {
  /** The item that was judged. */
  item: JudgedItem;
  /** What the verdict counts; undefined if it does not count. */
  value: number | undefined;
}

/** A further value that has to reach a threshold of its own. */
interface SecondValue {
  /** Names it among the values of the score. */
  id: string;
  /** What it is a value of. */
  label: string;
  /** From 0 to 1. */
  value: number;
  /** The least that it has to be. */
  threshold: number;
}

/** The result of the verdicts; the numbers are averaged over the samples, if there are several. */
export type JudgedOutcome =
  | { skip: string }
  | {
      value: number;
      /** What the value is about, if samples may find that it does not apply. */
      id?: string | undefined;
      label?: string | undefined;
      /** The case's own threshold. */
      threshold?: number | undefined;
      native?: Scored["native"];
      /** All of these must hold, too. */
      also?: readonly SecondValue[] | undefined;
      /** What else is worth knowing; taken from the first sample if there are several. */
      detail?: { readonly [name: string]: unknown } | undefined;
    };

/** A judged metric: what is judged, the question, and how a value is made from the verdicts. */
export interface JudgedDefinition extends JudgedOptions {
  /** What it is called in reports and in `gate`. */
  name: string;
  /** Raise it whenever the code changes what a score means. */
  version?: number | undefined;
  /** The task, in words. */
  instructions: string;
  /** How to go about it. */
  steps?: readonly string[] | ((transcript: Transcript, testCase: Case) => readonly string[]) | undefined;
  /** The verdicts that may be given. */
  menu: readonly JudgedEntry[];
  /** The evidence that a verdict needs; "required" if left out. */
  evidence?: EvidenceRule | undefined;
  /** Where quotes may come from; anywhere if left out. */
  sources?: readonly QuoteSource[] | undefined;
  /** How much of the world is shown; "none" if left out. */
  world?: WorldView | undefined;
  /** Returns false if a case gives the metric nothing to judge. Leave it out if only the conversation can tell. */
  applies?: Metric["applies"];
  /** The expectations of a case that it checks. */
  reads?: Metric["reads"];
  /** What is to be judged. If there is nothing to ask, the result itself: `skipped("…")`, `scored(0, …)`. */
  items(transcript: Transcript, testCase: Case): readonly JudgedItem[] | MetricResult;
  /** Checks that code has decided; they are shown before those of the judge. The formula says whether they count. */
  checks?(transcript: Transcript, testCase: Case): readonly Check[];
  /** Facts that the judge is told to take as true, whatever was said. */
  facts?(transcript: Transcript, testCase: Case): readonly Fact[];
  /** If left out: the mean of what the verdicts count; skipped if none of them counts. */
  formula?(answers: readonly JudgedAnswer[], transcript: Transcript, testCase: Case): JudgedOutcome;
  /** Whatever else can change a score; goes into the identity. */
  parts?: { readonly [name: string]: unknown } | undefined;
}
