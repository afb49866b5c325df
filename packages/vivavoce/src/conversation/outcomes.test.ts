import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Agent, type AgentContext, AgentFailure } from "../agent/index.ts";
import { InfrastructureError, InputError } from "../base/index.ts";
import { type Model, ModelError, openModel } from "../model/index.ts";
import type { Outcome, Transcript } from "../shape/index.ts";
import { instantTiming, type ModelScript, scriptedModel } from "../testing/index.ts";
import { type PlayOptions, play } from "./play.ts";

type Reply = (context: AgentContext, message: string, signal: AbortSignal) => unknown;

function agentThat(reply: Reply): Agent {
  return {
    name: "agent",
    version: "1",
    open: (context) => ({
      async reply(message, signal) {
        await reply(context, message, signal);
      },
    }),
  };
}

const twoLines = { id: "case", script: [{ content: "one" }, { content: "two" }] };

async function playWith(
  reply: Reply,
  script: ModelScript | Model = "Hello.",
  options: PlayOptions = {},
): Promise<Transcript> {
  const model =
    typeof script === "object" && "call" in script ? (script as Model) : scriptedModel(script as ModelScript);
  return play(agentThat(reply), twoLines, { models: { agent: model }, ...options });
}

async function outcomeWith(...given: Parameters<typeof playWith>): Promise<Outcome> {
  return (await playWith(...given)).outcome;
}

const question = { messages: [{ role: "user" as const, content: "?" }] };
const ask = ({ model }: AgentContext, signal?: AbortSignal) => model().call(question, signal ? { signal } : {});
/** The agent of a tutorial: asks its model and says what it answers. */
const simple: Reply = async (context) => context.record({ type: "text", text: (await ask(context)).text });
/** The same, and an outage becomes a sentence. */
const apologetic: Reply = async (context) => {
  const text = await ask(context).then(
    (answer) => answer.text,
    () => "Sorry, something went wrong.",
  );
  context.record({ type: "text", text });
};

const down = new ModelError({ message: "500 from the server", failure: "status", status: 500 });

describe("a conversation that completes", () => {
  test("says something in every exchange", async () => {
    const transcript = await playWith(simple);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(transcript.exchanges.map(({ user, items }) => [user?.content, items])).toEqual([
      ["one", [{ type: "text", text: "Hello." }]],
      ["two", [{ type: "text", text: "Hello." }]],
    ]);
  });

  test("a tool call without a word is a reply too", async () => {
    expect(await outcomeWith(({ record }) => record({ type: "call", name: "look" }))).toMatchObject({
      kind: "completed",
    });
  });
});

describe("the agent's failure", () => {
  test.each([
    ["an error", new Error("no such note"), "no such note"],
    ["a string", "just a string", "just a string"],
    ["an object", { code: 7 }, '{"code":7}'],
    ["nothing at all", undefined, "undefined"],
  ])("it throws %s", async (_name, thrown, message) => {
    const outcome = await outcomeWith(() => {
      throw thrown;
    });
    expect(outcome).toEqual({ kind: "agent-failed", reason: "threw", message, exchange: 1 });
  });

  test("what stood before the failure is kept, and the rest of the script is not played", async () => {
    const transcript = await playWith((context, message) => {
      context.record({ type: "text", text: `You said ${message}` });
      if (message === "two") throw new Error("enough");
    });
    expect(transcript.exchanges).toHaveLength(2);
    expect(transcript.exchanges[1]?.items).toEqual([{ type: "text", text: "You said two" }]);
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", exchange: 2 });
  });

  test("it gives up for a reason of its own", async () => {
    const outcome = await outcomeWith(() => {
      throw new AgentFailure("asked eight times and got nowhere", "call-limit");
    });
    expect(outcome).toEqual({
      kind: "agent-failed",
      reason: "call-limit",
      message: "asked eight times and got nowhere",
      exchange: 1,
    });
  });

  test.each([
    ["does nothing", () => {}],
    ["says an empty text", ({ record }: AgentContext) => record({ type: "text", text: "" })],
    ["says white space", ({ record }: AgentContext) => record({ type: "text", text: " \n\t" })],
    ["says something invisible", ({ record }: AgentContext) => record({ type: "text", text: "\u200b" })],
    ["has a model that says nothing", simple],
    ["says a value that is not there", ({ record }: AgentContext) => record({ type: "text", text: `${undefined}` })],
    ["says an object", ({ record }: AgentContext) => record({ type: "text", text: String(Promise.resolve()) })],
  ])("an agent that %s has replied nothing", async (_name, reply) => {
    expect(await outcomeWith(reply, "")).toMatchObject({ kind: "agent-failed", reason: "empty-reply", exchange: 1 });
  });

  test("it cannot even be opened", async () => {
    const agent: Agent = {
      name: "broken",
      version: "1",
      open() {
        throw new Error("no prompt");
      },
    };
    expect((await play(agent, twoLines)).outcome).toMatchObject({ kind: "agent-failed", message: "no prompt" });
    const later: Agent = { ...agent, open: () => Promise.reject(new Error("no prompt yet")) };
    expect((await play(later, twoLines)).outcome).toMatchObject({ kind: "agent-failed", message: "no prompt yet" });
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "undefined"],
    ["a promise of nothing", Promise.resolve(), "undefined"],
    ["a text", "session", "the text “session”"],
    ["a session without reply()", { close: async () => {} }, "an object with close"],
    ["something without a reply function", { reply: "Hello" }, "an object with reply"],
    ["the reply itself", async () => {}, "a function"],
  ])("its open() returns %s, and it is told what to return", async (_name, session, shown) => {
    const agent: Agent = { name: "broken", version: "1", open: () => session as never };
    const { outcome, exchanges } = await play(agent, twoLines);
    expect(outcome).toEqual({
      kind: "agent-failed",
      reason: "threw",
      message: `the agent's open() returned ${shown}, which is not a session: a session is { async reply(message) { … } }, with close() where there is something to close`,
      exchange: 1,
    });
    expect(exchanges).toHaveLength(1);
  });

  test("it gives up for a reason that nobody knows", async () => {
    const outcome = await outcomeWith(() => {
      throw new AgentFailure("out of patience", 1n as never);
    });
    expect(outcome).toEqual({ kind: "agent-failed", reason: "threw", message: "out of patience", exchange: 1 });
  });

  test.each<[string, Reply, string]>([
    ["records nothing at all", ({ record }) => record(undefined as never), "record() was given undefined"],
    ["records what is not an event", ({ record }) => record({ type: "bogus" } as never), "the text “bogus”"],
    ["records a call without a name", ({ record }) => record({ type: "call" } as never), "whose name is undefined"],
    ["asks leave for nothing", ({ approve }) => approve(undefined as never), "approve() was given undefined"],
  ])("it %s", async (_name, reply, said) => {
    const outcome = await outcomeWith(reply);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining(said) });
  });

  test("it records the result of a call that it never made", async () => {
    const outcome = await outcomeWith(({ record }) => record({ type: "result", id: "ghost", result: 1 }));
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining("ghost") });
  });
});

describe("the limits on calls", () => {
  const loop: Reply = async (context) => {
    for (;;) await ask(context);
  };

  test("too many model calls", async () => {
    const transcript = await playWith(loop, "Hello.", { limits: { modelCalls: 3 } });
    expect(transcript.outcome).toEqual({
      kind: "agent-failed",
      reason: "call-limit",
      message: "more than 3 model calls in one exchange",
      exchange: 1,
    });
    expect(transcript.exchanges[0]?.modelCalls).toBe(3);
  });

  test("each exchange has its own count", async () => {
    const twice: Reply = async (context) => {
      await ask(context);
      await simple(context, "", context.signal);
    };
    const transcript = await playWith(twice, "Hello.", { limits: { modelCalls: 2 } });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(transcript.exchanges.map(({ modelCalls }) => modelCalls)).toEqual([2, 2]);
  });

  test("an agent that swallows the limit and talks on has reached it all the same", async () => {
    const swallowing: Reply = async (context) => {
      for (let call = 0; call < 10; call++) await ask(context).catch(() => {});
      context.record({ type: "text", text: "All good." });
    };
    const outcome = await outcomeWith(swallowing, "Hello.", { limits: { modelCalls: 3 } });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "call-limit" });
  });

  test("an agent that swallows it until its signal is raised is stopped, and the calls are what is reported", async () => {
    const stubborn: Reply = async (context, _message, signal) => {
      while (!signal.aborted) await ask(context).catch(() => {});
    };
    const outcome = await outcomeWith(stubborn, "Hello.", { limits: { modelCalls: 3, exchangeMs: 30 } });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "call-limit" });
  });

  test("too many tool calls, thrown or swallowed", async () => {
    const many =
      (swallow: boolean): Reply =>
      ({ record }) => {
        for (let call = 0; call < 5; call++) {
          try {
            record({ type: "call", name: "look" });
          } catch (error) {
            if (!swallow) throw error;
          }
        }
      };
    const failed = {
      kind: "agent-failed",
      reason: "call-limit",
      message: "more than 4 tool calls in one exchange",
      exchange: 1,
    };
    expect(await outcomeWith(many(false), "", { limits: { toolCalls: 4 } })).toEqual(failed);
    expect(await outcomeWith(many(true), "", { limits: { toolCalls: 4 } })).toEqual(failed);
    expect(await outcomeWith(many(false), "", { limits: { toolCalls: 5 } })).toMatchObject({ kind: "completed" });
  });

  test("a limit that is left undefined is the default", async () => {
    const limits = { exchangeMs: undefined, modelCalls: undefined } as unknown as PlayOptions["limits"];
    expect(await outcomeWith(simple, "Hello.", { limits: limits ?? {} })).toMatchObject({ kind: "completed" });
  });
});

describe("a call beyond the limit ends the exchange at once", () => {
  // With these limits on time the tests would not end if they had to strike.
  const limits = { modelCalls: 3, toolCalls: 3, exchangeMs: 3_600_000, conversationMs: 3_600_000 };
  const failed = { kind: "agent-failed", reason: "call-limit", exchange: 1 };
  const forever = () => new Promise<never>(() => {});
  // Such an agent would keep a core busy until all tests are over.
  let isChecked = false;
  beforeEach(() => {
    isChecked = false;
  });
  afterEach(() => {
    isChecked = true;
  });

  test.each<[string, Reply]>([
    [
      "a model's, though the agent tries again for ever",
      async (context) => {
        while (!isChecked) await ask(context).catch(() => {});
      },
    ],
    [
      "a tool's, though the agent then waits for ever",
      async (context) => {
        for (let number = 0; number < 3; number++) context.record({ type: "call", name: "add", arguments: { number } });
        try {
          context.record({ type: "call", name: "add", arguments: {} });
        } catch {
          await forever();
        }
      },
    ],
    [
      "one that is asked for, though the agent asks again for ever",
      async (context) => {
        for (let id = 0; !isChecked; id++) {
          await context.approve({ id: String(id), name: "add", arguments: {} }).catch(() => {});
        }
      },
    ],
  ])("%s", async (_name, reply) => {
    let told: unknown;
    const listening: Reply = (context, message, signal) => {
      signal.addEventListener("abort", () => {
        told = signal.reason;
      });
      return reply(context, message, signal);
    };
    expect(await outcomeWith(listening, "Hello.", { limits })).toMatchObject(failed);
    expect(told).toMatchObject({ name: "AbortError", message: "the call limit was reached" });
  });
});

describe("an outage is not a result", () => {
  const outage = { kind: "infrastructure", message: "500 from the server", exchange: 1 };

  test("the agent lets the model's failure through", async () => {
    expect(await outcomeWith(simple, down)).toEqual(outage);
  });

  test("the agent swallows it and apologises", async () => {
    expect(await outcomeWith(apologetic, down)).toEqual(outage);
  });

  test("the agent swallows it and says nothing", async () => {
    const silent: Reply = (context) =>
      ask(context)
        .then(() => {})
        .catch(() => {});
    expect(await outcomeWith(silent, down)).toEqual(outage);
  });

  test("the agent wraps it, once or more often", async () => {
    const wrapping: Reply = async (context) => {
      try {
        await ask(context);
      } catch (cause) {
        throw new Error("the coach failed", { cause: new Error("so did its brain", { cause }) });
      }
    };
    expect(await outcomeWith(wrapping, down)).toMatchObject({ kind: "infrastructure", message: "the coach failed" });
  });

  test("the agent throws something of its own instead, without a cause", async () => {
    const rude: Reply = async (context) => {
      await ask(context).catch(() => {
        throw new Error("LLM call failed");
      });
    };
    expect(await outcomeWith(rude, down)).toEqual(outage);
    const givingUp: Reply = async (context) => {
      await ask(context).catch(() => {
        throw new AgentFailure("I give up");
      });
    };
    expect(await outcomeWith(givingUp, down)).toEqual(outage);
  });

  test("a model of the user's own fails with an error of its own", async () => {
    const own: Model = {
      id: "own:model",
      async call() {
        throw new TypeError("fetch failed");
      },
    };
    expect(await outcomeWith(simple, own)).toEqual({ ...outage, message: "fetch failed" });
    expect(await outcomeWith(apologetic, own)).toEqual({ ...outage, message: "fetch failed" });
  });

  test("a second call that succeeds makes it good", async () => {
    const retrying: Reply = async (context) => {
      const answer = await ask(context).catch(() => ask(context));
      context.record({ type: "text", text: answer.text });
    };
    const transcript = await playWith(retrying, [down, "Second time lucky.", "Hello."]);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(transcript.exchanges[0]?.modelCalls).toBe(2);
  });

  test("a success before it does not", async () => {
    const twice: Reply = async (context) => {
      context.record({ type: "text", text: (await ask(context)).text });
      await ask(context).catch(() => {});
    };
    expect(await outcomeWith(twice, ["First.", down])).toEqual(outage);
  });

  test("nor does an answer in an earlier exchange", async () => {
    const transcript = await playWith(apologetic, ["Hello.", down]);
    expect(transcript.outcome).toEqual({ ...outage, exchange: 2 });
    expect(transcript.exchanges).toHaveLength(2);
  });

  test("calls up to the limit that all failed are an outage, not a loop", async () => {
    const stubborn: Reply = async (context) => {
      for (;;) {
        const answer = await ask(context).catch((error: unknown) => {
          if (error instanceof AgentFailure) throw error;
        });
        if (answer) return;
      }
    };
    expect(await outcomeWith(stubborn, down, { limits: { modelCalls: 3 } })).toEqual(outage);
  });

  test("an infrastructure error from anywhere below the agent", async () => {
    const outcome = await outcomeWith(() => {
      throw new InfrastructureError({ message: "the vault's disk is full" });
    });
    expect(outcome).toEqual({ ...outage, message: "the vault's disk is full" });
  });

  test("bad input to a tool is the agent's own doing", async () => {
    const outcome = await outcomeWith(() => {
      throw new InputError({ message: "this world's value is not JSON" });
    });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw" });
  });

  test("something that is not an answer", async () => {
    const broken: Model = { id: "own:broken", call: async () => ({ words: "hello" }) as never };
    const outcome = await outcomeWith(apologetic, broken);
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("not an answer") });
  });

  test("a model that nobody named is a fault of the set-up, even if the agent swallows it", async () => {
    const message = "play() was given no model critic. Pass models: { critic: … }.";
    expect(await outcomeWith(({ model }) => model("critic"))).toEqual({ ...outage, message });
    const swallowing: Reply = ({ model, record }) => {
      try {
        model("critic");
      } catch {
        record({ type: "text", text: "Never mind." });
      }
    };
    expect(await outcomeWith(swallowing)).toEqual({ ...outage, message });
    expect(await outcomeWith(({ model }) => model("constructor"))).toMatchObject({
      message: "play() was given no model constructor. Pass models: { constructor: … }.",
    });
  });

  test("an agent that cancels a call of its own accord has not met an outage", async () => {
    const hasty: Reply = async (context) => {
      const controller = new AbortController();
      const slow = context.model("slow").call(question, { signal: controller.signal });
      const { text } = await ask(context);
      controller.abort();
      await slow.catch(() => {});
      context.record({ type: "text", text });
    };
    const slow: Model = {
      id: "own:slow",
      call: (_request, { signal } = {}) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    };
    const models = { agent: scriptedModel("Quick."), slow };
    expect((await play(agentThat(hasty), twoLines, { models })).outcome).toMatchObject({ kind: "completed" });
  });
});

describe("the time limit", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function outcomeAfter(milliseconds: number, ...given: Parameters<typeof playWith>): Promise<Outcome> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const playing = outcomeWith(...given);
    await vi.advanceTimersByTimeAsync(milliseconds);
    return playing;
  }
  const limits = { exchangeMs: 2_000 };
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const tooLong = {
    kind: "agent-failed",
    reason: "time-limit",
    message: "the exchange took longer than 2 s",
    exchange: 1,
  };
  /** Never answers; a cancelled call ends with what is given. */
  const hanging = (end: (signal: AbortSignal) => unknown): Model => ({
    id: "own:hanging",
    call: (_request, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(end(signal)))),
  });

  test("an agent that ignores its signal is left behind", async () => {
    expect(await outcomeAfter(3_000, () => new Promise(() => {}), "", { limits })).toEqual(tooLong);
  });

  test("what such an agent does later is not recorded", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const late: Reply = async ({ record, approve }) => {
      record({ type: "text", text: "Working on it …" });
      await wait(10_000);
      record({ type: "text", text: "Done at last." });
      await approve({ id: "1", name: "archive" });
    };
    const playing = playWith(late, "", { limits });
    await vi.advanceTimersByTimeAsync(60_000);
    const transcript = await playing;
    expect(transcript.outcome).toEqual(tooLong);
    expect(transcript.exchanges[0]?.items).toEqual([{ type: "text", text: "Working on it …" }]);
  });

  test("an agent that takes its time, but not too much of it, completes", async () => {
    const slow: Reply = async ({ record }) => {
      await wait(1_999);
      record({ type: "text", text: "Here." });
    };
    expect(await outcomeAfter(4_000, slow, "", { limits })).toMatchObject({ kind: "completed" });
  });

  test("the whole conversation has a limit too", async () => {
    const slow: Reply = async ({ record }) => {
      await wait(1_500);
      record({ type: "text", text: "Here." });
    };
    const outcome = await outcomeAfter(5_000, slow, "", { limits: { exchangeMs: 2_000, conversationMs: 2_500 } });
    expect(outcome).toEqual({ ...tooLong, message: "the conversation took longer than 2.5 s", exchange: 2 });
  });

  test("waiting for one call that is never answered is an outage, however the wait ends", async () => {
    const unanswered = {
      kind: "infrastructure",
      message: "the exchange took longer than 2 s, most of it waiting for a model",
      exchange: 1,
    };
    const cancelled = () => new ModelError({ message: "cancelled", failure: "cancelled" });
    expect(await outcomeAfter(3_000, simple, hanging(cancelled), { limits })).toEqual(unanswered);
    expect(await outcomeAfter(3_000, apologetic, hanging(cancelled), { limits })).toEqual(unanswered);
    const ended = hanging((signal) => signal.reason);
    expect(await outcomeAfter(3_000, simple, ended, { limits })).toEqual(unanswered);
  });

  test("a call that was unanswered for less than half of the time excuses nobody", async () => {
    const dawdling: Reply = async (context, message, signal) => {
      await wait(1_200);
      await simple(context, message, signal);
    };
    expect(
      await outcomeAfter(
        3_000,
        dawdling,
        hanging((signal) => signal.reason),
        { limits },
      ),
    ).toEqual(tooLong);
  });

  const outage = {
    kind: "infrastructure",
    message: "the exchange took longer than 2 s, while a model call failed: 500 from the server",
    exchange: 1,
  };

  test("waiting for one that fails and is tried again is an outage", async () => {
    const retried = hanging(() => new ModelError({ message: "cancelled", failure: "cancelled", cause: down }));
    expect(await outcomeAfter(3_000, simple, retried, { limits })).toEqual(outage);
    expect(await outcomeAfter(3_000, apologetic, retried, { limits })).toEqual(outage);
  });

  test("also where it is the agent that tries again", async () => {
    const patient: Reply = async (context, _message, signal) => {
      while (!signal.aborted) {
        await ask(context).catch(() => {});
        await wait(300);
      }
    };
    expect(await outcomeAfter(3_500, patient, down, { limits })).toEqual(outage);
  });

  test("waiting for a turn at a model is not the agent's time", async () => {
    const post = async () => {
      await wait(1_500);
      return { status: 200, headers: {}, body: '{"choices":[{"message":{"content":"Hi."}}]}' };
    };
    const spec = { model: "compatible:m", baseURL: "http://127.0.0.1:9/v1", concurrency: 1 };
    const model = openModel(spec, { environment: {}, post });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const others = [1, 2, 3, 4].map(() => model.call(question));
    const playing = outcomeWith(apologetic, model, { limits: { exchangeMs: 2_000, conversationMs: 3_500 } });
    await vi.advanceTimersByTimeAsync(30_000);
    const outcome = await playing;
    expect(outcome).toMatchObject({ kind: "completed" });
    await Promise.all(others);
  });

  test("also with the retries of a real model", async () => {
    const post = async () => ({ status: 503, headers: {}, body: "{}" });
    const spec = { model: "compatible:m", baseURL: "http://127.0.0.1:9/v1" };
    const model = openModel(spec, {
      environment: {},
      post,
      timing: {
        ...instantTiming(),
        random: () => 1,
        sleep: (_ms, signal) =>
          new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      },
    });
    const outcome = await outcomeAfter(3_000, apologetic, model, { limits });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("503") });
  });
});
