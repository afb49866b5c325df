import { cardsOfRun } from "../calibration/index.ts";
import { readSummaries } from "../results/index.ts";
import type { Decision, StoredRun, StoredSuite } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { cardsLine } from "./judge-card-text.ts";
import type { Style } from "./style.ts";
import { suiteReport } from "./suite-report.ts";
import { trialRows } from "./trial-rows.ts";

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
  const variants = [];
  for (const summary of await readSummaries(store, run, suite)) {
    const { failed, errored, unscored } = summary.tally;
    const limit = verbose ? Number.POSITIVE_INFINITY : most;
    const rows = await trialRows(store, run.id, suite, {
      variant: summary.variant,
      notPassed: limit,
      passed: limit - Math.min(limit, failed + errored + unscored),
    });
    variants.push({ summary, rows });
  }
  const judges = cardsLine(await cardsOfRun(store, run, suite.position));
  return { text: suiteReport(suite, variants, { ...settings, judges }), variants };
}
