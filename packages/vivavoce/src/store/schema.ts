import type { Generated } from "kysely";
import type { TrialAddress } from "./records.ts";

/** One run: all trials of one or more suites under one configuration. */
interface RunTable {
  id: string;
  created_at: number;
  /** Updated while the run is played: after the death of its process it stays the same. */
  updated_at: number;
  finished_at: number | null;
  /** The claim of the process that plays it now: "pid@host#…", different each time. */
  owner: string | null;
  /** JSON: `RunHeader`. */
  header: string;
  /** JSON: `RunDecision`. Null while the run is being written, and in stores before version 7. */
  decision: string | null;
}

/** One suite within a run. */
interface RunSuiteTable {
  run: string;
  position: number;
  name: string;
  planned: number;
  /** JSON: `SuiteHeader`. */
  header: string;
}

/** One case played once. Written when the conversation is over; `status` follows with the scores. */
interface TrialTable extends TrialAddress {
  /** Position in the plan, for results in input order. */
  position: number;
  case_id: string;
  case_hash: string;
  /** Cases with the same cluster count as one unit in the statistics. */
  cluster: string | null;
  /** JSON array. */
  tags: string;
  /** JSON object. */
  variant: string;
  repeat: number;
  outcome: string;
  status: string | null;
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  model_calls: number;
  /** Time spent waiting for models. */
  latency_ms: number | null;
  played_at: number;
  /** JSON: `TrialAnswers`; a word in rows that were written before version 7. Null: not scored yet, or in stores of version 1. */
  answers: string | null;
  /** JSON: `TrialMeasurements`. Null in stores of version 1. */
  facts: string | null;
  /** JSON: `Transcript`. */
  transcript: string;
  /** SHA-256 of `transcript`. Null in rows that were written before version 4. */
  transcript_hash: string | null;
  /** JSON: `Case`, if it came with a given transcript and is not in the suite. */
  own_case: string | null;
}

/** A case as it was played, once for all trials of a run's suite that played it. */
interface CaseTable {
  run: string;
  suite: number;
  /** As in `case_hash` of its trials. */
  hash: string;
  /** JSON: `Case`. */
  body: string;
}

/** A score is appended, never overwritten: `pass` counts how often the transcript has been scored. */
interface ScoreTable extends TrialAddress {
  metric: string;
  pass: number;
  /** Position among the suite's metrics. */
  position: number;
  identity: string;
  status: string;
  value: number | null;
  /** Whether it met its threshold. Null without a value, and in stores of version 1. */
  passed: number | null;
  gating: number;
  /** JSON: `Score`. */
  body: string;
}

/** The journal: one model call and its answer. */
interface CallTable extends TrialAddress {
  sequence: Generated<number>;
  role: string;
  label: string;
  position: number;
  /** Null: unknown. */
  cost: number | null;
  /** 1 if the answer came from the cache, so that nothing was spent on it. */
  cached: number;
  /** The scoring that made the call, from 1: a later one does not use the answers of an earlier one. */
  pass: number;
  /** JSON: `CallRecord`. */
  body: string;
}

/** A conversation that the simulated user spoiled; the trial itself holds the one that counts. */
interface AttemptTable extends TrialAddress {
  attempt: number;
  /** JSON: `Transcript`. */
  transcript: string;
}

/** Who plays a trial of a run that several workers play together. */
interface TrialClaimTable extends TrialAddress {
  /** Different each time it is claimed. */
  claim: string;
  /** How often it was claimed: more than once if a worker was ended while it played it. */
  taken: number;
  claimed_at: number;
}

/** The sums of a run's suite, computed once. Deleted whenever the run is written. */
interface SummaryTable {
  run: string;
  suite: number;
  /** JSON: `StoredSummary`. */
  body: string;
}

/** A named baseline: one suite under one variant. It outlives its run. */
interface BaselineTable {
  suite: string;
  name: string;
  /** JSON object. */
  variant: string;
  run: string;
  created_at: number;
  /** JSON: `VariantResult` without its cases: dataset, agent, metric identities, judges. */
  header: string;
  /** JSON: the values of every case; in stores of version 1 their means. */
  cases: string;
}

/** What a person said about one criterion of one conversation. Appended, never overwritten. */
interface LabelTable {
  id: string;
  suite: string;
  /** It may be in another store. */
  run: string;
  metric: string;
  labelled_at: number;
  /** JSON: `Label`. */
  body: string;
}

/** What a person noted about an exchange. It is deleted with its run. */
interface NoteTable extends TrialAddress {
  id: string;
  exchange: number;
  author: string;
  noted_at: number;
  body: string;
}

export interface Tables {
  attempts: AttemptTable;
  baselines: BaselineTable;
  cases: CaseTable;
  labels: LabelTable;
  notes: NoteTable;
  runs: RunTable;
  run_suites: RunSuiteTable;
  trials: TrialTable;
  scores: ScoreTable;
  trial_claims: TrialClaimTable;
  summaries: SummaryTable;
  calls: CallTable;
}
