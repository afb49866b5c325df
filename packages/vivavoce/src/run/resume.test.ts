import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { contains, defineMetric, matches, scored } from "../metric/index.ts";
import { ModelError, openCassette } from "../model/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { isBeingPlayed } from "../store/index.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { ResumeRefused, resumeRun } from "./resume.ts";
import {
  agentOf,
  asking,
  caseList,
  echo,
  execute,
  loadedSuite,
  type PlanWishes,
  planOf,
  sharedStore,
  statusesOf,
  storedRun,
  tallyOf,
  temporaryFolder,
  trialsOf,
} from "./run.test-helper.ts";
import type { RunResult } from "./run.ts";

const store = sharedStore();

/** An agent that notes whom it was asked for. */
function noting() {
  const asked: string[] = [];
  const agent = agentOf((message, context) => {
    asked.push(message.replace("Hello ", ""));
    context.record({ type: "text", text: message });
  });
  return { asked, agent };
}

interface Cut extends PlanWishes {
  after?: number;
  folder?: string;
}

/** A run that was stopped after so many trials. */
async function unfinished(
  definition: Partial<SuiteDefinition>,
  { after = 2, folder = temporaryFolder(), ...wishes }: Cut = {},
) {
  const stop = new AbortController();
  const agent = definition.agent === undefined || typeof definition.agent === "function" ? echo : definition.agent;
  let opened = 0;
  const open: typeof agent.open = (context) => {
    if (++opened === after) stop.abort();
    return agent.open(context);
  };
  const plan = await planOf(loadedSuite({ ...definition, agent: { ...agent, open } }, folder), wishes);
  const result = await execute(store(), plan, { options: { ...wishes.options, concurrency: 1 }, stop: stop.signal });
  return { result, folder };
}

async function resumed(before: RunResult, plan: Awaited<ReturnType<typeof planOf>>, root = "/"): Promise<RunResult> {
  const resumption = await resumeRun(store(), await storedRun(store(), before), [plan], root);
  return execute(store(), plan, { resumption });
}

describe("a run that is resumed", () => {
  const list = caseList("a", "b", "c", "d");

  test("keeps what is done and plays the rest, under the same id", async () => {
    const { asked, agent } = noting();
    const { result, folder } = await unfinished({ cases: list, agent });
    expect(asked).toEqual(["a", "b"]);
    const again = await resumed(result, await planOf(loadedSuite({ cases: list, agent }, folder)));
    expect(again.run).toBe(result.run);
    expect(asked.toSorted()).toEqual(["a", "b", "c", "d"]);
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed", "c passed", "d passed"]);
    expect(tallyOf(again)).toMatchObject({ planned: 4, passed: 4, pending: 0 });
    expect(again.exitCode).toBe(0);
    expect((await storedRun(store(), result)).finishedAt).toBeGreaterThan(0);
  });

  test("counts what is done by what it was: a failure stays one, a safety hit too", async () => {
    const metrics = [
      defineMetric({ name: "strict", zeroTolerance: true, score: ({ case: id }) => scored(id === "a" ? 0 : 1, []) }),
    ];
    const { result, folder } = await unfinished({ cases: list, metrics });
    const again = await resumed(result, await planOf(loadedSuite({ cases: list, metrics }, folder)));
    expect(tallyOf(again)).toMatchObject({ failed: 1, passed: 3 });
    expect(again.decided[0]?.safetyHit).toBe(true);
    expect(again.decided[0]?.summaries[0]?.metrics[0]).toMatchObject({ name: "strict", cases: 4, missed: 1 });
    expect(again.exitCode).toBe(1);
  });

  test("plays a case that was changed again, and one that is new", async () => {
    const { asked, agent } = noting();
    const { result, folder } = await unfinished({ cases: list, agent }, { after: 4 });
    const changed: CaseInput[] = [
      ...caseList("a"),
      { id: "b", script: [{ content: "Hello B" }] },
      ...caseList("c", "d", "e"),
    ];
    asked.length = 0;
    const again = await resumed(result, await planOf(loadedSuite({ cases: changed, agent }, folder)));
    expect(asked.toSorted()).toEqual(["B", "e"]);
    expect(tallyOf(again)).toMatchObject({ planned: 5, passed: 4, skipped: 1 });
    expect((await trialsOf(store(), result.run))[1]?.transcript.exchanges[0]?.user?.content).toBe("Hello B");
  });

  test("replays a trial again whose tape has changed since, and leaves the others", async () => {
    const folder = temporaryFolder();
    const cassette = openCassette(join(folder, "cassettes", "exam"));
    const definition = { cases: list, agent: asking, models: { agent: "openrouter:some/model" } };
    const say = async (caseId: string, text: string) => {
      const answer = { text, toolCalls: [], finish: "stop" as const };
      const records = [{ role: "agent" as const, label: "", index: 0, answer }];
      await cassette.write({}, caseId, { origin: "hand-written", repeat: 1, records });
    };
    for (const id of ["a", "b", "c", "d"]) await say(id, `Hello ${id}`);
    // The time of a file is coarser than that of a run.
    const earlier = new Date(Date.now() - 10_000);
    for (const id of ["a", "b", "c", "d"]) utimesSync(cassette.path({}, id), earlier, earlier);
    const { result } = await unfinished(definition, { after: 3, folder });
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed", "c passed"]);
    await say("b", "Nobody is here.");
    utimesSync(cassette.path({}, "b"), new Date(), new Date(Date.now() + 1000));
    const run = await storedRun(store(), result);
    const plan = await planOf(loadedSuite({ ...definition, agent: asking }, folder));
    const resumption = await resumeRun(store(), run, [plan], "/");
    expect([...(resumption.suites[0]?.done.keys() ?? [])]).toHaveLength(2);
    await execute(store(), plan, { resumption });
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b failed", "c passed", "d passed"]);
  });

  test("a changed case is pending from the beginning, and nobody is shown its old result", async () => {
    const { result, folder } = await unfinished({ cases: list, agent: echo }, { after: 4 });
    const changed = [{ id: "a", script: [{ content: "Hello A" }] }, ...list.slice(1)];
    const plan = await planOf(loadedSuite({ cases: changed, agent: echo }, folder));
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    const stopped = await execute(store(), plan, { resumption, stop: AbortSignal.abort() });
    expect(tallyOf(stopped)).toMatchObject({ planned: 4, passed: 3, pending: 1 });
    expect(await statusesOf(store(), result.run)).toEqual(["b passed", "c passed", "d passed"]);
  });

  test("drops a case that is gone, and puts the others where they are now", async () => {
    const { result, folder } = await unfinished({ cases: list }, { after: 3 });
    const plan = await planOf(loadedSuite({ cases: caseList("d", "c", "a") }, folder));
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    expect(resumption.gone).toEqual(["b"]);
    const again = await execute(store(), plan, { resumption });
    expect(await statusesOf(store(), result.run)).toEqual(["d passed", "c passed", "a passed"]);
    expect((await trialsOf(store(), result.run)).map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(tallyOf(again)).toMatchObject({ planned: 3, passed: 3 });
    expect((await storedRun(store(), result)).suites[0]?.planned).toBe(3);
  });

  test("plays what an outage spoiled again, and until then it is pending", async () => {
    let down = true;
    const agent = agentOf((message, context) => {
      if (down && message.endsWith("b")) throw new ModelError({ failure: "network", message: "no connection" });
      context.record({ type: "text", text: message });
    });
    const { result, folder } = await unfinished({ cases: list, agent }, { after: 4 });
    expect(await statusesOf(store(), result.run)).toContain("b errored");
    down = false;
    const again = await resumed(result, await planOf(loadedSuite({ cases: list, agent }, folder)));
    expect(tallyOf(again)).toMatchObject({ planned: 4, passed: 4, errored: 0 });
    expect(await statusesOf(store(), result.run)).toContain("b passed");
  });

  test("scores again, without the agent, what a judge that was down left unscored and what a metric broke on", async () => {
    const { asked, agent } = noting();
    let down = true;
    const metrics = [
      defineMetric({
        name: "judged",
        judged: true,
        score({ case: id }) {
          if (!down) return scored(1, []);
          if (id === "c") throw new Error("broken");
          if (id === "b") throw new ModelError({ failure: "network", message: "no judge" });
          return scored(id === "d" ? 0 : 1, []);
        },
      }),
    ];
    const { result, folder } = await unfinished({ cases: list, agent, metrics }, { after: 9 });
    const before = ["a passed", "b unscored", "c errored", "d failed"];
    expect(await statusesOf(store(), result.run)).toEqual(before);
    expect((await storedRun(store(), result)).finishedAt).toBeGreaterThan(0);
    [down, asked.length] = [false, 0];
    const again = await resumed(result, await planOf(loadedSuite({ cases: list, agent, metrics }, folder)));
    expect(asked).toEqual([]);
    // What has its result keeps it, the failure too.
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed", "c passed", "d failed"]);
    expect(tallyOf(again)).toMatchObject({ planned: 4, passed: 3, failed: 1, unscored: 0, errored: 0, pending: 0 });
    expect((await storedRun(store(), result)).finishedAt).toBeGreaterThan(0);
  });

  test("does not play again what a metric broke on: the conversation is not at fault", async () => {
    const { asked, agent } = noting();
    const metrics = [{ ...contains(), score: () => Promise.reject(new Error("broken")) }];
    const { result, folder } = await unfinished({ cases: list, agent, metrics }, { after: 4 });
    asked.length = 0;
    const again = await resumed(result, await planOf(loadedSuite({ cases: list, agent, metrics }, folder)));
    expect(asked).toEqual([]);
    expect(tallyOf(again).errored).toBe(4);
  });

  test("only scores what was played and not scored yet", async () => {
    const { asked, agent } = noting();
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = true;
    const metric = contains();
    const metrics = [
      {
        ...metric,
        score: async (...given: Parameters<typeof metric.score>) => {
          if (cut) {
            stop.abort();
            abort.abort();
          }
          return metric.score(...given);
        },
      },
    ];
    const loaded = loadedSuite({ cases: caseList("a", "b"), agent, metrics });
    const plan = await planOf(loaded);
    const signals = { stop: stop.signal, abort: abort.signal };
    const result = await execute(store(), plan, { options: { concurrency: 1 }, ...signals });
    expect(await statusesOf(store(), result.run)).toEqual(["a undefined"]);
    cut = false;
    const again = await resumed(result, await planOf(loaded));
    expect(asked).toEqual(["a", "b"]);
    expect(tallyOf(again)).toMatchObject({ planned: 2, passed: 2 });
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed"]);
  });

  test("goes on counting what it costs", async () => {
    const model = scriptedModel(({ messages }) => ({ text: String(messages.at(-1)?.content), cost: 0.4 }));
    const agent = agentOf(async (message, context) => {
      const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
      context.record({ type: "text", text });
    });
    const definition = { cases: list, agent, models: { agent: model } };
    const { result, folder } = await unfinished(definition, { after: 2 });
    const plan = await planOf(loadedSuite(definition, folder));
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    const again = await execute(store(), plan, { resumption, options: { maxCost: 0.8 } });
    expect(model.calls).toHaveLength(2);
    expect(again).toMatchObject({ budgetExhausted: true, exitCode: 3 });
  });
});

describe("a resume is refused", () => {
  async function refusal(before: RunResult, plans: Awaited<ReturnType<typeof planOf>>[]): Promise<ResumeRefused> {
    const error = await resumeRun(store(), await storedRun(store(), before), plans, "/").catch(
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ResumeRefused)) throw new Error(`expected a refusal, got ${error}`);
    expect(error.exitCode).toBe(3);
    return error;
  }

  const tools = [{ name: "save", parameters: { type: "object" }, effect: "write" as const }];
  const taught = {
    ...tools[0],
    parameters: { type: "object", properties: { note: {} } },
    effect: "write" as const,
    name: "save",
  };
  const priced = (temperature: number) => ({ models: { agent: { model: "openai:gpt-5", temperature } } });

  /** The first case has a script, so that no model is asked before the run is stopped. */
  const talking = [...caseList("one"), { id: "two", user: { persona: "Kim", goal: "a visit" } }];
  const user = (temperature: number) => ({ model: "openai:gpt-5", temperature });
  const graded = { cases: talking, simulator: { judge: true } };

  test.each<[string, Partial<SuiteDefinition>, Partial<SuiteDefinition>]>([
    ["the agent's name", {}, { agent: { ...echo, name: "another" } }],
    ["the agent's version", {}, { agent: { ...echo, version: "2" } }],
    ["the agent's tools", { agent: { ...echo, tools } }, { agent: { ...echo, tools: [taught] } }],
    ["the models or their parameters", priced(0), priced(1)],
    ["the metrics or their options", {}, { metrics: [contains({ ignoreCase: true })] }],
    ["the metrics or their options", {}, { metrics: [contains(), matches()] }],
    ["the metrics or their options", {}, { metrics: [contains({ report: true })] }],
    [
      "the model of the simulated user or its parameters",
      { cases: talking, models: { user: user(0) } },
      { models: { user: user(1) } },
    ],
    [
      "the model of the simulated user or its parameters",
      { ...graded, models: { user: user(0), judge: "openai:gpt-5" } },
      { models: { user: user(0), judge: "openai:gpt-4" } },
    ],
  ])("when %s differs, and only that is named", async (what, before, after) => {
    const environment = { OPENAI_API_KEY: "none" };
    const { result, folder } = await unfinished(before, { after: 1, environment });
    const error = await refusal(result, [await planOf(loadedSuite({ ...before, ...after }, folder), { environment })]);
    const lines = error.message.split("\n");
    expect(lines[0]).toMatch(/^run \w+ cannot be resumed, because this has changed:$/);
    expect(lines.slice(1)).toEqual([`  exam: ${what}`]);
    expect(error.remedy).toBe("Start a new run: leave --resume out. Or undo the change (packages: npm ci).");
  });

  test("but not for the model of a simulated user that no case has", async () => {
    const environment = { OPENAI_API_KEY: "none" };
    const definition = { models: { user: user(0) } };
    const { result, folder } = await unfinished(definition, { after: 1, environment });
    const plan = await planOf(loadedSuite({ models: { user: user(1) } }, folder), { environment });
    const run = await storedRun(store(), result);
    expect((await resumeRun(store(), run, [plan], "/")).run).toBe(run.id);
  });

  test("when the suite's code differs", async () => {
    const { result, folder } = await unfinished({}, { after: 1 });
    appendFileSync(join(folder, "exam.eval.ts"), "// another line\n");
    const error = await refusal(result, [await planOf(loadedSuite({}, folder))]);
    expect(error.message).toContain("the code of the suite or of what it imports");
  });

  test("when a prompt file differs", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "prompts"));
    writeFileSync(join(folder, "prompts/v1.md"), "Be kind.");
    const definition = { files: ["./prompts/*.md"] };
    const { result } = await unfinished(definition, { after: 1, folder });
    writeFileSync(join(folder, "prompts/v1.md"), "Be brief.");
    const error = await refusal(result, [await planOf(loadedSuite(definition, folder))]);
    expect(error.message).toContain("the suite's files (prompts)");
  });

  test("when it was live and would be replayed now", async () => {
    const definition = { models: { agent: "openrouter:some/model" } };
    const { result, folder } = await unfinished(definition, { after: 1, environment: { OPENROUTER_API_KEY: "none" } });
    await openCassette(join(folder, "cassettes")).write({}, "one", { origin: "recorded", repeat: 1, records: [] });
    const error = await refusal(result, [await planOf(loadedSuite(definition, folder))]);
    expect(error.message).toContain("the mode (live before, replay now)");
  });

  test("when a suite is missing, new, or in another place: nothing of the run is touched", async () => {
    const [first, second] = [loadedSuite({ name: "first" }), loadedSuite({ name: "second" })];
    const plans = [await planOf(first), await planOf(second, { position: 1 })];
    const result = await execute(store(), plans, { options: { bail: true } });
    const messages = [
      (await refusal(result, [await planOf(second)])).message,
      (await refusal(result, [await planOf(second), await planOf(first, { position: 1 })])).message,
      (await refusal(result, [...plans, await planOf({ name: "third" }, { position: 2 })])).message,
    ];
    expect(messages[0]).toContain("first was part of the run and is missing now");
    expect(messages[1]).toContain("second: its position among the suites");
    expect(messages[2]).toContain("third was not part of the run");
    expect(await statusesOf(store(), result.run)).toEqual(["one passed", "two passed"]);
    expect(await trialsOf(store(), result.run, 1)).toHaveLength(2);
  });

  test("concurrency, budget and gate are not part of an exam: they may differ", async () => {
    const { result, folder } = await unfinished({ gate: { maxUnscored: 0.1 } }, { after: 1 });
    const plan = await planOf(loadedSuite({ gate: { maxUnscored: 0.5 } }, folder));
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    expect(await execute(store(), plan, { resumption, options: { concurrency: 7, maxCost: 5 } })).toMatchObject({
      exitCode: 0,
    });
  });
});

describe("a run that somebody else is playing", () => {
  async function heldBy(owner: string, agoMs = 0): Promise<{ run: string; resume(): Promise<unknown> }> {
    const { result, folder } = await unfinished({}, { after: 1 });
    await aged(result.run, owner, agoMs);
    const plan = await planOf(loadedSuite({}, folder));
    return { run: result.run, resume: async () => resumeRun(store(), await storedRun(store(), result), [plan], "/") };
  }

  /** Moves a run's last sign of life into the past. */
  async function aged(run: string, owner: string, agoMs: number): Promise<void> {
    const now = Date.now;
    Date.now = () => now() - agoMs;
    try {
      await store().runs.claim(run, owner, () => true);
    } finally {
      Date.now = now;
    }
  }

  function livingProcess(): number {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    onTestFinished(() => void child.kill());
    return child.pid ?? 0;
  }

  test("is refused while that process lives", async () => {
    const owner = `${livingProcess()}@${hostname()}`;
    const { run, resume } = await heldBy(owner);
    await expect(resume()).rejects.toThrow(`run ${run} is being played by process ${owner}`);
    await expect(resume()).rejects.toMatchObject({ remedy: "Wait for it, or stop it first.", exitCode: 3 });
  });

  test("is refused on another machine while there are signs of life, and taken when there are none", async () => {
    await expect((await heldBy("12@another-host")).resume()).rejects.toThrow("is being played");
    await expect((await heldBy("12@another-host", 60_000)).resume()).resolves.toBeDefined();
  });

  test("is taken when the process is gone", async () => {
    const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await new Promise((resolve) => child.once("exit", resolve));
    await expect((await heldBy(`${child.pid}@${hostname()}`)).resume()).resolves.toBeDefined();
  });

  test("a process that belongs to somebody else is alive all the same", () => {
    const kill = process.kill;
    onTestFinished(() => {
      process.kill = kill;
    });
    process.kill = () => {
      throw Object.assign(new Error("not permitted"), { code: "EPERM" });
    };
    expect(isBeingPlayed({ owner: `1@${hostname()}`, updatedAt: Date.now() })).toBe(true);
  });

  test("of two that resume at the same time one is refused", async () => {
    const { resume, run } = await heldBy("12@another-host", 60_000);
    const both = await Promise.allSettled([resume(), resume()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await store().runs.release(run, false);
  });

  test("and one that was deleted meanwhile says so", async () => {
    const { result, folder } = await unfinished({}, { after: 1 });
    const found = await storedRun(store(), result);
    await store().runs.remove(result.run);
    const plan = await planOf(loadedSuite({}, folder));
    await expect(resumeRun(store(), found, [plan], "/")).rejects.toThrow(`run ${result.run} is gone`);
  });
});
