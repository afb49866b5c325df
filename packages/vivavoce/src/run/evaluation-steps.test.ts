import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError, redactor } from "../base/index.ts";
import { contains, criteria, dag } from "../metric/index.ts";
import { openCassette } from "../model/index.ts";
import type { LoadedSuite, SuiteDefinition } from "../suite/index.ts";
import {
  asksForSteps,
  judgeAnswer,
  playSuite,
  prepared,
  rescore,
  resumeSuite,
  type SwitchedJudge,
  stopAfter,
  switchedJudge,
} from "./judged-run.test-helper.ts";
import { writeSteps } from "./pinned-steps.ts";
import { suiteTrial } from "./plan.ts";
import {
  caseList,
  echo,
  loadedSuite,
  planOf,
  sharedStore,
  tallyOf,
  temporaryFolder,
  trialsOf,
} from "./run.test-helper.ts";

const { binary, verdict } = dag;

const store = sharedStore();
const polite = () => criteria({ criteria: ["is polite"] });
const madeSteps = { general: ["Read all of general.", "Decide."] };

function exam(definition: Partial<SuiteDefinition> = {}, folder = temporaryFolder()) {
  const judge = switchedJudge();
  const whole = { agent: echo, metrics: [polite(), contains()], models: { judge }, ...definition };
  return { judge, folder, loaded: loadedSuite(whole, folder) };
}

async function headerOf({ run }: { run: string }) {
  const header = (await store().runs.find(run)).suites[0]?.header;
  if (!header) throw new Error("the run has no suite");
  return header;
}

/** What the judge was told of steps, trial by trial. */
function stepsTold({ calls }: Pick<SwitchedJudge, "calls">): (string | undefined)[] {
  return calls
    .filter(({ messages }) => !asksForSteps(messages))
    .map(({ messages }) => /Follow these steps:\n(.*?)\n\n/s.exec(String(messages[1]?.content))?.[1]);
}

describe("evaluation steps", () => {
  test("are made in one call a suite, however many cases it has, and every trial is judged by them", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `case-${index}`);
    const { judge, loaded } = exam({ cases: caseList(...ids), metrics: [polite()] });
    const run = await playSuite(store(), loaded, { wishes: { options: { concurrency: 50 } } });
    expect(tallyOf(run)).toMatchObject({ passed: 100 });
    expect(judge.stepsCalls).toBe(1);
    expect(judge.calls).toHaveLength(101);
    expect(new Set(stepsTold(judge))).toEqual(new Set(["1. Read all of general.\n2. Decide."]));
  });

  test("of several metrics and rubrics take one call a metric", async () => {
    const rubrics = { tone: { criteria: ["is warm"] }, depth: { criteria: ["goes into it"] } };
    const metrics = [polite(), criteria({ name: "second", criteria: ["is short"], rubrics })];
    const { judge, loaded } = exam({ metrics });
    const { plan } = await prepared(loaded);
    expect(judge.stepsCalls).toBe(2);
    expect(Object.keys(plan.metrics[1]?.steps ?? {})).toEqual(["general", "tone", "depth"]);
  });

  test("are kept with the run, and make the metric what it is", async () => {
    const { loaded } = exam();
    const run = await playSuite(store(), loaded);
    const [made, code] = (await headerOf(run)).metrics;
    expect(made).toMatchObject({ name: "criteria", steps: madeSteps });
    expect(code).not.toHaveProperty("steps");
    const given = exam({ metrics: [criteria({ criteria: ["is polite"], steps: madeSteps.general }), contains()] });
    const same = await playSuite(store(), given.loaded);
    expect(given.judge.stepsCalls).toBe(0);
    expect((await headerOf(same)).metrics[0]?.identity).toBe(made?.identity);
    const other = exam({ metrics: [criteria({ criteria: ["is polite"], steps: [] }), contains()] });
    const without = await playSuite(store(), other.loaded);
    expect((await headerOf(without)).metrics[0]?.identity).not.toBe(made?.identity);
  });

  test("are journalled with the run's calls, so that their cost is counted", async () => {
    const { loaded } = exam();
    const { run } = await playSuite(store(), loaded);
    const calls = await store().calls.of({ run, suite: 0, trial: suiteTrial });
    expect(calls.map(({ role, label }) => `${role} ${label}`)).toEqual(["judge criteria"]);
  });

  test("for a metric that is a leaf of a graph are made and kept as well", async () => {
    const root = binary("greets", "Does the agent greet?", { yes: polite(), no: verdict(0, "it does not") });
    const { judge, loaded } = exam({ metrics: [dag({ name: "path", root })] });
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run)).toMatchObject({ passed: 2 });
    expect(judge.stepsCalls).toBe(1);
    expect((await headerOf(run)).metrics[0]?.steps).toEqual({ "criteria/general": madeSteps.general });
    expect(await rescore(store(), run, loaded, { which: "all" })).toMatchObject({ scored: 2 });
    expect(judge.stepsCalls).toBe(1);
  });
});

describe("steps and a run that is gone on with", () => {
  async function cutOff(loaded: LoadedSuite) {
    const stop = new AbortController();
    stop.abort();
    return playSuite(store(), loaded, { stop: stop.signal });
  }

  test("are not asked for again, though the judge would make others now", async () => {
    const { loaded, judge } = exam();
    const run = await cutOff(loaded);
    expect(judge.stepsCalls).toBe(1);
    const whole = await resumeSuite(store(), run, loaded);
    expect(tallyOf(whole)).toMatchObject({ passed: 2, pending: 0 });
    expect(judge.stepsCalls).toBe(1);
    expect((await headerOf(run)).metrics[0]?.steps).toEqual(madeSteps);
  });

  test("a scoring has them too, whoever judges; criteria that were changed get steps of their own", async () => {
    const { loaded, judge, folder } = exam();
    const run = await playSuite(store(), loaded);
    await rescore(store(), run, loaded, { which: "all" });
    expect(judge.stepsCalls).toBe(1);
    const other = switchedJudge("no", "scripted:other");
    const elsewhere = loadedSuite({ ...loaded.suite, models: { judge: other } }, folder);
    expect((await rescore(store(), run, elsewhere)).scored).toBe(2);
    expect(other.stepsCalls).toBe(0);
    expect(new Set(stepsTold(other))).toEqual(new Set(stepsTold(judge)));
    const metrics = [criteria({ criteria: ["is brief"] }), contains()];
    const changed = loadedSuite({ ...loaded.suite, metrics }, folder);
    expect((await rescore(store(), run, changed)).scored).toBe(2);
    expect(judge.stepsCalls).toBe(2);
    expect((await rescore(store(), run, changed)).scored).toBe(0);
    expect(judge.stepsCalls).toBe(2);
  });

  test("new steps of a scoring that was cut off are the steps of the next: nothing is scored twice", async () => {
    const { loaded, judge, folder } = exam({ cases: caseList("a", "b", "c") });
    const run = await playSuite(store(), loaded);
    const changed = loadedSuite(
      { ...loaded.suite, metrics: [criteria({ criteria: ["is brief"] }), contains()] },
      folder,
    );
    const part = { concurrency: 1, stop: stopAfter(1, store()) };
    expect((await rescore(store(), run, changed, part)).scored).toBe(1);
    expect((await rescore(store(), run, changed)).scored).toBe(2);
    expect(judge.stepsCalls).toBe(2);
  });

  test("metrics that are not to score have nothing made for them", async () => {
    const { loaded, judge, folder } = exam({ metrics: [contains()] });
    const run = await playSuite(store(), loaded);
    const more = loadedSuite({ ...loaded.suite, metrics: [polite(), contains()] }, folder);
    await rescore(store(), run, more, { which: "all", metrics: ["contains"] });
    expect(judge.calls).toHaveLength(0);
  });
});

describe("a judge that is down when steps are to be made", () => {
  test("keeps nobody from the exam: all is played, the metric waits, and a later scoring makes the steps", async () => {
    const { loaded, judge } = exam();
    judge.set("down");
    const { plan, failures } = await prepared(loaded);
    expect(failures.criteria).toMatch(/the judge could not make its evaluation steps: .*no connection to the judge/);
    expect(plan.metrics[0]?.prepare).toBeUndefined();
    const run = await playSuite(store(), loaded);
    expect(run.exitCode).toBe(3);
    const [trial] = await trialsOf(store(), run.run);
    expect(trial?.transcript.outcome).toMatchObject({ kind: "completed" });
    expect(trial?.scores).toMatchObject([
      {
        metric: "criteria",
        status: "unscored",
        reason: expect.stringContaining("could not make its evaluation steps"),
      },
      { metric: "contains", status: "scored" },
    ]);
    expect((await headerOf(run)).metrics[0]?.unprepared).toContain("no connection");
    // Still down: nothing gets lost.
    expect(await rescore(store(), run, loaded)).toMatchObject({
      scored: 0,
      warnings: [expect.stringContaining("criteria scored nothing")],
    });
    judge.set("yes");
    expect(await rescore(store(), run, loaded)).toMatchObject({
      scored: 2,
      warnings: [],
      summaries: [{ tally: { passed: 2 } }],
    });
    expect((await headerOf(run)).metrics[0]).toMatchObject({ steps: madeSteps });
    expect((await headerOf(run)).metrics[0]).not.toHaveProperty("unprepared");
    expect((await rescore(store(), run, loaded)).scored).toBe(0);
  });

  test("and up when the run is gone on with: the run stays what it was until it is scored", async () => {
    const { loaded, judge } = exam();
    judge.set("down");
    const stop = new AbortController();
    stop.abort();
    const run = await playSuite(store(), loaded, { stop: stop.signal });
    judge.set("yes");
    const whole = await resumeSuite(store(), run, loaded);
    expect(tallyOf(whole)).toMatchObject({ unscored: 2, pending: 0 });
    expect(judge.stepsCalls).toBe(1);
    expect((await rescore(store(), run, loaded)).summaries[0]?.tally).toMatchObject({ passed: 2 });
  });

  test("or answers nonsense: no steps are made up", async () => {
    const { loaded, judge } = exam();
    const talking = {
      ...judge,
      call: async () => ({ text: "I would rather not.", toolCalls: [], finish: "stop" as const }),
    };
    const { failures } = await prepared(loadedSuite({ ...loaded.suite, models: { judge: talking } }, loaded.folder));
    expect(failures.criteria).toContain("gave no valid answer in 3 calls");
  });

  test("is an error where nothing but steps was asked for", async () => {
    const { loaded, judge } = exam();
    judge.set("down");
    await expect(prepared(loaded, { outage: "fail" })).rejects.toMatchObject({ failure: "network", exitCode: 3 });
  });

  test("a judge that the suite does not name is a mistake, and no outage", async () => {
    const { loaded, folder } = exam();
    await expect(prepared(loadedSuite({ ...loaded.suite, models: {} }, folder))).rejects.toThrow(
      "names no model judge",
    );
  });
});

describe("pinned steps", () => {
  test("stand in a file beside the suite, and are used without a call", async () => {
    const { loaded, judge, folder } = exam();
    expect(await writeSteps(loaded, { criteria: { general: ["Look for thanks."] } })).toBe(
      join(folder, "exam.steps.json"),
    );
    const run = await playSuite(store(), loaded);
    expect(judge.stepsCalls).toBe(0);
    expect(new Set(stepsTold(judge))).toEqual(new Set(["1. Look for thanks."]));
    expect((await headerOf(run)).metrics[0]).toMatchObject({ steps: { general: ["Look for thanks."] } });
    expect((await headerOf(run)).metrics[0]).not.toHaveProperty("preparedFrom");
  });

  test("for a part of a metric's lists leave the others to be made", async () => {
    const rubrics = { tone: { criteria: ["is warm"] } };
    const { loaded, judge } = exam({ metrics: [criteria({ criteria: ["is polite"], rubrics })] });
    await writeSteps(loaded, { criteria: { general: ["Look for thanks."] } });
    const { plan } = await prepared(loaded);
    expect(judge.stepsCalls).toBe(1);
    expect(plan.metrics[0]?.steps).toEqual({ general: ["Look for thanks."], tone: ["Read all of tone.", "Decide."] });
  });

  test("stay when others are added", async () => {
    const { loaded } = exam();
    await writeSteps(loaded, { criteria: { general: ["Edited by hand."] } });
    await writeSteps(loaded, { tone: { general: ["Listen."] } });
    expect(JSON.parse(readFileSync(join(loaded.folder, "exam.steps.json"), "utf8"))).toEqual({
      criteria: { general: ["Edited by hand."] },
      tone: { general: ["Listen."] },
    });
  });

  test("that nothing uses are a warning: a metric or a list of another name, or steps that the suite gives itself", async () => {
    const metrics = [polite(), criteria({ name: "own", criteria: ["is short"], steps: ["Count."] })];
    const { loaded, folder } = exam({ metrics });
    const pinned = { criteria: { general: ["Read."], tone: ["Listen."] }, criterai: { general: ["Read."] } };
    await writeSteps(loaded, { ...pinned, own: { general: ["Count twice."] } });
    const stepWarnings = async () => (await planOf(loaded)).warnings.filter(({ message }) => /steps/.test(message));
    const warnings = await stepWarnings();
    expect(warnings.map(({ message }) => /for (.*?), are/.exec(message)?.[1])).toEqual([
      "criteria, tone",
      "criterai, general",
      "own, general",
    ]);
    expect(warnings[0]?.place).toEqual({ file: join(folder, "exam.steps.json") });
    await writeSteps(loaded, { criteria: { general: ["Read."] } });
    rmSync(join(loaded.folder, "exam.steps.json"));
    expect(await stepWarnings()).toEqual([]);
  });

  test("a metric called like something that every object has is given none of it", async () => {
    const { loaded } = exam({ metrics: [criteria({ name: "constructor", criteria: ["is polite"] })] });
    writeFileSync(join(loaded.folder, "exam.steps.json"), "{}");
    const { plan } = await prepared(loaded);
    expect(plan.metrics[0]?.steps).toEqual(madeSteps);
  });

  test.each([
    ["no JSON", "{ criteria: ", /JSON/],
    ["no steps by list", `{ "criteria": ["Read."] }`, /criteria/],
    ["an empty list", `{ "criteria": { "general": [] } }`, /criteria, general/],
    ["an empty step", `{ "criteria": { "general": [""] } }`, /criteria, general, 0/],
    ["no object at all", `[]`, /record|object/],
  ])("a file with %s is refused, with its place and what to do", async (_name, text, words) => {
    const { loaded } = exam();
    writeFileSync(join(loaded.folder, "exam.steps.json"), text);
    const refusal = await planOf(loaded).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InputError);
    const [problem] = (refusal as InputError).problems;
    expect(problem).toMatchObject({
      place: { file: join(loaded.folder, "exam.steps.json") },
      remedy: expect.stringContaining("viva steps --write"),
    });
    expect(problem?.message).toMatch(words);
    expect(problem?.message).not.toContain("\n");
  });
});

describe("recorded steps", () => {
  const recording = { options: { traffic: "record" as const } };
  const missing = { options: { traffic: "record-missing" as const } };
  const replay = { options: { traffic: "replay" as const } };
  const tapeIn = (folder: string, variant = {}) => openCassette(join(folder, "cassettes", "exam")).readSuite(variant);

  test("are on the suite's tape, and a replay takes them from there: nobody is asked", async () => {
    const { loaded, judge, folder } = exam();
    const recorded = await playSuite(store(), loaded, { wishes: recording });
    expect((await tapeIn(folder))?.records.map(({ role, label }) => `${role} ${label}`)).toEqual(["judge criteria"]);
    const asked = judge.calls.length;
    const replayed = await playSuite(store(), loaded, { wishes: replay });
    expect(tallyOf(replayed)).toMatchObject({ passed: 2, errored: 0 });
    expect(judge.calls).toHaveLength(asked);
    expect((await headerOf(replayed)).metrics).toEqual((await headerOf(recorded)).metrics);
  });

  test("that a replay has not are an error with what to do", async () => {
    const { loaded, folder } = exam();
    await playSuite(store(), loaded, { wishes: recording });
    rmSync(join(folder, "cassettes", "exam", "default", "_suite.yaml"));
    await expect(prepared(loaded, { wishes: replay })).rejects.toMatchObject({
      failure: "no-tape",
      message: "suite exam has metrics that need evaluation steps, but no recording of the steps",
      remedy: expect.stringContaining("viva steps --write"),
    });
  });

  /** A judge that makes other steps every time. */
  function moody() {
    let times = 0;
    const judge = switchedJudge();
    const call: typeof judge.call = async (request, options) => {
      const answer = await judge.call(request, options);
      const text = asksForSteps(request.messages) ? answer.text.replace("Decide.", `Mood ${++times}.`) : answer.text;
      return { ...answer, text };
    };
    return { judge, model: { ...judge, call } };
  }

  test("are not made anew when a missing case is recorded: the other recordings rest on them", async () => {
    const { judge, model } = moody();
    const folder = temporaryFolder();
    const suiteOf = (...ids: string[]) =>
      loadedSuite({ cases: caseList(...ids), metrics: [polite()], models: { judge: model } }, folder);
    await playSuite(store(), suiteOf("one"), { wishes: recording });
    const before = readFileSync(join(folder, "cassettes", "exam", "default", "_suite.yaml"), "utf8");
    await playSuite(store(), suiteOf("one", "two"), { wishes: missing });
    expect(judge.stepsCalls).toBe(1);
    expect(readFileSync(join(folder, "cassettes", "exam", "default", "_suite.yaml"), "utf8")).toBe(before);
    expect(tallyOf(await playSuite(store(), suiteOf("one", "two"), { wishes: replay }))).toMatchObject({ passed: 2 });
  });

  test("nor when one case is recorded again, as long as the criteria are the same", async () => {
    const { judge, model } = moody();
    const folder = temporaryFolder();
    const suiteOf = (criterion: string) =>
      loadedSuite({ metrics: [criteria({ criteria: [criterion] })], models: { judge: model } }, folder);
    await playSuite(store(), suiteOf("is polite"), { wishes: recording });
    const options = { ...recording.options, cases: ["two"] };
    await playSuite(store(), suiteOf("is polite"), { wishes: { options } });
    expect(judge.stepsCalls).toBe(1);
    expect(tallyOf(await playSuite(store(), suiteOf("is polite"), { wishes: replay }))).toMatchObject({ passed: 2 });
    await playSuite(store(), suiteOf("is brief"), { wishes: recording });
    expect(judge.stepsCalls).toBe(2);
    expect(tallyOf(await playSuite(store(), suiteOf("is brief"), { wishes: replay }))).toMatchObject({ passed: 2 });
  });

  test("are the same for every variant, also where these are recorded one after the other", async () => {
    const { judge, model } = moody();
    const folder = temporaryFolder();
    const variants = { prompt: ["v1", "v2"] };
    const suite = loadedSuite({ variants, metrics: [polite()], models: { judge: model } }, folder);
    for (const prompt of ["v1", "v2"]) {
      await playSuite(store(), suite, {
        wishes: { options: { ...recording.options, variants: { prompt: [prompt] } } },
      });
    }
    expect(judge.stepsCalls).toBe(1);
    expect(existsSync(join(folder, "cassettes", "exam", "prompt=v2", "_suite.yaml"))).toBe(true);
    const both = await playSuite(store(), suite, {
      wishes: { options: { ...replay.options, variants: { prompt: ["v2", "v1"] } } },
    });
    expect(tallyOf(both)).toMatchObject({ passed: 4, errored: 0 });
  });

  test("that could not be made are recorded as an outage, and asked for again by --record missing", async () => {
    const { loaded, judge, folder } = exam();
    judge.set("down");
    await playSuite(store(), loaded, { wishes: recording });
    expect(await tapeIn(folder)).toMatchObject({
      records: [],
      failures: [{ label: "criteria", missing: { message: "no connection to the judge" } }],
    });
    judge.set("yes");
    await playSuite(store(), loaded, { wishes: { options: { traffic: "record-missing" } } });
    const mended = await tapeIn(folder);
    expect(mended?.records).toHaveLength(1);
    expect(mended).not.toHaveProperty("failures");
  });
});

test("what is kept of the steps holds no secret", async () => {
  const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
  const { loaded, judge } = exam({ metrics: [criteria({ criteria: [`never says ${secret}`] })] });
  const { records } = await prepared(loaded, { redactor: redactor({}) });
  expect(judgeAnswer(judge.calls[0]?.messages ?? [])).toContain("general");
  expect(JSON.stringify(records)).not.toContain(secret);
});
