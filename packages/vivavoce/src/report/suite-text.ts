import type { Decision, StoredRun, StoredSuite } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { Style } from "./style.ts";
import { suiteReport } from "./suite-report.ts";
import { trialRows } from "./trial-rows.ts";
import { suiteView } from "./views/run-view.ts";

export interface SuiteTextSettings {
  style: Style;
  /** The command that shows the rest: "npx viva show 7f3a". */
  showCommand: string;
  verbose: boolean;
  /** How many trials of a variant the table shows, unless all are wanted. */
  most?: number;
  decision: Decision | undefined;
}

/** A suite of a stored run as the terminal shows it: its sums, and as many trials as are wanted, failures first. */
export async function suiteText(store: Store, run: StoredRun, suite: StoredSuite, settings: SuiteTextSettings) {
  const { verbose, most = 20 } = settings;
  const limit = verbose ? Number.POSITIVE_INFINITY : most;
  const shown = await suiteView(store, run, suite);
  const variants = [];
  for (const variant of shown.variants) {
    const { failed, errored, unscored } = variant.tally;
    const passed = limit - Math.min(limit, failed + errored + unscored);
    const rows = await trialRows(store, run.id, suite, { variant: variant.variant, notPassed: limit, passed });
    variants.push({ variant, rows });
  }
  return { text: suiteReport(shown, variants, settings), variants };
}
