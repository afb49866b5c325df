import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Agent, AgentContext, Session } from "../agent/index.ts";
import { InputError, redactor } from "../base/index.ts";
import { liveTraffic } from "../model/index.ts";
import { type CaseInput, caseSchema, transcriptSchema, type World } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { type JsonWorld, jsonWorld } from "../world/index.ts";
import { play } from "./play.ts";
import { Interrupted, playCase } from "./play-case.ts";

type Talk = (context: AgentContext, message: string, signal: AbortSignal) => unknown;

/** An agent that says "Yes." after whatever else it does. */
function agentThat(talk: Talk, session: Partial<Session> = {}): Agent {
  return {
    name: "agent",
    version: "3",
    open: (context) => ({
      async reply(message, signal) {
        await talk(context, message, signal);
        context.record({ type: "text", text: "Yes." });
      },
      ...session,
    }),
  };
}

const lines = (...contents: string[]): CaseInput => ({
  id: "case",
  script: contents.map((content) => ({ content })),
});

describe("the transcript", () => {
  test("names case, variant, repeat and agent, holds the history, and fits its schema", async () => {
    const history = [
      { role: "user" as const, content: "Before" },
      { role: "assistant" as const, content: "Yes?" },
    ];
    const script = [
      { content: "No.", refuses: true },
      { content: "Or rather yes.", consents: true },
    ];
    const transcript = await play(
      agentThat(() => {}),
      { id: "polite", history, script },
      { variant: { prompt: "v2" }, repeat: 4 },
    );
    expect(transcript).toMatchObject({
      version: 2,
      case: "polite",
      variant: { prompt: "v2" },
      repeat: 4,
      agent: { name: "agent", version: "3" },
      history,
      outcome: { kind: "completed" },
    });
    expect(transcript.exchanges.map(({ number, user }) => ({ number, user }))).toEqual([
      { number: 1, user: script[0] },
      { number: 2, user: script[1] },
    ]);
    expect(transcriptSchema.parse(JSON.parse(JSON.stringify(transcript)))).toEqual(transcript);
  });

  test("without a world there are no effects, and it is not said that nothing changed", async () => {
    const transcript = await play(
      agentThat(({ world }) => world.diff(world.snapshot(), world.snapshot())),
      lines("one"),
    );
    expect(transcript).not.toHaveProperty("world");
    expect(transcript.exchanges[0]).not.toHaveProperty("effects");
  });

  test("calls, tokens, cost and time are counted for each exchange; what nobody knows is left out", async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const model = scriptedModel([{ text: "a", usage, cost: 0.25 }, { text: "b", usage, cost: 0.5 }, { text: "c" }]);
    let calls = 2;
    const agent = agentThat(async (context) => {
      for (; calls > 0; calls--) await context.model().call({ messages: [] });
      calls = 1;
    });
    const { exchanges } = await play(agent, lines("one", "two"), { models: { agent: model } });
    expect(exchanges[0]).toMatchObject({
      modelCalls: 2,
      usage: { inputTokens: 20, outputTokens: 10 },
      cost: 0.75,
      modelMs: expect.any(Number),
    });
    expect(exchanges[1]?.modelCalls).toBe(1);
    expect(exchanges[1]).not.toHaveProperty("usage");
    expect(exchanges[1]).not.toHaveProperty("cost");
  });

  test("what is to be known of the models' answers stands with the exchange, once", async () => {
    const model = scriptedModel([{ text: "a", warnings: ["cut off"] }, { text: "b", warnings: ["cut off"] }, "c"]);
    let calls = 2;
    const agent = agentThat(async (context) => {
      for (; calls > 0; calls--) await context.model().call({ messages: [] });
      calls = 1;
    });
    const { exchanges } = await play(agent, lines("one", "two"), { models: { agent: model } });
    expect(exchanges[0]?.warnings).toEqual(["cut off"]);
    expect(exchanges[1]).not.toHaveProperty("warnings");
  });

  test("one call without tokens, cost or duration leaves the exchange without them: the rest would be too little", async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const model = scriptedModel([{ text: "a", usage, cost: 0.25 }, { text: "b" }]);
    const agent = agentThat(async (context) => {
      for (let call = 0; call < 2; call++) await context.model().call({ messages: [] });
    });
    const { exchanges } = await play(agent, lines("one"), { models: { agent: model } });
    expect(exchanges[0]?.modelCalls).toBe(2);
    expect(exchanges[0]).not.toHaveProperty("usage");
    expect(exchanges[0]).not.toHaveProperty("cost");
  });

  test("an agent may have several models, each by its name", async () => {
    const models = { agent: scriptedModel("main"), critic: scriptedModel("critical") };
    const said: string[] = [];
    const agent = agentThat(async ({ model }) => {
      for (const name of [undefined, "agent", "critic"]) said.push((await model(name).call({ messages: [] })).text);
    });
    const { exchanges } = await play(agent, lines("one"), { models });
    expect(said).toEqual(["main", "main", "critical"]);
    expect(exchanges[0]?.modelCalls).toBe(3);
  });

  test("something that is not a case is refused in words", async () => {
    const playing = play(
      agentThat(() => {}),
      { id: "two words", script: [] },
    );
    await expect(playing).rejects.toBeInstanceOf(InputError);
    await expect(playing).rejects.toThrow(/the case given to play\(\): id: an id must be one word[\s\S]*script: /);
  });
});

describe("how long the agent took", () => {
  test("is measured by the clock on the wall, whatever the agent does with the time", async () => {
    const transcript = await play(
      agentThat(() => setTimeout(60)),
      lines("one", "two"),
    );
    for (const { replyMs, firstWordMs } of transcript.exchanges) {
      expect(replyMs).toBeGreaterThanOrEqual(58);
      expect(firstWordMs).toBeUndefined();
    }
    expect(transcript.openMs).toEqual(expect.any(Number));
  });

  test("has the first word apart where the reply is streamed", async () => {
    const agent = agentThat(async ({ record }) => {
      record({ type: "text", text: "One moment." });
      await setTimeout(60);
    });
    const [first] = (await play(agent, lines("one"))).exchanges;
    expect((first?.replyMs ?? 0) - (first?.firstWordMs ?? 0)).toBeGreaterThanOrEqual(58);
  });

  test("has the opening apart: it is part of no reply", async () => {
    let now = 0;
    const open = (context: AgentContext): Session => {
      now += 80;
      return {
        async reply() {
          now += 5;
          context.record({ type: "text", text: "Yes." });
        },
      };
    };
    const traffic = liveTraffic({ modelFor: () => scriptedModel(""), redactor: redactor({}), now: () => now });
    const signal = new AbortController().signal;
    const setting = { variant: {}, repeat: 1, traffic, seed: 1, signal };
    const testCase = caseSchema.parse(lines("one", "two"));
    const { openMs, exchanges } = await playCase({ name: "a", version: "1", open }, testCase, setting);
    expect(openMs).toBe(80);
    expect(exchanges.map(({ replyMs }) => replyMs)).toEqual([5, 5]);
    expect(traffic.times()).toEqual([{ openMs: 80, replyMs: 5 }, { replyMs: 5 }]);
  });

  test("is not known of a reply that did not come to its end", async () => {
    const agent = agentThat(() => {
      throw new Error("boom");
    });
    const { exchanges } = await play(agent, lines("one"));
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]).not.toHaveProperty("replyMs");
  });
});

test("a script that was said to its end ended the conversation, and left nothing unsaid", async () => {
  const { outcome } = await play(
    agentThat(() => {}),
    lines("one", "two"),
  );
  expect(outcome).toEqual({ kind: "completed", ended: { by: "script", unsaid: [] } });
});

describe("what the agent is given", () => {
  test("the history and the case as a copy: what it changes is changed for nobody else", async () => {
    const testCase = { ...lines("one"), tags: ["a"], history: [{ role: "user" as const, content: "Before" }] };
    const agent = agentThat((context) => {
      expect(context.case.history).toEqual(testCase.history);
      context.case.tags.push("changed");
      context.case.history.pop();
    });
    const first = await play(agent, testCase);
    const second = await play(agent, testCase);
    expect([first.outcome.kind, second.outcome.kind]).toEqual(["completed", "completed"]);
    expect(second.history).toHaveLength(1);
    expect(testCase.tags).toEqual(["a"]);
  });

  test("ids that count from one, and numbers that depend on seed, case, variant and repeat alone", async () => {
    const drawn = async (options: object, id = "case") => {
      const numbers: unknown[] = [];
      const agent = agentThat(({ ids, random }) => numbers.push(ids.next("note"), random(), random()));
      await play(agent, { ...lines("one", "two"), id }, options);
      return numbers;
    };
    const first = await drawn({});
    expect([first[0], first[3]]).toEqual(["note-1", "note-2"]);
    expect(await drawn({})).toEqual(first);
    expect(await drawn({ seed: 1, repeat: 1, variant: {} })).toEqual(first);
    for (const other of [{ seed: 2 }, { repeat: 2 }, { variant: { prompt: "v2" } }])
      expect((await drawn(other))[1]).not.toBe(first[1]);
    expect((await drawn({}, "other"))[1]).not.toBe(first[1]);
  });

  test("one session for the whole conversation, opened once", async () => {
    const open = vi.fn((context: AgentContext): Session => {
      let messages = 0;
      return { reply: async () => context.record({ type: "text", text: `message ${++messages}` }) };
    });
    const { exchanges } = await play({ name: "a", version: "1", open }, lines("one", "two", "three"));
    expect(open).toHaveBeenCalledTimes(1);
    expect(exchanges.map(({ items }) => items)).toEqual(
      [1, 2, 3].map((number) => [{ type: "text", text: `message ${number}` }]),
    );
  });

  test("a clock that goes on, and that it cannot move", async () => {
    const times: number[] = [];
    const agent = agentThat(async ({ clock }) => {
      expect(Object.keys(clock)).toEqual(["now"]);
      const begun = clock.now();
      while (clock.now() <= begun) await setTimeout(1);
      times.push(begun, clock.now());
    });
    await play(agent, lines("one", "two"));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test("the decisions of the case, through the whole conversation", async () => {
    const decisions: string[] = [];
    const agent = agentThat(async ({ approve, ids }) => {
      decisions.push((await approve({ id: ids.next("call"), name: "archive" })).decision);
    });
    const { exchanges } = await play(agent, { ...lines("one", "two", "three"), approvals: ["reject", "approve"] });
    expect(decisions).toEqual(["rejected", "approved", "approved"]);
    expect(exchanges[0]?.items[0]).toMatchObject({ call: { name: "archive", approval: { decision: "rejected" } } });
  });

  test("calls carry the effect that the agent's tools declare, and the model call that proposed them", async () => {
    const agent: Agent = {
      ...agentThat(async ({ model, record }) => {
        await model().call({ messages: [] });
        record({ type: "call", id: "1", name: "show", arguments: {} });
      }),
      tools: [{ name: "show", parameters: {}, effect: "display" }],
    };
    const { exchanges } = await play(agent, lines("one"), { models: { agent: scriptedModel("ok") } });
    expect(exchanges[0]?.items[0]).toMatchObject({ call: { effect: "display", modelCall: 1 } });
  });
});

test("an agent whose tools have a broken schema is refused, with every tool that has one", async () => {
  const broken = (name: string) => ({ name, parameters: { type: "text" }, effect: "read" as const });
  const agent: Agent = { ...agentThat(() => {}), tools: [broken("find"), broken("look")] };
  const refusal = play(agent, lines("one"));
  await expect(refusal).rejects.toThrow(/tool find cannot be read: .*text is not a type/);
  await expect(refusal).rejects.toThrow(/tool look/);
});

describe("what happens after an exchange", () => {
  test("work that was left behind is told so by the context's signal", async () => {
    let signal: AbortSignal | undefined;
    await play(
      agentThat((context) => {
        signal = context.signal;
        expect(context.signal.aborted).toBe(false);
      }),
      lines("one"),
    );
    expect(signal?.aborted).toBe(true);
  });
});

describe("effects", () => {
  type Shop = { stock: string[]; open: boolean };
  const shop = () => jsonWorld<Shop>({ stock: [], open: false });
  const shopkeeper = agentThat(({ world }, message) => {
    (world as JsonWorld<Shop>).update((value) => {
      if (message === "open") value.open = true;
      if (message === "stock") value.stock.push("milk");
      if (message === "close") value.open = false;
      return value;
    });
  });

  test("each exchange has its own, and the whole has what is left of them", async () => {
    const { exchanges, world } = await play(shopkeeper, lines("open", "hello", "stock", "close"), { world: shop });
    expect(exchanges.map(({ effects }) => effects)).toEqual([
      [{ kind: "value.set", pointer: "/open", from: false, to: true }],
      [],
      [{ kind: "value.added", pointer: "/stock/0", to: "milk" }],
      [{ kind: "value.set", pointer: "/open", from: true, to: false }],
    ]);
    expect(world?.effects).toEqual([{ kind: "value.added", pointer: "/stock/0", to: "milk" }]);
    expect(JSON.parse(world?.opening ?? "")).toEqual({ stock: [], open: false });
    expect(JSON.parse(world?.closing ?? "")).toEqual({ stock: ["milk"], open: false });
  });

  test("an exchange that failed has changed what it has changed", async () => {
    const agent = agentThat(({ world }) => {
      (world as JsonWorld<Shop>).update((value) => ({ ...value, open: true }));
      throw new Error("after the deed");
    });
    const { exchanges, world, outcome } = await play(agent, lines("one"), { world: shop });
    expect(outcome.kind).toBe("agent-failed");
    expect(exchanges[0]?.effects).toHaveLength(1);
    expect(world?.effects).toHaveLength(1);
  });

  test("what closing the session changes belongs to the last exchange, and is in the whole", async () => {
    const agent: Agent = {
      name: "late",
      version: "1",
      open: ({ world, record }) => ({
        reply: async () => record({ type: "text", text: "Yes." }),
        close: async () => (world as JsonWorld<Shop>).update((value) => ({ ...value, open: true })),
      }),
    };
    const { exchanges, world } = await play(agent, lines("one", "two"), { world: shop });
    expect(exchanges.map(({ effects }) => effects?.length)).toEqual([0, 1]);
    expect(world?.effects).toHaveLength(1);
  });

  test("every play has a world of its own, made from a copy of the case", async () => {
    const made: unknown[] = [];
    const world = (testCase: { tags: string[] }) => {
      made.push([...testCase.tags]);
      testCase.tags.push("changed");
      return shop();
    };
    const testCase = { ...lines("stock"), tags: ["a"] };
    const agent = agentThat((context) => {
      expect(context.case.tags).toEqual(["a"]);
      (context.world as JsonWorld<Shop>).update((value) => ({ ...value, stock: [...value.stock, "milk"] }));
    });
    const plays = await Promise.all([1, 2, 3].map((repeat) => play(agent, testCase, { world, repeat })));
    for (const { world: seen, outcome } of plays) {
      expect(outcome).toMatchObject({ kind: "completed" });
      expect(seen?.effects).toEqual([{ kind: "value.added", pointer: "/stock/0", to: "milk" }]);
    }
    expect(made).toEqual([["a"], ["a"], ["a"]]);
  });
});

describe("the transcript and the world", () => {
  test("what was told of the world does not change with it", async () => {
    const state = { stock: ["milk"] };
    const world: World = {
      snapshot: () => structuredClone(state),
      // The live value, where a copy would have been right.
      diff: () => [{ kind: "value.added", pointer: "/stock", to: state.stock }],
    };
    const agent = agentThat(() => state.stock.push("eggs"));
    const { exchanges, world: whole } = await play(agent, lines("one", "two"), { world });
    state.stock.push("flour");
    const told = [...exchanges.map(({ effects }) => effects), whole?.effects];
    expect(told).toMatchObject([
      [{ to: ["milk", "eggs"] }],
      [{ to: ["milk", "eggs", "eggs"] }],
      [{ to: ["milk", "eggs", "eggs"] }],
    ]);
  });

  test.each([undefined, null, 42, { state: 1 }, Promise.resolve()])("play() refuses %o for a world", async (world) => {
    const playing = play(
      agentThat(() => {}),
      lines("one"),
      { world: world as never },
    );
    if (world === undefined) await expect(playing).resolves.not.toHaveProperty("world");
    else await expect(playing).rejects.toThrow(/play\(\) was given .*, which is not a world/);
  });
});

describe("a world whose code fails", () => {
  /** Throws in one of its functions, from the nth call on. */
  function broken(name: "snapshot" | "diff" | "outline", from: number): World {
    const calls = { snapshot: 0, diff: 0, outline: 0 };
    const counted =
      <T>(called: keyof typeof calls, value: T) =>
      () => {
        calls[called] += 1;
        if (called === name && calls[called] >= from) throw new Error(`${name} broke`);
        return value;
      };
    return { snapshot: counted("snapshot", null), diff: counted("diff", []), outline: counted("outline", "all well") };
  }

  test.each([
    ["snapshot", 1, 0, undefined],
    ["outline", 1, 0, undefined],
    ["snapshot", 2, 1, 1],
    ["diff", 1, 1, 1],
    ["snapshot", 3, 2, 2],
    ["diff", 2, 2, 2],
    ["diff", 3, 2, 2],
    ["outline", 2, 2, 2],
  ] as const)("%s, call %i: an outage after %i exchanges, never a throw", async (name, from, count, exchange) => {
    const talk = vi.fn();
    const transcript = await play(agentThat(talk), lines("one", "two"), { world: broken(name, from) });
    expect(transcript.outcome).toEqual({
      kind: "infrastructure",
      message: `the world failed: ${name} broke`,
      ...(exchange === undefined ? {} : { exchange }),
    });
    expect(transcript.exchanges).toHaveLength(count);
    expect(talk).toHaveBeenCalledTimes(count);
    expect(transcript).not.toHaveProperty("world");
    expect(transcriptSchema.safeParse(JSON.parse(JSON.stringify(transcript))).success).toBe(true);
  });

  test("it outweighs the agent's own failure: nobody can say what the agent has done", async () => {
    const agent = agentThat(() => {
      throw new Error("me too");
    });
    const { outcome } = await play(agent, lines("one"), { world: broken("diff", 1) });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: "the world failed: diff broke" });
  });

  test("one that cannot be made stops before anything is played", async () => {
    const world = () => {
      throw new Error("no such vault");
    };
    const open = vi.fn();
    await expect(play({ name: "a", version: "1", open }, lines("one"), { world })).rejects.toMatchObject({
      name: "InfrastructureError",
      message:
        "the world of this case could not be made: the world function given to play() failed, and the case has no `world`: no such vault",
    });
    expect(open).not.toHaveBeenCalled();
  });
});

describe("closing the session", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["it completed", () => {}],
    [
      "the agent threw",
      () => {
        throw new Error("boom");
      },
    ],
  ])("is done once when %s", async (_name, talk) => {
    const close = vi.fn(async () => {});
    await play(agentThat(talk, { close }), lines("one", "two"));
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("is done once when the run is interrupted", async () => {
    const close = vi.fn(async () => {});
    const controller = new AbortController();
    const agent = agentThat(() => controller.abort(), { close });
    await expect(play(agent, lines("one", "two"), { signal: controller.signal })).rejects.toBeInstanceOf(Interrupted);
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("is not done where nothing was opened", async () => {
    const close = vi.fn(async () => {});
    const open = vi.fn(() => ({ reply: async () => {}, close }));
    const world: World = {
      snapshot() {
        throw new Error("broke");
      },
      diff: () => [],
    };
    await play({ name: "a", version: "1", open }, lines("one"), { world });
    expect(open).not.toHaveBeenCalled();
    expect(close).not.toHaveBeenCalled();
  });

  test.each([
    ["rejects", async () => Promise.reject(new Error("no"))],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["returns nothing", (() => {}) as unknown as () => Promise<void>],
  ])("changes nothing where it %s", async (_name, close) => {
    const { outcome } = await play(
      agentThat(() => {}, { close }),
      lines("one"),
    );
    expect(outcome).toMatchObject({ kind: "completed" });
  });

  test("is not waited for without end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const playing = play(
      agentThat(() => {}, { close: () => new Promise(() => {}) }),
      lines("one"),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await playing).outcome).toMatchObject({ kind: "completed" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a session that opens when it is told to stop is closed before the conversation ends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const session = { reply: vi.fn(async () => {}), close: vi.fn(async () => {}) };
    const open = ({ signal }: AgentContext) =>
      new Promise<Session>((resolve) =>
        signal.addEventListener("abort", () => globalThis.setTimeout(() => resolve(session), 50)),
      );
    const playing = play({ name: "slow", version: "1", open }, lines("one"), { limits: { exchangeMs: 100 } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await playing).outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(session.close).toHaveBeenCalledTimes(1);
    expect(session.reply).not.toHaveBeenCalled();
  });

  test("a session that opens too late is never spoken to, and closed when it is there", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const session = { reply: vi.fn(async () => {}), close: vi.fn(async () => {}) };
    const opened = Promise.withResolvers<Session>();
    const agent: Agent = { name: "slow", version: "1", open: () => opened.promise };
    const playing = play(agent, lines("one"), { limits: { exchangeMs: 100 } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await playing).outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(session.close).not.toHaveBeenCalled();
    opened.resolve(session);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.close).toHaveBeenCalledTimes(1);
    expect(session.reply).not.toHaveBeenCalled();
  });
});

describe("an interruption", () => {
  test("rejects, and leaves nothing of the conversation", async () => {
    const controller = new AbortController();
    const agent = agentThat((_context, message) => {
      if (message === "two") {
        controller.abort();
        return new Promise(() => {});
      }
    });
    const playing = play(agent, lines("one", "two", "three"), { signal: controller.signal });
    await expect(playing).rejects.toMatchObject({ name: "Interrupted", message: "interrupted" });
  });

  test("is told to the agent", async () => {
    const controller = new AbortController();
    const reasons: string[] = [];
    const agent = agentThat(async (context, _message, signal) => {
      signal.addEventListener("abort", () => reasons.push("exchange"));
      context.signal.addEventListener("abort", () => reasons.push("conversation"));
      controller.abort();
      await new Promise(() => {});
    });
    await expect(play(agent, lines("one"), { signal: controller.signal })).rejects.toBeInstanceOf(Interrupted);
    expect(reasons.sort()).toEqual(["conversation", "exchange"]);
  });

  test("of what has not begun opens nothing", async () => {
    const open = vi.fn();
    const playing = play({ name: "a", version: "1", open }, lines("one"), { signal: AbortSignal.abort() });
    await expect(playing).rejects.toBeInstanceOf(Interrupted);
    expect(open).not.toHaveBeenCalled();
  });

  test("that comes after the last word comes too late to matter", async () => {
    const controller = new AbortController();
    const agent = agentThat(() => {}, { close: async () => controller.abort() });
    const { outcome } = await play(agent, lines("one"), { signal: controller.signal });
    expect(outcome).toMatchObject({ kind: "completed" });
  });

  test("leaves no listener on the run's signal, however many conversations there were", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    for (let repeat = 1; repeat <= 5; repeat++)
      await play(
        agentThat(() => {}),
        lines("one", "two"),
        { signal },
      );
    expect(added.mock.calls.length).toBe(removed.mock.calls.length);
    expect(added).toHaveBeenCalled();
  });
});
