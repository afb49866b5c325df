import type { z } from "zod";
import { callsView, storedTrialView } from "./calls-view.ts";
import { caseView } from "./case-view.ts";
import { compareView } from "./compare-view.ts";
import { findView } from "./find-view.ts";
import { historyView, trendView } from "./history-view.ts";
import { judgesView } from "./judges-view.ts";
import { measuresView } from "./measures-view.ts";
import { reviewView } from "./review-view.ts";
import { reasonsView, rowsView, searchView } from "./rows-view.ts";
import { outlineView, runsView, runView } from "./runs-view.ts";

/** Every view by its name, which is its address: /api/runs, … */
export const views = {
  runs: runsView,
  outline: outlineView,
  run: runView,
  rows: rowsView,
  reasons: reasonsView,
  search: searchView,
  find: findView,
  case: caseView,
  judges: judgesView,
  compare: compareView,
  calls: callsView,
  trial: storedTrialView,
  history: historyView,
  measures: measuresView,
  trend: trendView,
  review: reviewView,
};

/** What each view is asked and answers; the page's types. */
export type ViewAnswers = {
  [Name in keyof typeof views]: {
    query: z.output<(typeof views)[Name]["query"]>;
    answer: Awaited<ReturnType<(typeof views)[Name]["answer"]>>;
  };
};
