import type { CallRecord, Case, Score, Transcript, TrialAnswers, TrialStatus, Variant } from "../shape/index.ts";

/** Which trial of which run. */
export interface TrialAddress {
  run: string;
  /** Position of the suite within the run. */
  suite: number;
  /** Unique within the suite: see `trialKey`. */
  trial: string;
}

/** A conversation that is over. */
interface PlayedTrial extends TrialAddress {
  position: number;
  caseId: string;
  caseHash: string;
  /** The case's title; undefined if the case could not be read. */
  title?: string | undefined;
  cluster?: string | undefined;
  tags: readonly string[];
  variant: Variant;
  repeat: number;
  transcript: Transcript;
  playedAt: number;
  /** The case, if it came with the transcript and is not in the suite. */
  ownCase?: Case | undefined;
  /** The case as it was played. One of its trials is enough to keep it. */
  case?: Case | undefined;
  /** What it rests on, if that is known before it is scored. */
  answers?: TrialAnswers | undefined;
}

/** Its scores, and the status that follows from them. */
interface ScoredTrial extends TrialAddress {
  status: TrialStatus;
  /** What it rests on; undefined if this scoring asked no model. */
  answers?: TrialAnswers | undefined;
  /** `position`: the metric's place among the suite's, if not all of them are scored. */
  scores: readonly { score: Score; identity: string; position?: number | undefined }[];
  /** 1 for the first scoring of a transcript. */
  pass: number;
}

type AnyRecord =
  | ({ type: "played" } & PlayedTrial)
  | ({ type: "scored" } & ScoredTrial)
  /** `pass`: 1 while the trial is played and first scored; a later scoring has its own number. */
  | ({ type: "call"; record: CallRecord; pass: number } & TrialAddress)
  /** A conversation that the simulated user spoiled and that was played again; attempts count from 1. */
  | ({ type: "attempt"; attempt: number; transcript: Transcript } & TrialAddress);

/** The writer's records, in the order in which they must reach the disk: of one type, or all. */
export type StoreRecord<Type extends AnyRecord["type"] = AnyRecord["type"]> = Extract<AnyRecord, { type: Type }>;

/** The key of a trial: the same case, choice and repeat have the same key in every run. */
export function trialKey(caseId: string, variant: Variant, repeat: number): string {
  const choice = Object.entries(variant)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(",");
  return `${choice}/${caseId}/${repeat}`;
}
