import { z } from "zod";
import { sameJson } from "../../base/index.ts";
import { KeptValues } from "../../calibration/index.ts";
import { type StoredRun, type StoredSuite, sumKnown, type TrialStatus, wholeSum } from "../../shape/index.ts";
import type { Store, StoredValue, StoredValues } from "../../store/index.ts";
import { firstReason } from "../failure-lines.ts";
import { urgency } from "../status-marks.ts";
import { clip } from "./page-text.ts";
import { SuiteTexts } from "./suite-texts.ts";
import { runId, suiteOf, type ViewContext, view, wholeNumber } from "./view.ts";

export const searchView = view({
  about: "The cases of a suite in which a text occurs: in what was said or called, in the title or in the id.",
  query: z.object({ run: runId, suite: wholeNumber, text: z.string("give a text").min(1).max(500) }),
  async answer(context, { text, ...of }) {
    const { run, suite } = await suiteOf(context, of);
    const texts = await textsOf(context.store, run, suite);
    return { cases: await texts.find(text) };
  },
});

const kept = new KeptValues<SuiteTexts>(2);

/** The texts of a suite as they are now; of a run that is being played, only those that are new are read. */
function textsOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<SuiteTexts> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, (before) =>
    SuiteTexts.read({ store, run: run.id, suite: suite.position }, before),
  );
}

/** A case with all its trials, in the table of cases by metrics. */
type CaseRow = Awaited<ReturnType<typeof rowsOf>>[number];

export const rowsView = view({
  about: "The cases of a suite by metrics, the most urgent first, without conversations.",
  query: z.object({
    run: runId,
    suite: wholeNumber,
    after: wholeNumber.optional(),
    limit: wholeNumber.optional(),
  }),
  async answer(context, { after = 0, limit = 200, ...of }) {
    const { run, suite } = await suiteOf(context, of);
    const ordered = await orderOf(context.store, run, suite);
    const end = after + limit;
    const rows = await pageOf(context.store, run, suite, { after, cases: ordered.slice(after, end) });
    const next = end < ordered.length ? end : undefined;
    // The reader waits for the rows: only after the last of them is there time for what may be asked next.
    if (next === undefined) context.inBackground?.(() => textsOf(context.store, run, suite));
    return { rows, total: ordered.length, next };
  },
});

type Status = TrialStatus | "pending";

/** A case's place in the table: what is known without reading values. */
interface OrderedCase {
  id: string;
  status: Status;
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
  return cases.flatMap(({ id, trials }) => {
    // A trial that was deleted meanwhile is left out, one that was scored meanwhile has its new status.
    const found = trials.flatMap((trial) => values.get(trial) ?? []).sort((a, b) => a.position - b.position);
    const [first] = found;
    if (!first) return [];
    const { title, tags } = first;
    const status = found.map((trial): Status => trial.status ?? "pending").reduce(moreUrgent);
    // A title that is the id is left out.
    const row = { id, ...(title ? { title } : {}), tags, status, trials: found.map((one) => rowTrial(one, suite)) };
    const { variants } = suite.header;
    const spent = variants.map(({ variant }) => spentOn(found.filter((one) => sameJson(one.variant, variant))));
    return [{ ...row, spent }];
  });
}

/** What a case took under a variant, over its repeats: sums of cost and tokens, means of times. Left out: not known. */
function spentOn(trials: readonly StoredValues[]) {
  return {
    // A sum without one of its trials would look like the sum of all.
    cost: wholeSum(trials.map(({ cost, unpriced }) => (unpriced ? undefined : cost))),
    tokens: wholeSum(trials.map(({ usage }) => usage && usage.inputTokens + usage.outputTokens)),
    firstWordMs: mean(trials.flatMap(({ firstWords = [] }) => firstWords)),
    replyMs: mean(trials.flatMap(({ replies }) => replies)),
  };
}

const mean = (values: readonly number[]) => {
  const all = sumKnown(values);
  return all === undefined ? undefined : Math.round(all / values.length);
};

function rowTrial(trial: StoredValues, { header }: StoredSuite) {
  const { repeat, position, status = "pending" as const } = trial;
  const scores = header.metrics.map(({ name }) => trial.scores.find(({ metric }) => metric === name));
  return {
    /** Position among the suite's variants. */
    variant: header.variants.findIndex(({ variant }) => sameJson(variant, trial.variant)),
    repeat,
    /** Its place in the plan: the trial's address. */
    position,
    status,
    ...valuesAndMarks(scores),
  };
}

function moreUrgent(a: Status, b: Status): Status {
  return urgency.find((status) => status === a || status === b) ?? a;
}

/**
 * What metrics said of a trial: the value of each, null without one, and a letter for each: passed, missed, skipped,
 * unscored, errored, "-" if it was not scored at all.
 */
export function valuesAndMarks(scores: readonly (StoredValue | undefined)[]) {
  const letter = ({ value, status, passed }: StoredValue) =>
    value === undefined ? status.charAt(0) : passed ? "p" : "m";
  return {
    values: scores.map((score) => score?.value ?? null),
    marks: scores.map((score) => (score ? letter(score) : "-")).join(""),
  };
}

const whys = new KeptValues<Awaited<ReturnType<typeof reasonsOf>>>(4);

export const reasonsView = view({
  about: "Why trials of a suite did not pass: the first reason of each. Apart from the rows, which are there sooner.",
  query: z.object({ run: runId, suite: wholeNumber }),
  async answer(context, asked) {
    const { run, suite } = await suiteOf(context, asked);
    const read = () => reasonsOf(context, run.id, suite.position);
    return { reasons: await whys.get(context.store, `${run.id} ${suite.position}`, run.updatedAt, read) };
  },
});

async function reasonsOf({ store }: ViewContext, run: string, suite: number) {
  const found = [];
  for await (const trial of store.trials.read(run, suite, { statuses: ["failed", "errored", "unscored"] })) {
    const { text, kind } = firstReason(trial) ?? { text: "", kind: "no reason is stored" };
    /** `trial` is its place in the plan; equal kinds are the same expectation. */
    found.push({ trial: trial.position, text: clip(text, 300), kind: clip(kind, 200) });
  }
  return found;
}
