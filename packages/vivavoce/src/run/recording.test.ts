import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Agent, AgentContext } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { contains, defineMetric, limits, scored } from "../metric/index.ts";
import { type ModelRequest, openCassette, type Tape } from "../model/index.ts";
import type { LoadedSuite, SuiteDefinition } from "../suite/index.ts";
import { scriptedModel, scriptedServer } from "../testing/index.ts";
import { resumeRun } from "./resume.ts";
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
import { playOnce } from "./trial/play-unstored.ts";

const store = sharedStore();

function answering(prefix = "") {
  return scriptedModel(({ messages }: ModelRequest) => ({
    text: prefix + String(messages.at(-1)?.content),
    usage: { inputTokens: 7, outputTokens: 3 },
    cost: 0.01,
  }));
}

function exam(definition: Partial<SuiteDefinition> = {}, folder = temporaryFolder()) {
  const model = answering();
  const loaded = loadedSuite({ agent: asking, models: { agent: model }, ...definition }, folder);
  return { loaded, model, folder };
}

async function run(
  loaded: LoadedSuite,
  traffic: "live" | "replay" | "record" | "record-missing",
  wishes: PlanWishes = {},
) {
  const options = { ...wishes.options, traffic };
  return execute(store(), await planOf(loaded, { ...wishes, options }), { options });
}

function tapesOf(folder: string, id: string): Promise<Tape[]> {
  return openCassette(join(folder, "cassettes", "exam")).read({}, id);
}

/** What a reader of the report gets of a run. */
async function resultsOf({ run: id }: { run: string }): Promise<string> {
  const trials = await trialsOf(store(), id);
  return JSON.stringify(
    trials.map(({ caseId, status, scores, transcript }) => ({ caseId, status, scores, transcript })),
  );
}

describe("a recording", () => {
  test("is replayed to the same results, byte by byte, without asking a model", async () => {
    const { loaded, model } = exam();
    const recorded = await run(loaded, "record");
    expect(model.calls).toHaveLength(2);
    const [first, second] = [await run(loaded, "replay"), await run(loaded, "replay")];
    expect(model.calls).toHaveLength(2);
    expect(await resultsOf(first)).toBe(await resultsOf(recorded));
    expect(await resultsOf(second)).toBe(await resultsOf(first));
    expect(recorded.suites[0]?.calls).toMatchObject({ live: 2, replayed: 0 });
    expect(first.suites[0]?.calls).toMatchObject({ live: 0, replayed: 2 });
    expect(first.suites[0]?.cost).toBeUndefined();
  });

  test("is made only when it is asked for", async () => {
    const { loaded, folder } = exam();
    await run(loaded, "live");
    expect(existsSync(join(folder, "cassettes"))).toBe(false);
  });

  test("takes the judge's answers along, under the metric's name", async () => {
    const asks = defineMetric({
      name: "asks",
      judged: true,
      async score(_transcript, _case, { model }) {
        const { text } = await model("asks").call({ messages: [{ role: "user", content: "well?" }] });
        return scored(text === "well?" ? 1 : 0, []);
      },
    });
    const { loaded, folder } = exam({ metrics: [asks], models: { agent: answering(), judge: answering() } });
    const recorded = await run(loaded, "record");
    const [tape] = await tapesOf(folder, "one");
    expect(tape?.records.map(({ role, label }) => `${role} ${label}`)).toEqual(["agent ", "judge asks"]);
    expect(await resultsOf(await run(loaded, "replay"))).toBe(await resultsOf(recorded));
  });

  test("holds a tape for each repeat; a repeat without one is errored, never another's", async () => {
    const { loaded, folder } = exam({ cases: caseList("one") });
    await run(loaded, "record", { options: { repeat: 2 } });
    expect((await tapesOf(folder, "one")).map(({ repeat }) => repeat)).toEqual([1, 2]);
    const more = await run(loaded, "replay", { options: { repeat: 3 } });
    expect(tallyOf(more)).toMatchObject({ passed: 2, errored: 1 });
    expect(more.exitCode).toBe(3);
    const [, , third] = await trialsOf(store(), more.run);
    expect(third?.transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message:
        'case one has no tape for repeat 3 in cassettes/exam/default/one.yaml. Record it with --record missing; in a test runner with VIVA_TRAFFIC="record missing".',
    });
  });

  test("of what is missing asks only for that, and leaves the rest as it was", async () => {
    const { loaded, folder, model } = exam({ cases: caseList("one", "two") });
    await run(loaded, "record", { options: { cases: ["one"] } });
    const before = await tapesOf(folder, "one");
    const result = await run(loaded, "record-missing");
    expect(model.calls.map(({ messages }) => messages[0]?.content)).toEqual(["Hello one", "Hello two"]);
    expect(await tapesOf(folder, "one")).toEqual(before);
    expect(await tapesOf(folder, "two")).toHaveLength(1);
    expect(tallyOf(result).passed).toBe(2);
    expect(result.suites[0]?.calls).toMatchObject({ live: 1, replayed: 1 });
  });

  test("is refused before anything is played where a pipe stands in its place", async () => {
    const { loaded, model, folder } = exam();
    mkdirSync(join(folder, "cassettes/exam/default"), { recursive: true });
    execFileSync("mkfifo", [join(folder, "cassettes/exam/default/two.yaml")]);
    await expect(run(loaded, "record")).rejects.toMatchObject({ name: "InputError", exitCode: 64 });
    expect(model.calls).toHaveLength(0);
  });

  test("made anew replaces what there was", async () => {
    const folder = temporaryFolder();
    await run(exam({}, folder).loaded, "record");
    const changed = loadedSuite({ agent: asking, models: { agent: answering("Well: ") } }, folder);
    await run(changed, "record");
    const [tape] = await tapesOf(folder, "one");
    expect(tape?.records[0]?.answer.text).toBe("Well: Hello one");
  });
});

describe("a replay is strict", () => {
  test("a request that is not the recorded one is errored, and the nearest is shown with what differs", async () => {
    const folder = temporaryFolder();
    const definition = (prompt: string) => ({
      cases: caseList("one"),
      models: { agent: answering() },
      agent: {
        ...asking,
        open: (context: Parameters<typeof asking.open>[0]) => ({
          async reply(message: string) {
            const messages = [
              { role: "system" as const, content: prompt },
              { role: "user" as const, content: message },
            ];
            const { text } = await context.model().call({ messages });
            context.record({ type: "text", text });
          },
        }),
      },
    });
    await run(loadedSuite(definition("Be kind."), folder), "record");
    const result = await run(loadedSuite(definition("Be brief."), folder), "replay");
    expect(result.exitCode).toBe(3);
    const [trial] = await trialsOf(store(), result.run);
    expect(trial?.status).toBe("errored");
    const message = JSON.stringify(trial?.transcript.outcome);
    for (const words of ["asks something different", "nearest recorded request", "Be kind.", "Be brief."])
      expect(message).toContain(words);
  });

  test("other settings of the model are another request", async () => {
    await using server = await scriptedServer({ answer: ({ messages }) => String(messages.at(-1)?.content) });
    const folder = temporaryFolder();
    const cool = (temperature: number) => {
      const agent = { model: "compatible:any", baseURL: server.url, temperature };
      return loadedSuite({ cases: caseList("one"), agent: asking, models: { agent } }, folder);
    };
    await run(cool(0), "record");
    expect(tallyOf(await run(cool(0), "replay")).passed).toBe(1);
    expect(tallyOf(await run(cool(1), "replay")).errored).toBe(1);
    expect(server.calls).toBe(1);
  });
});

describe("what goes wrong while it is recorded", () => {
  test("an outage is taped as one, and --record missing asks again", async () => {
    let down = true;
    const model = scriptedModel(({ messages }) => {
      if (down) throw new TypeError("the server is down");
      return String(messages.at(-1)?.content);
    });
    const { loaded, folder } = exam({ cases: caseList("one", "two"), models: { agent: model } });
    expect(tallyOf(await run(loaded, "record"))).toMatchObject({ errored: 2 });
    expect(await tapesOf(folder, "one")).toMatchObject([
      {
        incomplete: "the server is down",
        ended: { kind: "infrastructure", message: "the server is down", exchange: 1, items: 0 },
        records: [],
        failures: [{ role: "agent", index: 0, missing: { error: "TypeError", message: "the server is down" } }],
      },
    ]);
    down = false;
    // Errored as it was, though the server is back.
    const replayed = await run(loaded, "replay");
    expect(replayed).toMatchObject({
      exitCode: 3,
      suites: [{ tally: { errored: 2 }, calls: { live: 0, replayed: 0 } }],
    });
    expect(tallyOf(await run(loaded, "record-missing", { options: { cases: ["one"] } })).passed).toBe(1);
    const partly = await run(loaded, "replay");
    expect(tallyOf(partly)).toMatchObject({ passed: 1, errored: 1 });
    expect(partly.suites[0]?.tapes.incomplete).toMatchObject([
      { caseId: "two", file: "cassettes/exam/default/two.yaml", incomplete: "the server is down" },
    ]);
  });

  test("an agent's failure is recorded: it is what the agent does", async () => {
    const silent = {
      ...asking,
      open: (context: Parameters<typeof asking.open>[0]) => ({
        async reply() {
          await context.model().call({ messages: [{ role: "user" as const, content: "Hm?" }] });
        },
      }),
    };
    const { loaded, folder } = exam({ cases: caseList("one"), agent: silent });
    expect(tallyOf(await run(loaded, "record")).failed).toBe(1);
    expect(await tapesOf(folder, "one")).toHaveLength(1);
    expect(tallyOf(await run(loaded, "replay")).failed).toBe(1);
  });

  test("a recording that cannot be written ends the run, names the file, and its trial is not finished", async () => {
    const { loaded } = exam({ cases: caseList("one") });
    const plan = await planOf(loaded, { options: { traffic: "record" } });
    const write = () => Promise.reject(new Error("no space left on device"));
    const running = execute(store(), { ...plan, cassette: { ...plan.cassette, write } });
    await expect(running).rejects.toMatchObject({
      message: "the recording could not be written: no space left on device",
      place: { file: expect.stringContaining("one.yaml"), caseId: "one" },
      remedy: expect.stringContaining("--resume"),
      exitCode: 3,
    });
    await store().flush();
    const { id } = await store().runs.find("latest");
    expect(await statusesOf(store(), id)).toEqual(["one undefined"]);
  });
});

describe("what does not fit is never a result", () => {
  const handWritten = (folder: string, tape: string, id = "one") => {
    mkdirSync(join(folder, "cassettes", "exam", "default"), { recursive: true });
    const text = `viva: tape 2\norigin: hand-written\ncase: ${id}\ntapes:\n${tape}`;
    writeFileSync(join(folder, "cassettes", "exam", "default", `${id}.yaml`), text);
  };
  const call = (context: AgentContext, content: string) =>
    context.model().call({ messages: [{ role: "user" as const, content }] });
  const outcomeOf = async ({ run: id }: { run: string }) =>
    (await trialsOf(store(), id)).map(({ status, transcript }) => ({ status, ...transcript.outcome }))[0];

  /** Recorded with one agent, replayed with another. */
  async function changed(before: Agent, after: Agent, cases = caseList("one")) {
    const { loaded, folder } = exam({ cases, agent: before });
    await run(loaded, "record");
    return run(exam({ cases, agent: after }, folder).loaded, "replay");
  }

  test("the first difference is shown, though the agent tries again and gets an answer that fits", async () => {
    const saying = (first: string) =>
      agentOf(async (message, context) => {
        await call(context, first).catch(() => {});
        const again = () => call(context, "Third.");
        const { text } = await call(context, message).catch(again).catch(again);
        context.record({ type: "text", text });
      });
    const result = await changed(saying("Good day."), saying("Good night."));
    expect(await outcomeOf(result)).toMatchObject({
      status: "errored",
      kind: "infrastructure",
      message: expect.stringMatching(/^agent call 1 asks something different.*"Good day\.".*"Good night\."$/s),
    });
  });

  test("a call that outlives the reply and does not fit leaves no result, though nobody waits for it", async () => {
    const leaving = (aside: string) =>
      agentOf(async (message, context) => {
        const { text } = await call(context, message);
        context.record({ type: "text", text });
        setImmediate(() => void call(context, aside).catch(() => {}));
      });
    const result = await changed(leaving("Remember this."), leaving("Forget this."));
    expect(await outcomeOf(result)).toMatchObject({
      status: "errored",
      message: expect.stringContaining("Forget this."),
    });
  });

  test("a metric that hides that its tape does not fit is errored", async () => {
    const hiding = (question: string) =>
      defineMetric({
        name: "hides",
        judged: true,
        async score(_transcript, _case, { model }) {
          await model("hides")
            .call({ messages: [{ role: "user", content: question }] })
            .catch(() => {});
          return scored(1, []);
        },
      });
    const models = { agent: answering(), judge: answering() };
    const { loaded, folder } = exam({ cases: caseList("one"), metrics: [hiding("well?")], models });
    expect(tallyOf(await run(loaded, "record")).passed).toBe(1);
    const result = await run(
      exam({ cases: caseList("one"), metrics: [hiding("or not?")], models }, folder).loaded,
      "replay",
    );
    const [trial] = await trialsOf(store(), result.run);
    expect(trial).toMatchObject({ status: "errored", scores: [{ reason: expect.stringContaining("or not?") }] });
  });

  test("a time limit that struck is not forgotten, though the replay is quick or its script no longer gets that far", async () => {
    const folder = temporaryFolder();
    const ended = "{ kind: agent-failed, reason: time-limit, message: too slow, exchange: 2, items: 0 }";
    handWritten(folder, `  - ended: ${ended}\n    exchanges: [{ replyMs: 1 }, {}]\n`);
    const replay = (...contents: string[]) => {
      const cases = [{ id: "one", script: contents.map((content) => ({ content })), expect: { contains: ["Hello"] } }];
      return run(exam({ cases, agent: echo, models: {} }, folder).loaded, "replay");
    };
    expect(await outcomeOf(await replay("Hello", "Hello again", "Hello once more"))).toEqual({
      status: "failed",
      kind: "agent-failed",
      reason: "time-limit",
      message: "too slow",
      exchange: 2,
    });
    expect(await outcomeOf(await replay("Hello"))).toMatchObject({
      status: "errored",
      message: expect.stringContaining("ended in exchange 2 (too slow), but the replay did not get that far"),
    });
  });

  test("what an agent did after the conversation fails the replay too, though it is over before that", async () => {
    const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
    const agent = agentOf((message, context) => {
      const record = (text: string) => context.record({ type: "text", text });
      if (context.case.id === "one") void later.then(() => record("late")).catch(() => {});
      else goOn();
      record(message);
    });
    const { loaded, folder } = exam({ agent });
    const options = { traffic: "record" as const, concurrency: 1 };
    await execute(store(), await planOf(loaded, { options }), { options });
    expect(await tapesOf(folder, "one")).toMatchObject([{ late: expect.stringContaining("exchange 1 recorded") }]);
    const only = await run(loaded, "replay", { options: { cases: ["one"] } });
    expect(await statusesOf(store(), only.run)).toEqual(["one failed"]);
  });

  test("an agent that threw then and does not throw now is told, as nothing on the tape explains it", async () => {
    const throwing = agentOf(async (message, context) => {
      const { text } = await call(context, message);
      context.record({ type: "text", text });
      throw new Error("no disk");
    });
    const result = await changed(throwing, asking);
    expect(tallyOf(result).passed).toBe(1);
    expect(result.suites[0]?.tapes.warnings()).toEqual([
      "cassettes/exam/default/one.yaml (case one): recorded as failed (no disk), replayed as completed. Either the agent has changed, or it depends on something outside the tape.",
    ]);
  });

  test("entries that nobody asks for are told, of recorded and of hand-written tapes", async () => {
    const twice = agentOf(async (message, context) => {
      await call(context, message);
      const { text } = await call(context, message);
      context.record({ type: "text", text });
    });
    const recorded = await changed(twice, asking);
    expect(recorded.suites[0]?.tapes.warnings()).toEqual([
      expect.stringContaining("one.yaml (case one): 1 entry not used: agent call 2."),
    ]);
    const folder = temporaryFolder();
    handWritten(folder, "  - agent: [Hello one, More]\n    judge:\n      old: [so]\n");
    const written = await run(exam({ cases: caseList("one") }, folder).loaded, "replay");
    expect(tallyOf(written).passed).toBe(1);
    expect(written.suites[0]?.tapes.warnings()).toEqual([
      expect.stringContaining('(case one): 2 entries not used: agent call 2, judge call 1 of "old".'),
    ]);
  });

  test.each([
    [
      "another line",
      "    lines: [Hello two]\n    agent: [Hello one]",
      'written for: "Hello two"\n  said:        "Hello one"',
    ],
    [
      "one line more",
      "    lines: [Hello one, Bye]\n    agent: [Hello one]",
      'written for: "Bye"\n  said:        (no line of the user)',
    ],
    ["one line less", "    lines: []\n    agent: []", 'written for: (no line of the user)\n  said:        "Hello one"'],
    [
      "another request",
      '    agent: [{ text: Hello one, request: { messages: [{ role: user, content: "Hi" }] } }]',
      'written for: "Hi"\n  said:        "Hello one"',
    ],
  ])("a tape that was written for %s is told with both lines", async (_what, tape, words) => {
    const folder = temporaryFolder();
    handWritten(folder, `  - repeat: 1\n${tape}\n`);
    const result = await run(exam({ cases: caseList("one") }, folder).loaded, "replay");
    expect(await outcomeOf(result)).toMatchObject({ status: "errored", message: expect.stringContaining(words) });
  });

  test("a tape that was written for just these lines answers them; white space does not count", async () => {
    const folder = temporaryFolder();
    handWritten(folder, "  - lines: ['Hello  one ']\n    agent: [Hello one]\n");
    expect(tallyOf(await run(exam({ cases: caseList("one") }, folder).loaded, "replay")).passed).toBe(1);
  });

  test("an outage can be written by hand", async () => {
    const folder = temporaryFolder();
    handWritten(folder, "  - agent: [{ missing: { failure: network, message: no connection } }]\n");
    const result = await run(exam({ cases: caseList("one") }, folder).loaded, "replay");
    expect(await outcomeOf(result)).toMatchObject({ status: "errored", message: "no connection" });
  });
});

describe("a recording that is cut off and resumed", () => {
  test("has the whole conversation on its tape, although it was over before", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = true;
    const metric = defineMetric({
      name: "cuts",
      score: () => {
        if (cut) {
          stop.abort();
          abort.abort();
        }
        return scored(1, []);
      },
    });
    const { loaded, folder, model } = exam({ cases: caseList("one"), metrics: [metric] });
    const options = { traffic: "record" as const };
    const first = await execute(store(), await planOf(loaded, { options }), {
      options,
      stop: stop.signal,
      abort: abort.signal,
    });
    expect(await statusesOf(store(), first.run)).toEqual(["one undefined"]);
    expect(await tapesOf(folder, "one")).toEqual([]);
    cut = false;
    const plan = await planOf(loaded, { options });
    const resumption = await resumeRun(store(), await storedRun(store(), first), [plan], "/");
    const whole = await execute(store(), plan, { options, resumption });
    expect(model.calls).toHaveLength(1);
    expect((await tapesOf(folder, "one"))[0]?.records.map(({ answer }) => answer.text)).toEqual(["Hello one"]);
    expect(await resultsOf(await run(loaded, "replay"))).toBe(await resultsOf(whole));
  });
});

describe("how long replies took", () => {
  /** Asks its model, and takes 60 ms besides that no model call accounts for. */
  const slow = {
    ...asking,
    open: (context: Parameters<typeof asking.open>[0]) => ({
      async reply(message: string) {
        const { text } = await context.model().call({ messages: [{ role: "user" as const, content: message }] });
        await setTimeout(60);
        context.record({ type: "text", text });
      },
    }),
  };
  const metrics = [contains(), limits({ replyMs: 20 })];
  const definition = { cases: caseList("one"), agent: slow, metrics };

  test("is measured live: a slow agent misses its limit, and the tape keeps it", async () => {
    const { loaded, folder } = exam(definition);
    const recorded = await run(loaded, "record");
    expect(tallyOf(recorded)).toMatchObject({ failed: 1 });
    const [trial] = await trialsOf(store(), recorded.run);
    const { replyMs } = trial?.transcript.exchanges[0] ?? {};
    expect(replyMs).toBeGreaterThanOrEqual(58);
    expect((await tapesOf(folder, "one"))[0]?.exchanges).toEqual([{ openMs: expect.any(Number), replyMs }]);
  });

  test("is replayed from the tape, not measured again", async () => {
    const { loaded, folder } = exam(definition);
    const recorded = await run(loaded, "record");
    const quick = loadedSuite({ ...definition, models: { agent: answering() }, agent: asking }, folder);
    const replayed = await run(quick, "replay");
    expect(tallyOf(replayed)).toMatchObject({ failed: 1 });
    const exchanges = async ({ run: id }: { run: string }) =>
      (await trialsOf(store(), id)).flatMap(({ transcript }) => transcript.exchanges);
    expect(await exchanges(replayed)).toEqual(await exchanges(recorded));
  });

  test("is measured for an agent that asks no model", async () => {
    const agent = agentOf(async (message, context) => {
      await setTimeout(60);
      context.record({ type: "text", text: message });
    });
    expect(tallyOf(await run(loadedSuite({ ...definition, agent }), "live"))).toMatchObject({ failed: 1 });
  });

  test("is unknown on a tape written by hand: the limit is skipped, and the score says why", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "cassettes", "exam", "default"), { recursive: true });
    const tape = "viva: tape 1\norigin: hand-written\ncase: one\ntapes:\n  - agent:\n      - Hello one\n";
    writeFileSync(join(folder, "cassettes", "exam", "default", "one.yaml"), tape);
    const result = await run(exam(definition, folder).loaded, "replay");
    const [trial] = await trialsOf(store(), result.run);
    expect(trial?.scores[1]).toMatchObject({
      status: "skipped",
      reason: "reply time not measured: no time is recorded in 1 of 1 exchange",
    });
  });

  test("on a tape of version 1 is unknown too: it replays as before, and its model's time is still there", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "cassettes", "exam", "default"), { recursive: true });
    const old = new URL("./fixtures/tape-1.yaml", import.meta.url);
    copyFileSync(old, join(folder, "cassettes", "exam", "default", "scripted.yaml"));
    const script = [{ content: "Tomorrow." }, { content: "At noon." }];
    const cases = [{ id: "scripted", script, expect: { contains: ["booked"] } }];
    const models = { agent: scriptedModel([], { id: "scripted:agent" }) };
    const result = await run(loadedSuite({ cases, agent: asking, models, metrics }, folder), "replay");
    expect(tallyOf(result)).toMatchObject({ passed: 1 });
    const [trial] = await trialsOf(store(), result.run);
    expect(trial?.transcript.exchanges.map(({ replyMs, modelMs }) => [replyMs, modelMs])).toEqual([
      [undefined, 0],
      [undefined, 0],
    ]);
    expect(trial?.scores[1]?.status).toBe("skipped");
  });

  test("is kept for every conversation of a trial, also those that a simulated user spoiled", async () => {
    const caller = { persona: "Ada", goal: "a visit", opening: "My visit is on Monday.", cannotKnow: ["B-4711"] };
    const user = { ...caller, stop: { goalMet: "it is booked" }, maxExchanges: 2 };
    let asked = 0;
    const simulated = scriptedModel(() => (asked++ === 0 ? "Is it B-4711?" : "Thanks.\n<<goal met>>"));
    const models = { agent: answering(), user: simulated };
    const cases = [{ id: "call", user, expect: { contains: ["Thanks"] } }];
    const { loaded, folder } = exam({ cases, models });
    const recorded = await run(loaded, "record");
    expect((await tapesOf(folder, "call"))[0]?.exchanges).toHaveLength(4);
    const replayed = await run(loaded, "replay");
    const attempts = async ({ run: id }: { run: string }) => [...(await store().trials.spoiled(id, 0)).values()];
    expect((await attempts(recorded)).flat()).toHaveLength(1);
    expect(await attempts(replayed)).toEqual(await attempts(recorded));
    expect(await resultsOf(replayed)).toBe(await resultsOf(recorded));
  });
});

describe("playing one trial without a run", () => {
  test("gives its transcript, and stores nothing", async () => {
    const { loaded } = exam({ cases: caseList("one", "two") });
    const before = (await store().runs.list()).length;
    const { transcript } = await playOnce(await planOf(loaded), {
      seed: 1,
      signal: new AbortController().signal,
      redactor: redactor({}),
    });
    expect(transcript).toMatchObject({ case: "one", outcome: { kind: "completed" } });
    expect(await store().runs.list()).toHaveLength(before);
  });
});
