import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trialKey } from "./records.ts";
import {
  called,
  callOf,
  createRun,
  newPlace,
  played,
  rowsIn,
  scored,
  scoreOf,
  suiteOf,
  transcriptOf,
} from "./store.test-helper.ts";
import { Store } from "./store.ts";
import type { StoredTrial } from "./trial-facts.ts";

let place: string;
let remove: () => Promise<void>;
let store: Store;
let runs = 0;

beforeAll(async () => {
  ({ place, remove } = await newPlace());
  store = await Store.open(place);
});
afterAll(async () => {
  await store.close();
  await remove();
});

/** A new run in the shared store; later ones are newer. */
async function newRun(suites = [suiteOf("coach")]): Promise<string> {
  runs += 1;
  return createRun(store, `run-${runs}`, { suites, at: runs });
}

/** How often a trial has been scored. */
async function passesOf(store: Store, run: string, trial: string): Promise<number> {
  return (await store.scores.of(run, 0, [trial])).get(trial)?.passes ?? 0;
}

async function list<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(items);
}

async function only(run: string): Promise<StoredTrial> {
  const [trial, second] = await list(store.trials.read(run, 0));
  if (!trial || second) throw new Error("expected one trial");
  return trial;
}

describe("a trial and its scores", () => {
  test("played and scored in one group are one trial with its status", async () => {
    const run = await newRun();
    void store.write(played({ run, trial: "a" }));
    await store.write(scored({ run, trial: "a", status: "failed" }));
    expect(await only(run)).toMatchObject({ trial: "a", status: "failed", transcript: transcriptOf("a") });
    expect((await only(run)).scores).toEqual([scoreOf("contains")]);
  });

  test("played now and scored later are the same", async () => {
    const run = await newRun();
    await store.write(played({ run, trial: "a" }));
    expect(await only(run)).toMatchObject({ status: undefined, scores: [] });
    await store.write(scored({ run, trial: "a", status: "failed" }));
    expect(await only(run)).toMatchObject({ status: "failed", scores: [scoreOf("contains")] });
  });

  test("a group holds trials of several runs without mixing them", async () => {
    const [first, second] = [await newRun(), await newRun()];
    void store.write(played({ run: first, trial: "a" }));
    void store.write(played({ run: second, trial: "a" }));
    await store.write(scored({ run: second, trial: "a", status: "failed" }));
    expect((await only(first)).status).toBeUndefined();
    expect((await only(second)).status).toBe("failed");
  });

  test("one that is played again replaces what it was", async () => {
    const run = await newRun();
    void store.write(played({ run, trial: "a", transcript: transcriptOf("before"), caseHash: "old" }));
    await store.write(scored({ run, trial: "a", status: "failed" }));
    await store.write(played({ run, trial: "a", transcript: transcriptOf("after"), caseHash: "new" }));
    expect(await only(run)).toMatchObject({ status: undefined, caseHash: "new", transcript: transcriptOf("after") });
    await store.write(scored({ run, trial: "a", scores: [{ score: scoreOf("contains", 0.5), identity: "" }] }));
    expect(await only(run)).toMatchObject({ status: "passed", scores: [scoreOf("contains", 0.5)] });
  });

  test("keeps its figures beside the transcript, and what nobody knows as unknown", async () => {
    const run = await newRun();
    const exchange = { number: 1, user: { content: "Hi" }, items: [], modelCalls: 2 };
    const counted = { ...exchange, usage: { inputTokens: 10, outputTokens: 3 }, cost: 0.5, modelMs: 40 };
    const exchanges = [counted, { ...counted, number: 2 }];
    await store.write(played({ run, trial: "known", transcript: transcriptOf("", { exchanges }) }));
    await store.write(
      played({ run, trial: "unknown", position: 1, transcript: transcriptOf("", { exchanges: [exchange] }) }),
    );
    const columns = ["cost", "input_tokens", "output_tokens", "model_calls", "latency_ms"];
    const rows = await rowsIn(place, `select ${columns} from trials where run = '${run}' order by position`);
    const figure = (value: unknown) => (value === null ? null : Number(value));
    expect(rows.map((row) => columns.map((column) => figure(row[column])))).toEqual([
      [1, 20, 6, 4, 80],
      [null, null, null, 2, null],
    ]);
  });

  test("a suite with more metrics than one statement has room for is written all the same", async () => {
    const run = await newRun();
    const scores = Array.from({ length: 60 }, (_, index) => ({ score: scoreOf(`metric-${index}`), identity: "" }));
    for (let position = 0; position < 64; position++) void store.write(scored({ run, trial: `${position}`, scores }));
    await store.flush();
    await store.write(played({ run, trial: "63" }));
    expect((await only(run)).scores).toHaveLength(60);
  });
});

describe("scores of several passes", () => {
  const [first, second, third] = ["first", "second", "third"].map((metric) => ({
    score: scoreOf(metric),
    identity: "",
  }));
  const passOne = [first, second, third].filter((score) => score !== undefined);

  test("are appended, and the newest of each metric is read", async () => {
    const run = await newRun();
    await store.write(played({ run, trial: "a" }));
    await store.write(scored({ run, trial: "a", pass: 1, scores: passOne }));
    const again = passOne.map(({ score }) => ({ score: scoreOf(score.metric, 0.5), identity: "" }));
    await store.write(scored({ run, trial: "a", pass: 2, status: "failed", scores: again }));
    const trial = await only(run);
    expect(trial.status).toBe("failed");
    expect(trial.scores).toEqual([scoreOf("first", 0.5), scoreOf("second", 0.5), scoreOf("third", 0.5)]);
    expect(await passesOf(store, run, "a")).toBe(2);
  });

  test("where only one metric was scored again, its new score is read and the order stays", async () => {
    const run = await newRun();
    await store.write(played({ run, trial: "a" }));
    await store.write(scored({ run, trial: "a", pass: 1, scores: passOne }));
    await store.write(scored({ run, trial: "a", pass: 2, scores: [{ score: scoreOf("third", 0.25), identity: "" }] }));
    expect((await only(run)).scores).toEqual([scoreOf("first"), scoreOf("second"), scoreOf("third", 0.25)]);
  });

  test("a trial that was never scored has no pass", async () => {
    const run = await newRun();
    expect(await passesOf(store, run, "a")).toBe(0);
  });
});

describe("reading", () => {
  test("goes through more than a page in input order, whatever the order of writing", async () => {
    const run = await newRun();
    const positions = Array.from({ length: 450 }, (_, index) => (index * 7) % 450);
    for (const position of positions) void store.write(played({ run, trial: `t${position}`, position }));
    await store.flush();
    const read = await list(store.trials.read(run, 0));
    expect(read.map(({ position }) => position)).toEqual(Array.from({ length: 450 }, (_, index) => index));
    expect(new Set(read.map(({ trial }) => trial)).size).toBe(450);
  });

  test("gives each trial of a later page its own scores", async () => {
    const run = await newRun();
    for (let position = 0; position < 210; position++) {
      void store.write(played({ run, trial: `t${position}`, position }));
      const scores = [{ score: scoreOf("contains", position / 1_000), identity: "" }];
      void store.write(scored({ run, trial: `t${position}`, scores }));
    }
    await store.flush();
    const values = (await list(store.trials.read(run, 0))).map(({ scores }) => scores[0]);
    expect(values).toEqual(Array.from({ length: 210 }, (_, index) => scoreOf("contains", index / 1_000)));
  });

  test("keeps to one suite, one case and the statuses that are asked for", async () => {
    const run = await newRun([suiteOf("coach"), suiteOf("desk", { position: 1 })]);
    for (const [position, status] of (["passed", "failed", "errored"] as const).entries()) {
      for (const suite of [0, 1]) {
        void store.write(played({ run, suite, trial: `x${position}`, caseId: `case-${position}`, position }));
        void store.write(scored({ run, suite, trial: `x${position}`, status }));
      }
    }
    await store.flush();
    const ids = async (filter?: Parameters<typeof store.trials.read>[2]) =>
      (await list(store.trials.read(run, 1, filter))).map(({ suite, caseId }) => `${suite} ${caseId}`);
    expect(await ids()).toEqual(["1 case-0", "1 case-1", "1 case-2"]);
    expect(await ids({ caseId: "case-1" })).toEqual(["1 case-1"]);
    expect(await ids({ statuses: ["failed", "errored"] })).toEqual(["1 case-1", "1 case-2"]);
  });

  test("finds one trial with its newest scores, or none", async () => {
    const run = await newRun();
    await store.write(played({ run, trial: "a" }));
    await store.write(scored({ run, trial: "a" }));
    expect(await store.trials.find({ run, suite: 0, trial: "a" })).toMatchObject({ scores: [scoreOf("contains")] });
    expect(await store.trials.find({ run, suite: 0, trial: "b" })).toBeUndefined();
  });

  test("summaries come without transcripts, through all pages", async () => {
    const run = await newRun();
    for (let position = 0; position < 2_100; position++)
      void store.write(played({ run, trial: `t${position}`, position }));
    await store.write(scored({ run, trial: "t0", status: "failed" }));
    const summaries = await list(store.trials.summaries(run, 0));
    expect(summaries).toHaveLength(2_100);
    const common = { caseHash: "hash", outcome: "completed", playedAt: 1_000, answers: { origin: "unknown" } };
    expect(summaries[0]).toMatchObject({ trial: "t0", caseId: "t0", ...common, status: "failed" });
    expect(summaries[1]).toMatchObject({ trial: "t1", caseId: "t1", ...common, status: undefined });
  });
});

describe("the journal", () => {
  test("gives a trial's calls in the order they were answered", async () => {
    const run = await newRun();
    const records = [callOf("b", { index: 1 }), callOf("a"), callOf("j", { role: "judge", label: "criteria" })];
    for (const record of records) void store.write(called({ run, trial: "t", record }));
    await store.write(called({ run, trial: "other", record: callOf("x") }));
    expect(await store.calls.of({ run, suite: 0, trial: "t" })).toEqual(records);
  });

  test("a call that was made again after the conversation took another turn counts, its forerunner does not", async () => {
    const run = await newRun();
    const write = (text: string, index: number) =>
      store.write(called({ run, trial: "t", record: callOf(text, { index }) }));
    for (const [index, text] of ["first", "second", "third"].entries()) await write(text, index);
    await write("second again", 1);
    const texts = (await store.calls.of({ run, suite: 0, trial: "t" })).map(({ answer }) => answer.text);
    expect(texts).toEqual(["first", "third", "second again"]);
  });

  test("a later scoring is not fed with an earlier one's calls", async () => {
    const run = await newRun();
    await store.write(called({ run, trial: "t", record: callOf("one") }));
    await store.write(called({ run, trial: "t", record: callOf("two"), pass: 2 }));
    expect(await store.calls.of({ run, suite: 0, trial: "t" }, 2)).toEqual([callOf("two")]);
  });

  test("knows what a run has cost, as far as anyone does", async () => {
    const run = await newRun();
    const answer = { text: "", toolCalls: [], finish: "stop" as const };
    expect(await store.calls.spent(run)).toBe(0);
    for (const cost of [0.25, 0.5, undefined])
      await store.write(
        called({ run, trial: "t", record: callOf("", { answer: { ...answer, ...(cost && { cost }) } }) }),
      );
    expect(await store.calls.spent(run)).toBe(0.75);
  });
});

describe("a run that is taken up again", () => {
  async function runOf(trials: string[]): Promise<string> {
    const run = await newRun();
    for (const [position, trial] of trials.entries()) {
      void store.write(called({ run, trial }));
      void store.write(played({ run, trial, position }));
      void store.write(scored({ run, trial }));
    }
    await store.flush();
    return run;
  }

  test("drops what the plan no longer holds, with scores and calls, and moves the others", async () => {
    const run = await runOf(["a", "b", "c"]);
    const plan = new Map([
      ["c", 0],
      ["a", 1],
    ]);
    await store.trials.reposition(run, 0, (trial) => plan.get(trial));
    expect((await list(store.trials.read(run, 0))).map(({ trial, position }) => [trial, position])).toEqual([...plan]);
    expect(await store.calls.of({ run, suite: 0, trial: "b" })).toEqual([]);
    expect(await passesOf(store, run, "b")).toBe(0);
    expect(await passesOf(store, run, "a")).toBe(1);
  });

  test("forgets a trial that is to be played again, and keeps its journal", async () => {
    const run = await runOf(["a", "b"]);
    await store.trials.forget([{ run, suite: 0, trial: "a" }], { journal: "keep" });
    expect((await list(store.trials.read(run, 0))).map(({ trial }) => trial)).toEqual(["b"]);
    expect(await passesOf(store, run, "a")).toBe(0);
    expect(await store.calls.of({ run, suite: 0, trial: "a" })).toHaveLength(1);
  });

  test("forgets the journal too where the case is another one now", async () => {
    const run = await runOf(["a", "b"]);
    await store.trials.forget([{ run, suite: 0, trial: "a" }], { journal: "drop" });
    expect(await store.calls.of({ run, suite: 0, trial: "a" })).toEqual([]);
    expect(await store.calls.of({ run, suite: 0, trial: "b" })).toHaveLength(1);
  });
});

describe("what earlier runs say about a suite", () => {
  async function ended(
    suite: string,
    statuses: Record<string, "passed" | "failed" | "errored" | "unscored" | "skipped">,
  ) {
    const run = await newRun([suiteOf(suite)]);
    for (const [trial, status] of Object.entries(statuses)) {
      void store.write(played({ run, trial }));
      void store.write(scored({ run, trial, status }));
    }
    await store.flush();
    return run;
  }

  test("what did not pass is failed, errored or unscored, in the newest run only", async () => {
    await ended("history", { old: "failed" });
    await ended("history", { a: "passed", b: "failed", c: "errored", d: "unscored", e: "skipped" });
    await ended("another", { x: "failed" });
    const failed = await store.history.notPassed("history");
    expect(failed.map(({ caseId }) => caseId).sort()).toEqual(["b", "c", "d"]);
    expect(await store.history.notPassed("never-run")).toEqual([]);
  });

  async function asked(suite: string, costs: (number | undefined)[], mode: "live" | "replay" = "live") {
    const run = await newRun([suiteOf(suite, { mode })]);
    for (const trial of ["a", "b"]) void store.write(played({ run, trial }));
    for (const cost of costs) {
      const answer = { text: "", toolCalls: [], finish: "stop" as const, ...(cost === undefined ? {} : { cost }) };
      void store.write(called({ run, trial: "a", record: callOf("", { answer }) }));
    }
    await store.flush();
    return run;
  }

  test("averages are those of the newest run that asked models", async () => {
    await asked("priced", [0.1, 0.2, 0.3, 0.4]);
    await asked("priced", [], "replay");
    await asked("priced", []);
    const { calls, cost } = (await store.history.averages("priced")) ?? {};
    expect(calls).toBe(2);
    expect(cost).toBeCloseTo(0.5);
  });

  test("a cost that nobody knows stays unknown", async () => {
    await asked("unpriced", [undefined, undefined]);
    expect(await store.history.averages("unpriced")).toEqual({ calls: 1, cost: undefined });
    expect(await store.history.averages("never-run")).toBeUndefined();
  });

  test("what a later scoring asked is not part of what a trial takes", async () => {
    const run = await asked("scored-again", [undefined, undefined]);
    await store.write(called({ run, trial: "a", pass: 2 }));
    expect(await store.history.averages("scored-again")).toMatchObject({ calls: 1 });
  });
});

describe("the key of a trial", () => {
  test("is the same for the same case, choice and repeat, in whatever order the choice is written", () => {
    expect(trialKey("a", { prompt: "v2", mode: "fast" }, 1)).toBe(trialKey("a", { mode: "fast", prompt: "v2" }, 1));
  });

  test("tells cases, choices and repeats apart", () => {
    const keys = [
      trialKey("a", {}, 1),
      trialKey("a", {}, 2),
      trialKey("b", {}, 1),
      trialKey("a", { prompt: "v1" }, 1),
      trialKey("a", { prompt: "v2" }, 1),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
