import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type Agent, functionAgent } from "../agent/index.ts";
import { contains, criteria, type Metric, toolCalls } from "../metric/index.ts";
import { saying } from "../metric/judged/testing-judged.test-helper.ts";
import type { Transcript } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { heldRunner, notes, runsIn } from "./bench.test-helper.ts";
import { playIn, type TestPlayOptions, type ToPassOptions } from "./play.ts";
import type { Runner } from "./runner.ts";
import { matchersFor } from "./to-pass.ts";

type Given = (Metric | ToPassOptions)[];

/** Why a transcript does not pass, or does where it should not; "" where all is as expected. */
async function failureOf(runner: Runner, transcript: unknown, given: Given, isNot = false): Promise<string> {
  const { toPass } = matchersFor(runner);
  const { pass, message } = await toPass.call({ isNot, equals: Object.is }, transcript, ...given);
  return pass === isNot ? message() : "";
}

const adds = { name: "add_note", arguments: { text: "milk" } };
const yes = { verdict: "yes", quote: "I have added milk.", reason: "It says so." };
const no = { verdict: "no", absent: true, reason: "It never asks." };

/** One project for all: opening a store takes longer than these tests do. */
const held = heldRunner({ config: "{ threshold: 0.5 }" });
const { runner, folder } = held;
const playAgent = playIn(runner);
const play = (test: string, given: Parameters<typeof playAgent>[1], options: TestPlayOptions = {}) => {
  held.current.test = { name: test, key: "0" };
  return playAgent(notes, given, options);
};
/** The statuses of the trials whose cases are called so, in the order in which they were played. */
const statusesOf = async (caseId: string) =>
  (await held.trials()).flatMap((trial) => (trial.startsWith(`${caseId} `) ? [trial.slice(caseId.length + 1)] : []));

describe("a conversation played in a test", () => {
  test("passes by its case's expectations, and is in the store under the test's name", async () => {
    const transcript = await play("shopping > adds a note", { say: ["Hi", "Add milk"], expect: { calls: [adds] } });
    expect(transcript.exchanges).toHaveLength(2);
    expect(await failureOf(runner, transcript, [toolCalls()])).toBe("");
    expect(await statusesOf("shopping-adds-a-note")).toEqual(["passed"]);
    const [kept] = await runsIn(folder);
    expect(kept?.run.header).toMatchObject({ paths: ["notes.test.ts"] });
    expect(kept?.run.finishedAt).toBeDefined();
    expect(kept?.suite).toMatchObject({ name: "notes.test.notes", header: { metrics: [{ name: "toolCalls" }] } });
  });

  test("that fails says which metric, by how much and why, and where the whole is", async () => {
    const wanted = { ...adds, arguments: { text: "bread" } };
    const transcript = await play("adds bread", { say: ["Add milk"], expect: { calls: [wanted] } });
    const message = await failureOf(runner, transcript, [toolCalls()]);
    expect(message).toMatch(
      /^the conversation should pass\n\n {2}toolCalls {2}0\.00, passes at 1: add_note\(text: "bread"\)/,
    );
    expect(message).toContain('text is "milk", expected "bread"');
    const [kept] = await runsIn(folder);
    expect(message).toMatch(new RegExp(`npx viva show ${kept?.run.id} adds-bread$`));
    expect(await failureOf(runner, transcript, [toolCalls()], true)).toBe("");
  });

  test("to which no metric applies meets neither expectation", async () => {
    const transcript = await play("says hello", "Hi");
    expect(await failureOf(runner, transcript, [toolCalls()])).toContain("toolCalls  skipped: no calls are expected");
    expect(await failureOf(runner, transcript, [toolCalls()], true)).toContain("toolCalls  skipped");
  });

  test("stays failed in the store when another test finds nothing wrong with it, also by a metric of the same name", async () => {
    const expectation = { calls: [adds], contains: ["bread"] };
    const transcript = await play("is shared", { say: ["Add milk"], expect: expectation });
    expect(await failureOf(runner, transcript, [contains()])).toContain('contains "bread"');
    expect(await failureOf(runner, transcript, [toolCalls()])).toBe("");
    expect(await failureOf(runner, transcript, [toolCalls({ name: "contains" })])).toBe("");
    expect(await statusesOf("is-shared")).toEqual(["failed"]);
    const kept = (await runsIn(folder)).flatMap(({ trials }) => trials).find(({ caseId }) => caseId === "is-shared");
    const named = kept?.scores.map((score) => `${score.metric} ${score.status === "scored" && score.passed}`);
    expect(named?.sort()).toEqual(["contains false", "contains.2 true", "toolCalls true"]);
  });

  test("is not scored by another case than the one that it was played with", async () => {
    const transcript = await play("two cases", { say: ["Add milk"], expect: { calls: [adds] } });
    const other: Given = [toolCalls(), { case: { say: ["Add milk"], expect: { calls: [] } } }];
    for (const isNot of [false, true]) {
      const message = await failureOf(runner, transcript, other, isNot);
      expect(message).toContain("toPass() was given case, but play() has played this conversation with its own");
    }
  });

  test("is not played with an option that there is not", async () => {
    const limits = { limits: { replyMs: 300 } } as never;
    await expect(play("limited", "Hi", limits)).rejects.toThrow(
      'the options of play(): unknown field "replyMs" in limits',
    );
  });

  test("whose judge is out while its steps are made is errored, and meets neither expectation", async () => {
    const out = scriptedModel(() => {
      throw new Error("503 outage");
    });
    const transcript = await play("has no judge", "Hi", { models: { judge: out }, traffic: "live" });
    for (const isNot of [false, true]) {
      const message = await failureOf(runner, transcript, [criteria({ criteria: ["Is kind"] })], isNot);
      expect(message).toMatch(/criteria .*503 outage/);
    }
    expect(await statusesOf("has-no-judge")).toEqual(["errored"]);
  });

  test("is kept while the test's timers stand still", async () => {
    vi.useFakeTimers();
    try {
      const transcript = await play("stands still", { say: ["Add milk"], expect: { calls: [adds] } });
      expect(await failureOf(runner, transcript, [toolCalls()])).toBe("");
    } finally {
      vi.useRealTimers();
    }
  });

  test("after which the agent goes on meets no expectation more, and has failed in the store", async () => {
    held.current.test = { name: "goes on", key: "0" };
    let goOn = () => {};
    const late: Agent = {
      name: "notes",
      version: "1",
      open: ({ record }) => ({
        async reply() {
          record({ type: "text", text: "I have added milk." });
          goOn = () => record({ type: "text", text: "one more thing" });
        },
      }),
    };
    const transcript = await playAgent(late, { say: ["Add milk"], expect: { contains: ["milk"] } });
    expect(await failureOf(runner, transcript, [contains()])).toBe("");
    expect(goOn).toThrow("was over");
    await vi.waitFor(async () => expect(await statusesOf("goes-on")).toEqual(["failed"]));
    expect(await failureOf(runner, transcript, [contains()])).toContain("nobody can say");
    expect(await failureOf(runner, transcript, [contains()], true)).toContain("nobody can say");
    expect(await statusesOf("goes-on")).toEqual(["failed"]);
  });

  test("counts a metric that is only reported elsewhere", async () => {
    const transcript = await play("reported", { say: ["Hi"], expect: { calls: [adds] } });
    expect(await failureOf(runner, transcript, [toolCalls({ report: true })])).toContain("0.00, passes at 1");
  });

  test("with an agent that throws is a transcript; with an outage it is an error", async () => {
    held.current.test = { name: "breaks", key: "0" };
    const throws = functionAgent(
      () => {
        throw new Error("boom");
      },
      { name: "throws" },
    );
    const failed = await playAgent(throws, "Hi");
    expect(failed.outcome).toMatchObject({ kind: "agent-failed", message: "boom" });
    const asks = functionAgent((_message, { model }) =>
      model()
        .call({ messages: [] })
        .then(({ text }) => text),
    );
    await expect(playAgent(asks, "Hi")).rejects.toThrow("the conversation could not be played");
    expect(await statusesOf("breaks")).toEqual(["failed", "errored"]);
  });

  test("is played as often as a test asks for it, each in its own right", async () => {
    const twice = await Promise.all([play("twice", "Hi"), play("twice", "Hi")]);
    expect(twice.map(({ repeat }) => repeat).sort()).toEqual([1, 2]);
    expect(await held.trials()).toEqual(expect.arrayContaining(["twice skipped", "twice.2 skipped"]));
  });

  test("many at once are all kept, in one run", async () => {
    held.current.test = undefined;
    const before = await runsIn(folder);
    const played = Array.from({ length: 15 }, async (_, index) => {
      const given = { id: `case-${index}`, say: ["Add milk"], expect: { calls: [adds] } };
      const transcript = await playAgent(notes, given);
      return failureOf(runner, transcript, [toolCalls()]);
    });
    expect(new Set(await Promise.all(played))).toEqual(new Set([""]));
    const kept = (await held.trials()).filter((trial) => /^case-\d+ passed$/.test(trial));
    expect(new Set(kept).size).toBe(15);
    expect(await runsIn(folder)).toHaveLength(before.length);
  });
});

describe("a judge", () => {
  const asked = { say: ["Add milk"], expect: { criteria: { criteria: ["says what it added", "asks first"] } } };
  const tapeOf = (test: string) => join(folder, `__viva__/notes.test.ts/${test}/default/${test}.yaml`);

  test("is recorded beside the test, and answers from there without a model", async () => {
    const live = saying({ c1: yes, c2: yes });
    const recorded = await play("judged", asked, { models: { judge: live }, traffic: "record" });
    expect(await failureOf(runner, recorded, [criteria()])).toBe("");
    expect(live.calls).toHaveLength(1);
    expect(readFileSync(tapeOf("judged"), "utf8")).toContain("says what it added");
    held.current.test = { name: "judged", key: "tried again" };
    const silent = saying({});
    const replayed = await playAgent(notes, asked, { models: { judge: silent }, traffic: "replay" });
    expect(await failureOf(runner, replayed, [criteria()])).toBe("");
    expect(silent.calls).toHaveLength(0);
    expect(await statusesOf("judged")).toEqual(["passed", "passed"]);
  });

  test("without a recording says so, and passes nothing", async () => {
    const transcript = await play("unrecorded", asked, { models: { judge: "openai:gpt-5" }, traffic: "replay" });
    for (const isNot of [true, false]) {
      expect(await failureOf(runner, transcript, [criteria()], isNot)).toContain("errored: no tape for judge call 1");
    }
    expect(existsSync(tapeOf("unrecorded"))).toBe(false);
    expect(await statusesOf("unrecorded")).toEqual(["errored"]);
  });

  test("of another test whose name is the same word does not overwrite its recording", async () => {
    const models = { judge: saying({ c1: yes, c2: yes }) };
    await play("adds: milk", asked, { models, traffic: "record" });
    const other = play("adds milk", asked, { models, traffic: "record" });
    await expect(other).rejects.toThrow('the tests "adds: milk" and "adds milk" would share one recording');
  });

  test("has the threshold of the config where its metric has none", async () => {
    const models = { judge: saying({ c1: yes, c2: no }) };
    const transcript = await play("lenient", asked, { models, traffic: "live" });
    expect(await failureOf(runner, transcript, [criteria()])).toBe("");
  });
});

describe("a transcript from elsewhere", () => {
  const bare = async (): Promise<Transcript> => structuredClone(await play("source", "Add milk"));

  test("is scored by the case that it is given with", async () => {
    const transcript = await bare();
    held.current.test = { name: "given", key: "0" };
    const options: ToPassOptions = { case: { say: ["Add milk"], expect: { calls: [adds] } } };
    expect(await failureOf(runner, transcript, [toolCalls(), options])).toBe("");
    expect(await statusesOf("given")).toEqual(["passed"]);
  });

  test("without one is not taken to have met anything", async () => {
    expect(await failureOf(runner, await bare(), [toolCalls()])).toContain("skipped");
  });
});

test("toPass() that is used wrongly says so, denied or not", async () => {
  const transcript = await play("misused", "Hi");
  const wrong: [unknown[], string][] = [
    [[], "given no metric"],
    [[toolCalls], "argument 1 is a function, which is not a metric"],
    [[toolCalls(), toolCalls()], "two metrics are called toolCalls"],
  ];
  for (const isNot of [true, false]) {
    for (const [given, message] of wrong)
      expect(await failureOf(runner, transcript, given as Given, isNot)).toContain(message);
  }
});
