import type { Variant } from "../agent/index.ts";
import type { TrialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import type { Store, StoredSuite, StoredTrial } from "../store/index.ts";
import { type FailureLine, failureLines } from "./failure-lines.ts";
import { courseOf } from "./trial-rows.ts";

/** The result of one metric on one trial, in short. */
export type TableCell =
  | { status: "scored"; value: number; passed: boolean; threshold: number }
  | { status: "skipped" | "unscored" | "errored" };

/** One trial without its transcript. */
export interface TrialEntry {
  /** Position among the suite's variants. */
  variant: number;
  repeat: number;
  /** Its place in the store. */
  position: number;
  status: TrialStatus | "pending";
  /** One for each of the suite's metrics, in their order. */
  cells: (TableCell | undefined)[];
  reasons: FailureLine[];
}

/** A case with all its trials, under every variant. */
export interface CaseTableEntry {
  id: string;
  title: string;
  tags: string[];
  /** The worst of its trials. */
  status: TrialStatus | "pending";
  trials: TrialEntry[];
}

/** A suite's results by case: failures first, then the rest, each in input order. */
export interface CaseTable {
  variants: Variant[];
  metrics: StoredSuite["header"]["metrics"];
  cases: CaseTableEntry[];
}

/** From the most urgent status to the least. */
export const urgency: readonly CaseTableEntry["status"][] = [
  "failed",
  "errored",
  "unscored",
  "pending",
  "passed",
  "skipped",
];

/** Reads a suite's trials once and keeps what a table shows of them. */
export async function caseTable(store: Store, run: string, suite: StoredSuite): Promise<CaseTable> {
  const variants = suite.header.variants.map(({ variant }) => variant);
  const keys = variants.map((variant) => JSON.stringify(variant));
  const cases = new Map<string, CaseTableEntry>();
  for await (const trial of store.trials.read(run, suite.position)) {
    const variant = keys.indexOf(JSON.stringify(trial.variant));
    if (variant < 0) continue;
    const { caseId: id, title, tags } = trial;
    const entry = cases.get(id) ?? { id, title, tags, status: "skipped", trials: [] };
    entry.trials.push(trialEntry(trial, variant, suite));
    cases.set(id, entry);
  }
  const ordered = [...cases.values()];
  for (const entry of ordered) entry.status = worstOf(entry.trials);
  ordered.sort((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status));
  return { variants, metrics: suite.header.metrics, cases: ordered };
}

function worstOf(trials: readonly TrialEntry[]): CaseTableEntry["status"] {
  return urgency.find((status) => trials.some((trial) => trial.status === status)) ?? "skipped";
}

function trialEntry(trial: StoredTrial, variant: number, { header }: StoredSuite): TrialEntry {
  const { repeat, position, status = "pending", scores, transcript } = trial;
  const byMetric = new Map(scores.map((score) => [score.metric, score]));
  return {
    variant,
    repeat,
    position,
    status,
    cells: header.metrics.map(({ name }) => cellOf(byMetric.get(name))),
    reasons: status === "passed" || status === "skipped" ? [] : failureLines({ scores, ...courseOf(transcript) }),
  };
}

function cellOf(score: Score | undefined): TableCell | undefined {
  if (!score) return undefined;
  if (score.status !== "scored") return { status: score.status };
  const { value, passed, threshold } = score;
  return { status: "scored", value, passed, threshold };
}

interface CaseValue {
  value: number;
  missed: boolean;
  threshold: number;
}

/** A case's value on a metric, by their positions, for a picture: the mean of the repeats that have a value. */
export function caseValue({ trials }: CaseTableEntry, metric: number, variant: number): CaseValue | undefined {
  const cells = trials
    .filter((trial) => trial.variant === variant)
    .map((trial) => trial.cells[metric])
    .filter((cell) => cell?.status === "scored");
  const [first] = cells;
  if (!first) return undefined;
  const value = cells.reduce((sum, cell) => sum + cell.value, 0) / cells.length;
  return { value, missed: cells.some(({ passed }) => !passed), threshold: first.threshold };
}
