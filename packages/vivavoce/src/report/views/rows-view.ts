import { z } from "zod";
import { sameJson } from "../../base/index.ts";
import type { TrialStatus } from "../../gate/index.ts";
import type { StoredValue } from "../../store/index.ts";
import { urgency } from "../case-table.ts";
import { runId, suiteOf, view, wholeNumber } from "./view.ts";

/** A trial in the table of cases by metrics. */
export interface RowTrial {
  /** Position among the suite's variants. */
  variant: number;
  repeat: number;
  /** Its place in the plan: the trial's address. */
  position: number;
  status: TrialStatus | "pending";
  /** One value for each of the suite's metrics, null without one. */
  values: (number | null)[];
  /** One letter for each metric: passed, missed, skipped, unscored, errored, "-" if it was not scored at all. */
  marks: string;
}

/** A case with all its trials. */
export interface CaseRow {
  id: string;
  /** Left out if it is the id. */
  title?: string | undefined;
  tags: readonly string[];
  /** The most urgent status of its trials. */
  status: TrialStatus | "pending";
  trials: RowTrial[];
}

export const rowsView = view({
  about: "The cases of a suite by metrics, the most urgent first, without conversations.",
  query: z.object({
    run: runId,
    suite: wholeNumber,
    after: wholeNumber.optional(),
    limit: wholeNumber.optional(),
  }),
  async answer(context, { run: id, suite: position, after = 0, limit = 500 }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const metrics = suite.header.metrics.map(({ name }) => name);
    const rows = new Map<string, CaseRow>();
    for await (const trial of context.store.values.read(run.id, suite.position)) {
      const { caseId, title, tags, repeat, status = "pending" } = trial;
      const variant = suite.header.variants.findIndex((one) => sameJson(one.variant, trial.variant));
      const row = rows.get(caseId) ?? { id: caseId, ...(title ? { title } : {}), tags, status, trials: [] };
      const scores = metrics.map((metric) => trial.scores.find((score) => score.metric === metric));
      const values = scores.map((score) => score?.value ?? null);
      row.trials.push({
        variant,
        repeat,
        position: trial.position,
        status,
        values,
        marks: scores.map(letter).join(""),
      });
      row.status = urgency.find((one) => one === row.status || one === status) ?? status;
      rows.set(caseId, row);
    }
    const ordered = [...rows.values()].sort((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status));
    const end = after + limit;
    return { rows: ordered.slice(after, end), total: ordered.length, next: end < ordered.length ? end : undefined };
  },
});

/** One letter for what a metric said of a trial. */
export function letter(score: StoredValue | undefined): string {
  if (!score) return "-";
  return score.value === undefined ? score.status.charAt(0) : score.passed ? "p" : "m";
}
