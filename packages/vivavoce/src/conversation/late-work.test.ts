import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Agent, AgentContext, Session } from "../agent/index.ts";
import type { Model } from "../model/index.ts";
import type { CaseInput, Transcript } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { type JsonWorld, jsonWorld } from "../world/index.ts";
import { type PlayOptions, play } from "./play.ts";

type Notes = JsonWorld<{ notes: string[] }>;
type Context = AgentContext<Notes>;
type Talk = (context: Context, message: string) => unknown;

/** An agent that says "Yes." and returns, whatever it has begun. */
function agentThat(talk: Talk, session: (context: Context) => Partial<Session> = () => ({})): Agent {
  return {
    name: "agent",
    version: "1",
    tools: [{ name: "add", parameters: {}, effect: "write" }],
    open: (given) => {
      const context = given as Context;
      return {
        async reply(message) {
          const said = await talk(context, message);
          if (said !== "nothing") context.record({ type: "text", text: "Yes." });
        },
        ...session(context),
      };
    },
  };
}

const lines = (...contents: string[]): CaseInput => ({ id: "case", script: contents.map((content) => ({ content })) });

function playOn(agent: Agent, script: string[], options: PlayOptions = {}, more: Partial<CaseInput> = {}) {
  return play(
    agent,
    { ...lines(...script), ...more },
    { world: () => jsonWorld({ notes: [] as string[] }), ...options },
  );
}

const write = ({ world }: Context, text: string) => world.update(({ notes }) => ({ notes: [...notes, text] }));
const namesOf = ({ exchanges }: Transcript) =>
  exchanges.map(({ items }) => items.map((item) => (item.type === "call" ? item.call.name : item.text)));
const changesOf = ({ exchanges }: Transcript) =>
  exchanges.map(({ effects = [] }) => effects.map((effect) => ("to" in effect ? effect.to : effect.kind)));

async function promises(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await null;
}

/** Every way in which work may go on when the reply is over. */
const delays: [string, () => Promise<unknown>][] = [
  ["a few promises", () => promises(5)],
  ["a long chain of promises", () => promises(500)],
  ["the next tick", () => new Promise<void>((resolve) => process.nextTick(resolve))],
  [
    "an immediate",
    () =>
      new Promise<void>((resolve) => {
        setImmediate(resolve);
      }),
  ],
  ["a timer of no length", () => sleep(0)],
  ["a timer", () => sleep(40)],
  [
    "one timer after the other",
    async () => {
      await sleep(15);
      await sleep(15);
    },
  ],
  [
    "a callback's timer",
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 30);
      }),
  ],
  ["a file", () => readFile(import.meta.filename)],
];

describe("what an agent does after its reply", () => {
  test.each(delays)("belongs to that exchange, though it waited for %s", async (_name, delay) => {
    const agent = agentThat((context, message) => {
      if (message !== "one") return;
      void delay().then(() => {
        write(context, "late");
        context.record({ type: "call", id: "1", name: "add", arguments: { text: "late" } });
        context.record({ type: "result", id: "1", result: "added" });
      });
    });
    const transcript = await playOn(agent, ["one", "two"]);
    expect(namesOf(transcript)).toEqual([["Yes.", "add"], ["Yes."]]);
    expect(changesOf(transcript)).toEqual([["late"], []]);
    expect(transcript.world?.effects).toHaveLength(1);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
  });

  test.each(delays)("counts after the last line too: %s", async (_name, delay) => {
    const agent = agentThat((context) => {
      void delay().then(() => {
        write(context, "late");
        context.record({ type: "call", id: "1", name: "add", arguments: { text: "late" } });
      });
    });
    const transcript = await playOn(agent, ["one"]);
    expect(namesOf(transcript)).toEqual([["Yes.", "add"]]);
    expect(changesOf(transcript)).toEqual([["late"]]);
    expect(transcript.world?.closing).toContain("late");
  });

  test("counts where the reply failed", async () => {
    const agent = agentThat(async (context) => {
      const writing = sleep(20).then(() => write(context, "late"));
      await Promise.all([writing, Promise.reject(new Error("no"))]);
    });
    const transcript = await playOn(agent, ["one"]);
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", message: "no" });
    expect(changesOf(transcript)).toEqual([["late"]]);
  });

  test("is of its own exchange, though it comes when a later one is under way", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const agent = agentThat(async ({ record, approve }, message) => {
      if (message === "one") {
        void gate.then(async () => {
          record({ type: "text", text: "of one" });
          await approve({ id: "late", name: "add" });
        });
        return;
      }
      open();
      await sleep(5);
    });
    expect(namesOf(await playOn(agent, ["one", "two"]))).toEqual([["Yes.", "of one", "add"], ["Yes."]]);
  });

  test("a result that comes in a later exchange is that of the call it names", async () => {
    const agent = agentThat(async ({ record, approve }, message) => {
      if (message === "one") await approve({ id: "1", name: "add" });
      else record({ type: "result", id: "1", result: "done all the same" });
    });
    const { exchanges, outcome } = await playOn(agent, ["one", "two"], {}, { approvals: "reject" });
    expect(outcome).toMatchObject({ kind: "completed" });
    expect(exchanges[0]?.items[0]).toMatchObject({
      call: { approval: { decision: "rejected" }, result: "done all the same" },
    });
    expect(exchanges[1]?.items).toHaveLength(1);
  });

  test("but a call that has its result does not get another one's", async () => {
    const agent = agentThat(({ record }, message) => {
      if (message === "one") record({ type: "call", id: "1", name: "add" });
      record({ type: "result", id: "1", result: message });
    });
    expect((await playOn(agent, ["one", "two"])).outcome).toMatchObject({ kind: "agent-failed", exchange: 2 });
  });

  test("what close() records belongs to the last exchange", async () => {
    const close = (context: Context) => ({
      close: async () => {
        await sleep(1);
        context.record({ type: "text", text: "Bye." });
      },
    });
    expect(
      namesOf(
        await playOn(
          agentThat(() => {}, close),
          ["one", "two"],
        ),
      ),
    ).toEqual([["Yes."], ["Yes.", "Bye."]]);
  });

  test("too many late calls fail the agent like any others", async () => {
    const agent = agentThat(({ record }) => {
      void sleep(1).then(() => {
        for (let call = 0; call < 5; call++)
          try {
            record({ type: "call", name: "add" });
          } catch {
            return;
          }
      });
    });
    const { outcome } = await playOn(agent, ["one"], { limits: { toolCalls: 3 } });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "call-limit", exchange: 1 });
  });

  test("a late question to the user is answered as the case says", async () => {
    const decisions: string[] = [];
    const agent = agentThat(({ approve }) => {
      void sleep(5)
        .then(() => approve({ id: "1", name: "add" }))
        .then(({ decision }) => decisions.push(decision));
    });
    const { exchanges } = await playOn(agent, ["one"], {}, { approvals: "reject" });
    expect(decisions).toEqual(["rejected"]);
    expect(exchanges[0]?.items[1]).toMatchObject({ call: { approval: { decision: "rejected" } } });
  });

  test("a late model call is counted, and what comes of it is recorded", async () => {
    const slow: Model = {
      id: "own:slow",
      call: async () => {
        await outOfSight(100);
        return { text: "late", toolCalls: [], finish: "stop" as const };
      },
    };
    const agent = agentThat((context) => {
      void context
        .model()
        .call({ messages: [] })
        .then(({ text }) => write(context, text));
    });
    const transcript = await playOn(agent, ["one"], { models: { agent: slow } });
    expect(transcript.exchanges[0]?.modelCalls).toBe(1);
    expect(changesOf(transcript)).toEqual([["late"]]);
  });

  test("a call whose result is missing is waited for a moment, whatever it waits for", async () => {
    const agent = agentThat((context) => {
      context.record({ type: "call", id: "1", name: "add" });
      void outOfSight(10).then(() => {
        write(context, "late");
        context.record({ type: "result", id: "1", result: "added" });
      });
    });
    const transcript = await playOn(agent, ["one"]);
    expect(changesOf(transcript)).toEqual([["late"]]);
    expect(transcript.exchanges[0]?.items[0]).toMatchObject({ call: { result: "added" } });
  });
});

/** Waits for something that was begun elsewhere, as a server's answer is. */
function outOfSight(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push({ at: performance.now() + milliseconds, resolve });
  return promise;
}
const waiting: { at: number; resolve: () => void }[] = [];
setInterval(() => {
  for (const { at, resolve } of waiting) if (at <= performance.now()) resolve();
}, 2).unref();

describe("what comes when the conversation is over", () => {
  /** What the agent is told when it does something too late. */
  async function told(late: (context: Context) => unknown, models: Record<string, Model>): Promise<string> {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let doing: Promise<unknown> | undefined;
    const agent = agentThat((context) => {
      doing = gate.then(() => late(context));
    });
    const transcript = await playOn(agent, ["one"], { models });
    const before = JSON.stringify(transcript);
    open();
    const error = await doing?.then(() => "nothing", String);
    expect(JSON.stringify(transcript)).toBe(before);
    return error ?? "";
  }

  test.each<[string, (context: Context) => unknown]>([
    ["records", ({ record }) => record({ type: "text", text: "late" })],
    ["asks the user", ({ approve }) => approve({ id: "1", name: "add" })],
    ["asks a model", ({ model }) => model().call({ messages: [] })],
  ])("an agent that %s is told, by case, and its transcript stays as it was", async (_name, late) => {
    const model = scriptedModel("Hello.");
    const called = vi.spyOn(model, "call");
    expect(await told(late, { agent: model })).toContain(
      "when the conversation of case case was over: await everything that reply() starts",
    );
    expect(called).not.toHaveBeenCalled();
  });
});

describe("an agent that leaves nothing behind is not waited for", () => {
  test.each<[string, Talk]>([
    ["only talks", () => {}],
    ["writes at once", (context) => void write(context, "now")],
    ["keeps a timer for much later", () => void setTimeout(() => {}, 60_000).unref()],
    ["keeps a heartbeat", () => void setInterval(() => {}, 20).unref()],
    ["has cleared its timer", () => clearTimeout(setTimeout(() => {}, 20))],
    ["has a rejected call", ({ approve }) => approve({ id: "1", name: "add" })],
    ["lets a race be lost", async () => Promise.race([null, new Promise(() => {})])],
  ])("one that %s is done within one turn of the event loop", async (_name, talk) => {
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    const { outcome } = await playOn(agentThat(talk), ["one", "two"], {}, { approvals: "reject" });
    expect(outcome).toMatchObject({ kind: "completed" });
    expect(turned).toBe(false);
  });

  test("a result that never comes is waited for in vain once, not in every exchange", async () => {
    const turns: number[] = [];
    let count = 0;
    const counter = setInterval(() => {
      count += 1;
    }, 1);
    const agent = agentThat(({ record }) => {
      turns.push(count);
      record({ type: "call", name: "add" });
    });
    await playOn(agent, ["one", "two", "three"]);
    clearInterval(counter);
    expect(turns[1]).toBeGreaterThan(0);
    expect(turns[2]).toBe(turns[1]);
    expect(count).toBe(turns[1]);
  });
});

test("an agent that does all its work in what it began with the first message is not taken for a late one", async () => {
  let tell: ((text: string) => void) | undefined;
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const lines: string[] = [];
  let wake = start;
  const agent = agentThat(async ({ record }, message) => {
    if (!tell) {
      tell = (text) => void lines.push(text);
      void (async () => {
        for (await started; ; ) {
          const line = lines.shift();
          if (line === "stop") return;
          if (line) record({ type: "text", text: `You said ${line}.` });
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      })();
    }
    tell(message);
    wake();
    await null;
    await null;
    return "nothing";
  });
  const transcript = await playOn(agent, ["one", "two", "three"]);
  expect(namesOf(transcript)).toEqual([["You said one."], ["You said two."], ["You said three."]]);
  expect(transcript.outcome).toMatchObject({ kind: "completed" });
});
