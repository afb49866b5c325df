import type { StoredRun, SuiteDecision } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { CompareAnswer } from "./views/compare-view.ts";

/** What every report is made from, and where its text goes. */
export interface ReportSettings {
  store: Store;
  run: StoredRun;
  decisions: readonly SuiteDecision[];
  /** How the user calls Viva, for commands that can be copied. */
  invocation?: string | undefined;
  /** The comparison with a baseline, if there was one. */
  comparison?: CompareAnswer | undefined;
  write(text: string): void | Promise<void>;
}
