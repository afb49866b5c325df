import type { z } from "zod";
import { callsView } from "./calls-view.ts";
import { caseView } from "./case-view.ts";
import { compareView } from "./compare-view.ts";
import { historyView } from "./history-view.ts";
import { judgesView } from "./judges-view.ts";
import { measuresView } from "./measures-view.ts";
import { outlineView } from "./outline-view.ts";
import { reviewView } from "./review-view.ts";
import { rowsView, searchView } from "./rows-view.ts";
import { runView } from "./run-view.ts";
import { runsView } from "./runs-view.ts";
import { trendView } from "./trend-view.ts";

/** Every view by its name, which is its address: /api/runs, … */
export const views = {
  runs: runsView,
  outline: outlineView,
  run: runView,
  rows: rowsView,
  search: searchView,
  case: caseView,
  judges: judgesView,
  compare: compareView,
  calls: callsView,
  history: historyView,
  measures: measuresView,
  trend: trendView,
  review: reviewView,
};

type ViewName = keyof typeof views;

/** What each view is asked and answers; the page's types. */
export type ViewAnswers = {
  [Name in ViewName]: {
    query: z.output<(typeof views)[Name]["query"]>;
    answer: Awaited<ReturnType<(typeof views)[Name]["answer"]>>;
  };
};
