import type { AuditRow, VerdictChange } from "./audit-rows.ts";
import type { OwnFamily } from "./own-family.ts";

/** How steady a suite's judge is, and how biased. */
export interface SuiteAudit {
  suite: string;
  /** The judge's models. */
  judges: readonly string[];
  /** The judged metrics that were asked. */
  metrics: readonly string[];
  /** Conversations in the sample, and those in the run that could have been. */
  sampled: number;
  eligible: number;
  rows: readonly AuditRow[];
  family: OwnFamily | undefined;
  changes: readonly VerdictChange[];
  asked: {
    /** Scores that were asked for, over all conversations, metrics and ways. */
    scores: number;
    /** Those without a valid answer. */
    unscored: number;
    /** Why, each reason once, the most frequent first. */
    reasons: readonly { reason: string; count: number }[];
  };
}
