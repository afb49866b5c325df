import type { SuiteDecision } from "../results/index.ts";
import type { Store, StoredRun } from "../store/index.ts";

/** What every report is made from, and where its text goes. */
export interface ReportSettings {
  store: Store;
  run: StoredRun;
  decisions: readonly SuiteDecision[];
  /** How the user calls Viva, for commands that can be copied. */
  invocation?: string | undefined;
  write(text: string): void | Promise<void>;
}
