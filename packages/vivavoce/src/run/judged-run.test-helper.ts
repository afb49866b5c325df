import { afterAll, beforeAll, onTestFinished, vi } from "vitest";
import { redactor } from "../base/index.ts";
import { judgedMetric } from "../metric/index.ts";
import { type Model, ModelError, type ModelRequest } from "../model/index.ts";
import { Store } from "../store/index.ts";
import { newPlace, rowsIn } from "../store/store.test-helper.ts";
import type { LoadedSuite } from "../suite/index.ts";
import { type ScriptedModel, scriptedModel } from "../testing/index.ts";
import { asksForSteps, judgeAnswer } from "./judge-answer.test-helper.ts";
import { suiteTrial } from "./plan.ts";
import { prepareMetrics } from "./prepare-metrics.ts";
import { resumeRun } from "./resume.ts";
import { execute, type PlanWishes, planOf } from "./run.test-helper.ts";
import type { RunResult } from "./run.ts";
import type { RunSettings } from "./run-settings.ts";
import { type ScoredSuite, scoreRun } from "./score-run.ts";
import type { ScoreSettings } from "./trial/rescore.ts";

export * from "./judge-answer.test-helper.ts";

/** One row of the scores table. */
export interface ScoreRow {
  trial: string;
  metric: string;
  pass: number;
  position: number;
  status: string;
  value: number | null;
  identity: string;
}

/** A store for all tests of a file, and the rows of its scores table. */
export function storeWithRows() {
  let place: string;
  let store: Store;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ place, remove } = await newPlace());
    store = await Store.open(place);
  });
  afterAll(async () => {
    await store.close();
    await remove();
  });
  const scoreRows = async (run: string): Promise<ScoreRow[]> => {
    const columns = "trial, metric, pass, position, status, value, identity";
    const query = `select ${columns} from scores where run = '${run}' order by trial, pass, position`;
    const rows = (await rowsIn(place, query)) as unknown as ScoreRow[];
    return rows.map((row) => ({ ...row, pass: Number(row.pass), position: Number(row.position) }));
  };
  return { store: () => store, scoreRows };
}

export interface SwitchedJudge extends ScriptedModel {
  /** What it does from now on: answers with a verdict, or is out of reach. */
  set(state: "down" | "yes" | "no"): void;
  /** How often it was asked for evaluation steps. */
  readonly stepsCalls: number;
}

/** A judge that is up or down as a test says; every call it makes is kept. */
export function switchedJudge(state: "down" | "yes" | "no" = "yes", id = "scripted:judge"): SwitchedJudge {
  let now = state;
  const model = scriptedModel(
    ({ messages }: ModelRequest) => (now === "down" ? outage() : judgeAnswer(messages, now)),
    { id },
  );
  return {
    ...model,
    set(next) {
      now = next;
    },
    get stepsCalls() {
      return model.calls.filter(({ messages }) => asksForSteps(messages)).length;
    },
  };
}

function outage(): Error {
  return new ModelError({ failure: "network", message: "no connection to the judge" });
}

/** A judged metric of one question, whose judge is asked once. */
export function judgedBy(name: string, more: Partial<Parameters<typeof judgedMetric>[0]> = {}) {
  return judgedMetric({
    name,
    instructions: "Was the agent polite?",
    menu: [
      { verdict: "yes", meaning: "it was", value: 1 },
      { verdict: "no", meaning: "it was not", value: 0 },
    ],
    items: () => [{ id: "polite", text: "The agent was polite." }],
    ...more,
  });
}

/** Plays a suite as `viva run` does, with what its metrics need made before. */
export async function playSuite(
  store: Store,
  loaded: LoadedSuite,
  { wishes, ...more }: { wishes?: PlanWishes } & Partial<Omit<RunSettings, "options">> = {},
): Promise<RunResult> {
  const { plan, records } = await prepared(loaded, { wishes });
  return execute(store, plan, {
    ...(wishes?.options ? { options: wishes.options } : {}),
    suiteCalls: [records],
    ...more,
  });
}

/** Goes on with a run as `viva run --resume` does. */
export async function resumeSuite(
  store: Store,
  { run: id }: Pick<RunResult, "run">,
  loaded: LoadedSuite,
  wishes?: PlanWishes,
): Promise<RunResult> {
  const run = await store.runs.find(id);
  const journal = await store.calls.of({ run: id, suite: 0, trial: suiteTrial });
  const before = run.suites[0]?.header.metrics;
  const { plan } = await prepared(loaded, { wishes, journal, before, retry: false });
  const resumption = await resumeRun(store, run, [plan], "/");
  return execute(store, plan, { ...(wishes?.options ? { options: wishes.options } : {}), resumption });
}

type Preparing = Partial<Parameters<typeof prepareMetrics>[1]> & { wishes?: PlanWishes | undefined };

export async function prepared(loaded: LoadedSuite, { wishes, ...more }: Preparing = {}) {
  const settings = { journal: [], redactor: redactor({}), signal: never, outage: "unscored", ...more } as const;
  return prepareMetrics(await planOf(loaded, wishes), settings);
}

const never = new AbortController().signal;

/** Scores a run as `viva score` does. */
export async function rescore(
  store: Store,
  { run }: Pick<RunResult, "run">,
  loaded: LoadedSuite,
  { wishes, ...more }: Partial<ScoreSettings> & { wishes?: PlanWishes } = {},
): Promise<ScoredSuite> {
  const settings = { which: "pending", metrics: [], redactor: redactor({}), concurrency: 4, stop: never, abort: never };
  const [scored] = await scoreRun({
    store,
    run: await store.runs.find(run),
    plans: [await planOf(loaded, { judgeOnly: true, ...wishes })],
    ...(settings as Pick<ScoreSettings, keyof typeof settings>),
    ...more,
  });
  if (!scored) throw new Error("the run has no suite");
  return scored;
}

/** A model that must not be asked. */
export function forbidden(): Model {
  return {
    id: "scripted:agent",
    async call() {
      throw new Error("the agent was called");
    },
  };
}

/** Stops a scoring when it has handed so many trials to the store. */
export function stopAfter(trials: number, store: Store): AbortSignal {
  const stop = new AbortController();
  const write = store.write.bind(store);
  let left = trials;
  const watched = vi.spyOn(store, "write").mockImplementation((record) => {
    if (record.type === "scored" && --left === 0) stop.abort();
    return write(record);
  });
  onTestFinished(() => watched.mockRestore());
  return stop.signal;
}
