import type { z } from "zod";
import { caseView } from "./case-view.ts";
import { compareView } from "./compare-view.ts";
import { rowsView } from "./rows-view.ts";
import { runView } from "./run-view.ts";
import { runsView } from "./runs-view.ts";

/** Every view by its name, which is its address: /api/runs, … */
export const views = {
  runs: runsView,
  run: runView,
  rows: rowsView,
  case: caseView,
  compare: compareView,
};

export type ViewName = keyof typeof views;

/** What each view is asked and answers; the page's types. */
export type ViewAnswers = {
  [Name in ViewName]: {
    query: z.output<(typeof views)[Name]["query"]>;
    answer: Awaited<ReturnType<(typeof views)[Name]["answer"]>>;
  };
};
