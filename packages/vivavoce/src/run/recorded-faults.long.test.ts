import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AgentContext } from "../agent/index.ts";
import { InfrastructureError } from "../base/index.ts";
import { contains, criteria, defineMetric, scored } from "../metric/index.ts";
import { type Model, ModelError, type ModelFailure } from "../model/index.ts";
import type { CaseInput, World } from "../shape/index.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { type ScriptedModel, type ScriptedReply, scriptedModel } from "../testing/index.ts";
import { judgeAnswer, judgedBy, playSuite } from "./judged-run.test-helper.ts";
import { agentOf, asking, loadedSuite, sharedStore, temporaryFolder, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";

/** What goes wrong, while it does. */
type Faults = () => boolean;
type Definition = Partial<SuiteDefinition>;

const lines = (...contents: string[]): CaseInput[] => [
  { id: "one", script: contents.map((content) => ({ content })), expect: { contains: ["Hello"] } },
];
const down = (failure: ModelFailure = "network", status?: number) =>
  new ModelError({ failure, message: "the server is down", remedy: "wait for it", status });
const say = (context: AgentContext, text: string) => context.record({ type: "text", text });
const ask = (context: AgentContext, content: string, signal?: AbortSignal) =>
  context.model().call({ messages: [{ role: "user", content }] }, signal && { signal });

/** Answers with what it is asked, but for the calls (from 0) that fail. */
function model(faulty: Faults, calls: readonly number[], fault: () => ScriptedReply = down): ScriptedModel {
  return scriptedModel(({ messages }, index) =>
    faulty() && calls.includes(index) ? fault() : String(messages.at(-1)?.content),
  );
}

/** The usual agent and two lines, with a model that fails at some calls. */
const failing =
  (calls: readonly number[], fault?: () => ScriptedReply, more: Partial<SuiteDefinition> = {}) =>
  (faulty: Faults): Definition => ({
    cases: lines("Hello", "Hello again"),
    agent: asking,
    models: { agent: model(faulty, calls, fault) },
    ...more,
  });

/** A model that never answers these calls, unless it is told to stop. */
function hanging(faulty: Faults, calls: readonly number[], heeds = true): Model {
  let count = 0;
  return {
    id: "scripted:hanging",
    async call({ messages }, { signal } = {}) {
      const hangs = faulty() && calls.includes(count++);
      if (hangs) {
        await new Promise((_, reject) => {
          if (heeds) signal?.addEventListener("abort", () => reject(down("cancelled")), { once: true });
        });
      }
      return { text: String(messages.at(-1)?.content), toolCalls: [], finish: "stop" };
    },
  };
}

const slow = (milliseconds: number) =>
  scriptedModel(async ({ messages }) => {
    await setTimeout(milliseconds);
    return String(messages.at(-1)?.content);
  });

const retrying = agentOf(async (message, context) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return say(context, (await ask(context, message)).text);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
});
const swallowing = agentOf(async (message, context) => {
  const { text } = await ask(context, message).catch(() => ({ text: "Hello, I am lost." }));
  say(context, text);
});

const judged =
  (answer: (index: number, messages: { content: string | null }[]) => ScriptedReply, metrics = [judgedBy("polite")]) =>
  (faulty: Faults): Definition => ({
    cases: lines("Hello"),
    agent: asking,
    metrics: [contains(), ...metrics],
    models: {
      agent: model(faulty, []),
      judge: scriptedModel(
        ({ messages }, index) => (faulty() ? answer(index, messages) : judgeAnswer(messages, "yes")),
        {
          id: "scripted:judge",
        },
      ),
    },
  });

const caller = { persona: "Ada", goal: "a visit", opening: "The visit is on Monday.", cannotKnow: ["B-4711"] };
const talking =
  (answer: (index: number) => ScriptedReply, more: Partial<SuiteDefinition> = {}) =>
  (faulty: Faults): Definition => ({
    cases: [{ id: "one", user: { ...caller, stop: { goalMet: "booked" }, maxExchanges: 3 } }],
    agent: asking,
    metrics: [defineMetric({ name: "fine", score: () => scored(1, []) })],
    simulator: { retries: 1 },
    models: {
      agent: model(faulty, []),
      user: scriptedModel((_request, index) => (faulty() ? answer(index) : "Thanks.\n<<goal met>>")),
      judge: scriptedModel(({ messages }) => (faulty() ? down() : judgeAnswer(messages, "fits"))),
    },
    ...more,
  });

const breaking =
  (part: "making" | "snapshot" | "close") =>
  (faulty: Faults): Definition => {
    const broken = (now: string) => {
      if (faulty() && now === part) throw new Error(`${now}: the database is down`);
    };
    let looks = 0;
    const world = (): World => {
      broken("making");
      return {
        snapshot: () => {
          if (looks++ > 1) broken("snapshot");
          return {};
        },
        diff: () => [],
        close: async () => broken("close"),
      };
    };
    return { ...failing([])(faulty), world };
  };

/** How a trial that is recorded comes out, how it is replayed, and whether --record missing plays it again. */
const patterns: Record<string, { status: string | RegExp; of: (faulty: Faults) => Definition }> = {
  "agent call 1 fails": { status: "errored", of: failing([0]) },
  "agent call 2 fails": { status: "errored", of: failing([1]) },
  "a model of the suite's own throws": { status: "errored", of: failing([0], () => new TypeError("no such host")) },
  "a model of the suite's own throws Viva's error": {
    status: "errored",
    of: failing([0], () => new InfrastructureError({ message: "no more answers", remedy: "Add one." })),
  },
  "a model gives something that is not an answer": {
    status: "errored",
    of: failing([0], () => ({ text: 7 }) as unknown as ScriptedReply),
  },
  "an outage with a secret in its message": {
    status: "errored",
    of: failing([0], () => new Error(`refused: Authorization: Bearer ${secret}`)),
  },
  "the agent tries again and gets its answer": { status: "passed", of: failing([0, 2], down, { agent: retrying }) },
  "the agent tries again in vain": { status: "errored", of: failing([0, 1, 2], down, { agent: retrying }) },
  "the agent swallows the outage": { status: "errored", of: failing([0], down, { agent: swallowing }) },
  "the agent swallows the outage of its last call": {
    status: "errored",
    of: failing([1], down, { agent: swallowing }),
  },
  "of two calls at once the slow one fails": {
    status: "errored",
    of: (faulty) => ({
      cases: lines("Hello"),
      agent: agentOf(async (message, context) => {
        const both = await Promise.allSettled([ask(context, "slow"), ask(context, message)]);
        say(context, `Hello ${both.length}`);
      }),
      models: {
        agent: scriptedModel(async ({ messages }) => {
          if (messages[0]?.content === "slow") await setTimeout(40);
          return messages[0]?.content === "slow" && faulty() ? down() : "Hello";
        }),
      },
    }),
  },
  "of two calls at once the quick one fails": {
    // What came beside it does not stand in for it.
    status: "errored",
    of: (faulty) => ({
      cases: lines("Hello"),
      agent: agentOf(async (message, context) => {
        const both = await Promise.allSettled([ask(context, "slow"), ask(context, message)]);
        say(context, `Hello ${both.length}`);
      }),
      models: {
        agent: scriptedModel(async ({ messages }) => {
          if (messages[0]?.content === "slow") await setTimeout(40);
          return messages[0]?.content !== "slow" && faulty() ? down() : "Hello";
        }),
      },
    }),
  },
  "the agent gives up a call and goes on": {
    status: "passed",
    of: (faulty) => ({
      cases: lines("Hello"),
      agent: agentOf(async (message, context) => {
        const gaveUp = await ask(context, message, AbortSignal.timeout(30)).catch(() => undefined);
        say(context, (gaveUp ?? (await ask(context, message))).text);
      }),
      models: { agent: hanging(faulty, [0]) },
    }),
  },
  "the agent takes the first of two answers and cancels the other": {
    status: "passed",
    of: (faulty) => ({
      cases: lines("Hello"),
      agent: agentOf(async (message, context) => {
        const loser = new AbortController();
        const both = [ask(context, message, loser.signal), ask(context, message)];
        say(context, (await Promise.race(both)).text);
        loser.abort();
        await Promise.allSettled(both);
        await ask(context, "Thanks.");
      }),
      models: { agent: hanging(faulty, [0]) },
    }),
  },
  "the agent throws": {
    status: "failed",
    of: failing([], down, {
      agent: agentOf(async (message, context) => {
        await ask(context, message);
        throw new Error("no idea");
      }),
    }),
  },
  "the agent cannot be opened": {
    status: "failed",
    of: failing([], down, {
      agent: {
        ...asking,
        open: () => {
          throw new Error("no licence");
        },
      },
    }),
  },
  "the agent says nothing": {
    status: "failed",
    of: failing([], down, { agent: agentOf(async (message, context) => void (await ask(context, message))) }),
  },
  "the model says nothing": { status: "failed", of: failing([0], () => "") },
  "the answer is cut off": { status: "passed", of: failing([1], () => ({ text: "Hello ag", finish: "length" })) },
  "too many calls": {
    status: "failed",
    of: failing([], down, {
      limits: { modelCalls: 3 },
      agent: agentOf(async (message, context) => {
        for (;;) say(context, (await ask(context, message)).text);
      }),
    }),
  },
  // On a busy machine a limit may also strike while a model is waited for, which is an outage.
  "the time is up between many calls": {
    status: /failed|errored/,
    of: (faulty) => ({
      cases: lines("Hello"),
      limits: faulty() ? { exchangeMs: 200 } : {},
      agent: agentOf(async (message, context) => {
        say(context, "Hello, one moment.");
        for (let turn = 0; turn < 30; turn++) await ask(context, message);
        say(context, message);
      }),
      models: { agent: slow(10) },
    }),
  },
  "the time is up while the agent computes": {
    status: /failed|errored/,
    of: (faulty) => ({
      cases: lines("Hello"),
      limits: faulty() ? { exchangeMs: 200 } : {},
      agent: agentOf(async (message, context) => {
        for (let turn = 0; turn < 4; turn++) await ask(context, message);
        await setTimeout(120);
        say(context, message);
      }),
      models: { agent: slow(30) },
    }),
  },
  "the time is up while the model is silent": {
    status: /failed|errored/,
    of: (faulty) => ({
      cases: lines("Hello"),
      limits: faulty() ? { exchangeMs: 60 } : {},
      agent: asking,
      models: { agent: hanging(faulty, [0]) },
    }),
  },
  "the time is up, and neither agent nor model listens": {
    status: /failed|errored/,
    of: (faulty) => ({
      cases: lines("Hello"),
      limits: faulty() ? { exchangeMs: 60 } : {},
      agent: asking,
      models: { agent: hanging(faulty, [0], false) },
    }),
  },
  "the agent does not wait for a call that is never answered": {
    status: "passed",
    of: (faulty) => ({
      cases: lines("Hello"),
      agent: agentOf(async (message, context) => {
        void ask(context, "Remember this.", AbortSignal.timeout(50)).catch(() => {});
        say(context, (await ask(context, message)).text);
        await setTimeout(80);
        await ask(context, "Thanks.");
      }),
      models: { agent: hanging(faulty, [0]) },
    }),
  },
  "the world cannot be made": { status: "errored", of: breaking("making") },
  "the world cannot be looked at": { status: "errored", of: breaking("snapshot") },
  "the world cannot be closed": { status: "errored", of: breaking("close") },
  "the judge is down": { status: "unscored", of: judged(() => down()) },
  "the judge is down, with a secret in its message": {
    status: "unscored",
    of: judged(() => new ModelError({ failure: "network", message: `refused: Authorization: Bearer ${secret}` })),
  },
  "the judge refuses": { status: "unscored", of: judged(() => down("status", 400)) },
  "the judge is down for one of two metrics": {
    status: "unscored",
    of: judged(
      (index, messages) => (index === 1 ? down() : judgeAnswer(messages, "yes")),
      [judgedBy("polite"), judgedBy("brief")],
    ),
  },
  "the judge is down when it is asked again": {
    status: "unscored",
    of: judged((index) => (index === 0 ? "I cannot say." : down())),
  },
  "the judge says nothing valid": { status: "unscored", of: judged(() => "I cannot say.") },
  "the judge's answers are cut off": {
    status: "unscored",
    of: judged(() => ({ text: '{"items": [', finish: "length" })),
  },
  "the judge breaks in another way": { status: "errored", of: judged(() => new RangeError("out of range")) },
  "the judge is down and only reports": {
    status: "passed",
    of: judged(() => down(), [judgedBy("polite", { report: true })]),
  },
  "the agent fails by code while the judge is down": {
    status: "failed",
    of: (faulty) => ({ ...judged(() => down())(faulty), cases: lines("Good day") }),
  },
  "a metric swallows the judge's outage": {
    status: "failed",
    of: judged(
      () => down(),
      [
        defineMetric({
          name: "lenient",
          judged: true,
          async score(_transcript, _case, { model: judge }) {
            const messages = [{ role: "user" as const, content: "well?" }];
            const answered = await judge("lenient")
              .call({ messages })
              .then(
                () => 1,
                () => 0,
              );
            return scored(answered, []);
          },
        }),
      ],
    ),
  },
  "the judge is down when it is to make evaluation steps": {
    status: "unscored",
    of: judged(() => down(), [criteria(["greets"])]),
  },
  "the judge makes no valid evaluation steps": {
    status: "unscored",
    of: judged(() => "I cannot say.", [criteria(["greets"])]),
  },
  "the user's model is down at once": { status: "errored", of: talking(() => down()) },
  "the user's model is down later": {
    status: "errored",
    of: talking((index) => (index === 0 ? "Tomorrow?" : down())),
  },
  "the simulated user spoils every conversation": { status: "unscored", of: talking(() => "Is it B-4711?") },
  "the simulated user spoils one, then its model is down": {
    status: "errored",
    of: talking((index) => (index === 0 ? "Is it B-4711?\n<<goal met>>" : down())),
  },
  "nobody grades the simulated user": {
    status: "passed",
    of: talking(() => "Thanks.\n<<goal met>>", { simulator: { judge: true } }),
  },
};

/** Everything that a reader gets of a run; the world is not on the tape, and the clock runs as it likes. */
async function resultsOf({ run, exitCode }: { run: string; exitCode: number }, { timed }: { timed: boolean }) {
  const trials = (await trialsOf(store(), run)).map(({ status, scores, transcript: { world, ...transcript } }) => {
    const exchanges = transcript.exchanges.map(({ effects, replyMs, firstWordMs, modelMs, ...exchange }) =>
      timed ? { ...exchange, replyMs, firstWordMs, modelMs } : exchange,
    );
    const { openMs, ...rest } = transcript;
    return { status, scores, transcript: { ...rest, exchanges, ...(timed ? { openMs } : {}) } };
  });
  return JSON.parse(JSON.stringify({ exitCode, trials }));
}

const play = (definition: Definition, folder: string, traffic: "record" | "replay" | "record-missing") =>
  playSuite(store(), loadedSuite(definition, folder), { wishes: { options: { traffic } } });

const never: Faults = () => false;

describe("a recording of whatever goes wrong", () => {
  test.each(Object.entries(patterns))("%s", async (_name, { status, of }) => {
    const folder = temporaryFolder();
    const faulty: Faults = () => true;
    const recorded = await play(of(faulty), folder, "record");
    const [trial] = await trialsOf(store(), recorded.run);
    expect(trial?.status).toMatch(status);
    const file = join(folder, "cassettes/exam/default/one.yaml");
    const before = readFileSync(file, "utf8");
    expect(before).not.toContain("sk-proj");

    // Nothing goes wrong any more but what is on the tape.
    const replayed = await play(of(never), folder, "replay");
    expect(await resultsOf(replayed, { timed: true })).toEqual(await resultsOf(recorded, { timed: true }));
    const unscored = [trial?.status, ...(trial?.scores.map((score) => score.status) ?? [])].includes("unscored");
    const isIncomplete = unscored || trial?.status === "errored";
    for (const { suites } of [recorded, replayed]) {
      expect(suites[0]?.tapes.incomplete).toHaveLength(isIncomplete ? 1 : 0);
      expect(suites[0]?.tapes.warnings()).toEqual([]);
    }

    const mended = await play(of(never), folder, "record-missing");
    expect(mended.suites[0]?.tapes.incomplete).toEqual([]);
    if (isIncomplete) {
      const undisturbed = await play(of(never), temporaryFolder(), "record");
      expect(await resultsOf(mended, { timed: false })).toEqual(await resultsOf(undisturbed, { timed: false }));
      expect(readFileSync(file, "utf8")).not.toMatch(/missing:|incomplete:|ended:/);
    } else {
      expect(mended.suites[0]?.calls.live).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(before);
    }
  });
});
