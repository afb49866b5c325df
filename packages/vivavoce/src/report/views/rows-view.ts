import { z } from "zod";
import { sameJson } from "../../base/index.ts";
import type { StoredRun, StoredSuite, TrialStatus } from "../../shape/index.ts";
import type { Store, StoredValue, StoredValues } from "../../store/index.ts";
import { urgency } from "../status-marks.ts";
import { KeptValues } from "./kept-values.ts";
import { SuiteTexts } from "./suite-texts.ts";
import { runId, suiteOf, view, wholeNumber } from "./view.ts";

export const searchView = view({
  about: "The cases of a suite in which a text occurs: in what was said or called, in the title or in the id.",
  query: z.object({ run: runId, suite: wholeNumber, text: z.string("give a text").min(1).max(500) }),
  async answer(context, { run: id, suite: position, text }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const texts = await textsOf(context.store, run, suite);
    return { cases: await texts.find(text) };
  },
});

/** Reads the texts of a suite before somebody searches them. */
async function warmSearch(store: Store, run: StoredRun, suite: StoredSuite): Promise<void> {
  await textsOf(store, run, suite);
}

const kept = new KeptValues<SuiteTexts>(2);

/** The texts of a suite as they are now; of a run that is being played, only those that are new are read. */
function textsOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<SuiteTexts> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, (before) =>
    SuiteTexts.read({ store, run: run.id, suite: suite.position }, before),
  );
}

/** A trial in the table of cases by metrics. */
interface RowTrial {
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
  async answer(context, { run: id, suite: position, after = 0, limit = 200 }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const ordered = await orderOf(context.store, run, suite);
    const end = after + limit;
    const rows = await pageOf(context.store, run, suite, { after, cases: ordered.slice(after, end) });
    const next = end < ordered.length ? end : undefined;
    // The reader waits for the rows: only after the last of them is there time for what may be asked next.
    if (next === undefined) context.inBackground?.(() => warmSearch(context.store, run, suite));
    return { rows, total: ordered.length, next };
  },
});

/** A case's place in the table: what is known without reading values. */
interface OrderedCase {
  id: string;
  status: CaseRow["status"];
  trials: string[];
}

const orders = new KeptValues<OrderedCase[]>(4);

/** All cases, the most urgent first, otherwise in input order. Only the rows of one page are read with their values. */
function orderOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<OrderedCase[]> {
  return orders.get(store, `${run.id} ${suite.position}`, run.updatedAt, async () => {
    const cases = new Map<string, OrderedCase>();
    for await (const { trial, caseId, status = "pending" } of store.trials.summaries(run.id, suite.position)) {
      const known = cases.get(caseId);
      if (!known) cases.set(caseId, { id: caseId, status, trials: [trial] });
      else {
        known.trials.push(trial);
        known.status = moreUrgent(known.status, status);
      }
    }
    return [...cases.values()].sort((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status));
  });
}

/** Whoever opens a run again, or looks at it in another tab, gets its rows without a new reading. */
const pages = new KeptValues<CaseRow[]>(12);
const longestPage = 2_500;

/** The rows of some cases. They are kept if nobody is playing the run. */
function pageOf(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { after, cases }: { after: number; cases: readonly OrderedCase[] },
): Promise<CaseRow[]> {
  const read = () => rowsOf(store, run, suite, cases);
  if (run.owner !== undefined || cases.length > longestPage) return read();
  return pages.get(store, `${run.id} ${suite.position} ${after} ${cases.length}`, run.updatedAt, read);
}

async function rowsOf(store: Store, run: StoredRun, suite: StoredSuite, cases: readonly OrderedCase[]) {
  const values = new Map<string, StoredValues>();
  const keys = cases.flatMap(({ trials }) => trials);
  for await (const one of store.values.of(run.id, suite.position, keys)) values.set(one.trial, one);
  return cases.flatMap(({ id, trials }): CaseRow[] => {
    // A trial that was deleted meanwhile is left out, one that was scored meanwhile has its new status.
    const found = trials.flatMap((trial) => values.get(trial) ?? []).sort((a, b) => a.position - b.position);
    const [first] = found;
    if (!first) return [];
    const { title, tags } = first;
    const status = found.map((trial) => trial.status ?? "pending").reduce(moreUrgent);
    return [{ id, ...(title ? { title } : {}), tags, status, trials: found.map((one) => rowTrial(one, suite)) }];
  });
}

function rowTrial(trial: StoredValues, { header }: StoredSuite): RowTrial {
  const { repeat, position, status = "pending" } = trial;
  const scores = header.metrics.map(({ name }) => trial.scores.find(({ metric }) => metric === name));
  return {
    variant: header.variants.findIndex(({ variant }) => sameJson(variant, trial.variant)),
    repeat,
    position,
    status,
    values: scores.map((score) => score?.value ?? null),
    marks: scores.map(letter).join(""),
  };
}

function moreUrgent(a: CaseRow["status"], b: CaseRow["status"]): CaseRow["status"] {
  return urgency.find((status) => status === a || status === b) ?? a;
}

/** One letter for what a metric said of a trial. */
export function letter(score: StoredValue | undefined): string {
  if (!score) return "-";
  return score.value === undefined ? score.status.charAt(0) : score.passed ? "p" : "m";
}
