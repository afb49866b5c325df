import { describe, expect, test } from "vitest";
import { type Agent, type AgentContext, wrapTools } from "../agent/index.ts";
import { allCalls, type CaseInput, replyOf, type Transcript } from "../shape/index.ts";
import { jsonWorld } from "../world/index.ts";
import { type PlayOptions, play } from "./play.ts";

type Work = (context: AgentContext, message: string) => unknown;

const spec = (name: string, effect: "read" | "write" | "display" | "control") => ({ name, effect, parameters: {} });
const declared = [spec("list", "read"), spec("add", "write"), spec("show", "display")];

/** Says what its work returns, or that it failed. */
function agent(work: Work, tools: Agent["tools"] | undefined = declared): Agent {
  return {
    name: "desk",
    version: "1",
    ...(tools ? { tools } : {}),
    open: (context) => ({
      async reply(message) {
        const said = await Promise.resolve(work(context, message)).catch((error: Error) => `failed: ${error.message}`);
        context.record({ type: "text", text: JSON.stringify(said ?? null) });
      },
    }),
  };
}

const hello = (more: Partial<CaseInput> = {}): CaseInput => ({ id: "c", script: [{ content: "go" }], ...more });
const callsIn = (transcript: Transcript) => allCalls(transcript).map(({ call }) => call);
const repliesIn = ({ exchanges }: Transcript) => exchanges.map((exchange) => JSON.parse(replyOf(exchange)) as unknown);

/** A desk with a list that `add` makes longer. */
function desk() {
  const items: string[] = [];
  const tools = {
    list: () => [...items],
    add: ({ text }: { text: string }) => {
      items.push(text);
      return { added: text };
    },
    show: () => "shown",
  };
  return { items, tools };
}

async function played(work: Work, testCase: Partial<CaseInput> = {}, options: PlayOptions = {}) {
  const transcript = await play(agent(work), hello(testCase), options);
  return { transcript, calls: callsIn(transcript), replies: repliesIn(transcript) };
}

describe("a tool under Viva's hand", () => {
  test("is run and recorded with its result", async () => {
    const { tools } = desk();
    const { calls, replies } = await played((context) => wrapTools(context, tools).add({ text: "a" }));
    expect(calls).toEqual([
      { id: "call-1", name: "add", effect: "write", arguments: { text: "a" }, result: { added: "a" }, fate: "ran" },
    ]);
    expect(replies).toEqual([{ added: "a" }]);
  });

  test("has failed if it never comes back: nobody saw that it did anything", async () => {
    const never = () => new Promise(() => {});
    const { calls } = await played((context) => {
      void context.tool({ name: "add", arguments: {} }, never);
      void context.tool({ name: "show", arguments: {} }, never);
    });
    expect(calls.map(({ name, fate }) => `${name} ${fate}`)).toEqual(["add failed", "show ran"]);
  });

  test("may change the arguments that it is given, and the record has what the agent asked for", async () => {
    const loud = (given: { text: string }) => {
      given.text = given.text.toUpperCase();
      return given.text;
    };
    const work: Work = (context) => wrapTools(context, { add: loud }).add({ text: "a" });
    const byMock: Work = (context) => context.tool({ name: "add", arguments: { text: "a" } });
    for (const { calls, replies } of [await played(work), await played(byMock, {}, { mocks: { add: loud } })]) {
      expect(calls[0]).toMatchObject({ arguments: { text: "a" }, result: "A" });
      expect(replies).toEqual(["A"]);
    }
  });

  test("is one call where the agent recorded it and asked for leave before", async () => {
    const { calls } = await played(async (context) => {
      const call = { id: "x", name: "add", arguments: { text: "a" } };
      context.record({ type: "call", ...call });
      await context.approve(call);
      return context.tool(call, () => "done");
    });
    expect(calls).toMatchObject([{ id: "x", approval: { decision: "approved" }, result: "done" }]);
  });

  test("is another call where the id has been used up", async () => {
    const call = { id: "x", name: "add" };
    const { calls } = await played(async (context) => {
      await context.tool(call, () => 1);
      return context.tool(call, () => 2);
    });
    expect(calls.map(({ result }) => result)).toEqual([1, 2]);
  });

  test("throws what it threw, and the record has its code", async () => {
    const { calls, replies } = await played((context) =>
      context.tool({ name: "add" }, () => {
        throw Object.assign(new Error("too far"), { code: "outside-world" });
      }),
    );
    expect(calls[0]?.error).toEqual({ message: "too far", code: "outside-world" });
    expect(replies).toEqual(["failed: too far"]);
  });

  test("is not run with arguments that are not JSON", async () => {
    let runs = 0;
    const { calls } = await played((context) => context.tool({ name: "add", arguments: "{" }, () => runs++));
    expect(runs).toBe(0);
    expect(calls[0]?.error?.code).toBe("not-json");
  });
});

describe("mocks", () => {
  test("a function is given the arguments, the world and the number of the call", async () => {
    const world = jsonWorld({ open: true });
    const mocks: PlayOptions["mocks"] = {
      add: ({ text }: { text: string }, { world: own, call, case: { id } }) => [text, own === world, call, id],
    };
    const { calls, replies } = await played(
      async (context) => {
        await context.tool({ name: "add", arguments: { text: "a" } });
        return context.tool({ name: "add", arguments: { text: "b" } });
      },
      {},
      { world, mocks },
    );
    expect(replies).toEqual([["b", true, 2, "c"]]);
    expect(calls.map(({ mocked }) => mocked)).toEqual([true, true]);
  });

  test("one answer is given to every call, a list to one call each, and an error is thrown", async () => {
    const mocks: PlayOptions["mocks"] = { list: { result: [1] }, add: [{ result: "one" }, { error: "full" }] };
    const work: Work = async (context) => {
      const tools = wrapTools(context, { list: () => "real", add: () => "real" });
      const answers = [await tools.list(), await tools.list(), await tools.add()];
      return [...answers, await tools.add().catch(({ message }: Error) => message)];
    };
    const { replies } = await played(work, {}, { mocks });
    expect(replies).toEqual([[[1], [1], "one", "full"]]);
  });

  test("a case's own come before the suite's", async () => {
    const work: Work = (context) => context.tool({ name: "list" });
    const { replies } = await played(work, { mocks: { list: { result: "case" } } }, { mocks: { list: () => "suite" } });
    expect(replies).toEqual(["case"]);
  });

  test("a list that is too short is infrastructure, and says what to add; so it is where the agent caught it", async () => {
    const work: Work = async (context) => {
      await context.tool({ name: "add", arguments: { n: 1 } });
      return context.tool({ name: "add", arguments: { n: 2 } }).catch(() => "never mind");
    };
    const { transcript } = await played(
      work,
      { script: [{ content: "1" }, { content: "2" }] },
      {
        mocks: { add: [{ result: 1 }] },
      },
    );
    expect(transcript.exchanges).toHaveLength(1);
    expect(transcript.outcome).toEqual({
      kind: "infrastructure",
      message:
        'the mock of add has one answer, and this is call 2: add({"n":2}). Add an answer to the end of its list: { "result": … }.',
      exchange: 1,
    });
  });

  test("a tool that nothing answers is infrastructure, with the line to add", async () => {
    const { transcript } = await played((context) => context.tool({ name: "list", arguments: { day: "Mon" } }));
    expect(transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message:
        'the agent called list({"day":"Mon"}), and nothing answers: the tool has no code here and no mock. Add to the suite: mocks: { list: () => ({ … }) }. Or to the case: "mocks": { "list": { "result": … } }.',
    });
  });

  test("a tool that the model made up is the agent's to deal with", async () => {
    const { transcript, replies } = await played((context) => context.tool({ name: "fly" }));
    expect(transcript.outcome.kind).toBe("completed");
    expect(replies).toEqual(["failed: there is no tool called fly"]);
  });
});

describe("faults", () => {
  const adding =
    (tools: ReturnType<typeof desk>["tools"]): Work =>
    (context) =>
      wrapTools(context, tools).add({ text: "a" });

  test.each([
    ["error", 0, "the service is not available (503)"],
    ["timeout", 0, "no answer within 30 seconds"],
    ["half-done", 1, "the connection was lost before an answer came"],
  ] as const)("%s: the agent is given an error, and the tool was run %i times", async (kind, runs, message) => {
    const { items, tools } = desk();
    const { calls, replies } = await played(adding(tools), { faults: [{ tool: "add", kind }] });
    expect(items).toHaveLength(runs);
    expect(replies).toEqual([`failed: ${message}`]);
    expect(calls).toMatchObject([{ name: "add", fault: kind, error: { message } }]);
    expect(calls[0]).not.toHaveProperty("result");
  });

  test("the message can be given, and the calls that it strikes", async () => {
    const { items, tools } = desk();
    const work: Work = async (context) => {
      const { add } = wrapTools(context, tools);
      const first = await add({ text: "a" }).catch(({ message }: Error) => message);
      return [first, await add({ text: "a" })];
    };
    const faults: CaseInput["faults"] = [{ tool: "add", kind: "error", calls: [1], message: "out of paper" }];
    const { replies, calls } = await played(work, { faults });
    expect(replies).toEqual([["out of paper", { added: "a" }]]);
    expect(calls.map(({ fault }) => fault)).toEqual(["error", undefined]);
    expect(items).toEqual(["a"]);
  });

  test("empty: nothing is returned, in the form that the tool's results have", async () => {
    const work: Work = async (context) => {
      const tools = wrapTools(context, { list: () => [1], add: () => ({ a: 1 }), show: () => "x" });
      return [await tools.list(), await tools.add(), await tools.show()];
    };
    const faults = ["list", "add", "show"].map((tool) => ({ tool, kind: "empty" as const }));
    const { replies, calls } = await played(work, { faults });
    expect(replies).toEqual([[[], {}, ""]]);
    expect(calls.map(({ fault, result }) => [fault, result])).toEqual([
      ["empty", []],
      ["empty", {}],
      ["empty", ""],
    ]);
  });

  test("stale: the same call is given what it returned before, once that no longer holds", async () => {
    const { tools } = desk();
    const work: Work = async (context) => {
      const { list, add } = wrapTools(context, tools);
      const before = [await list(), await list()];
      await add({ text: "a" });
      return [...before, await list(), await list()];
    };
    const { replies, calls } = await played(work, { faults: [{ tool: "list", kind: "stale" }] });
    expect(replies).toEqual([[[], [], [], []]]);
    expect(calls.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined, "stale", "stale"]);
  });

  test("slow: the tool does its work, later", async () => {
    const { tools } = desk();
    const started = performance.now();
    const faults: CaseInput["faults"] = [{ tool: "add", kind: "slow", ms: 20 }];
    const { calls } = await played(adding(tools), { faults });
    expect(performance.now() - started).toBeGreaterThanOrEqual(19);
    expect(calls).toMatchObject([{ fault: "slow", result: { added: "a" } }]);
  });

  test("are laid over mocks too, which are not used up by a tool that is not run", async () => {
    const work: Work = async (context) => {
      await context.tool({ name: "add" }).catch(() => {});
      return context.tool({ name: "add" });
    };
    const faults: CaseInput["faults"] = [{ tool: "add", kind: "error", calls: [1] }];
    const { replies, calls } = await played(work, { faults, mocks: { add: [{ result: "first" }] } });
    expect(replies).toEqual(["first"]);
    expect(calls.map(({ mocked }) => mocked)).toEqual([undefined, true]);
  });

  test("a tool that the agent runs past Viva cannot be made to fail: that is infrastructure, not a pass", async () => {
    const past: Work = (context) => {
      context.record({ type: "call", id: "x", name: "add", arguments: {} });
      context.record({ type: "result", id: "x", result: "done" });
    };
    const { transcript } = await played(past, { faults: [{ tool: "add", kind: "error" }] });
    expect(transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringMatching(/laid over add, but the agent ran add in exchange 1 by itself.*context\.tool/),
    });
    const { transcript: other } = await played(past, { faults: [{ tool: "list", kind: "error" }] });
    expect(other.outcome.kind).toBe("completed");
  });

  test("nor can it be mocked: an agent that answers by itself was not examined with the mock", async () => {
    const past: Work = (context) => {
      context.record({ type: "call", id: "x", name: "add", arguments: {} });
      context.record({ type: "result", id: "x", result: "really done" });
    };
    const outcome = async (more: Partial<CaseInput>, options?: PlayOptions) =>
      (await played(past, more, options)).transcript.outcome;
    const missed = {
      kind: "infrastructure",
      message: expect.stringMatching(/^add has a mock, but the agent ran add in exchange 1 by itself.*context\.tool/),
    };
    expect(await outcome({ mocks: { add: { result: "mocked" } } })).toMatchObject(missed);
    expect(await outcome({}, { mocks: { add: () => "mocked" } })).toMatchObject(missed);
    expect(await outcome({ mocks: { list: { result: [] } } })).toMatchObject({ kind: "completed" });
    const rejected: Work = async (context) => {
      await context.approve({ id: "x", name: "add", arguments: {} });
      context.record({ type: "result", id: "x", result: "rejected by the user" });
    };
    const more: Partial<CaseInput>[] = [
      { mocks: { add: { result: 1 } } },
      { faults: [{ tool: "add", kind: "error" }] },
    ];
    for (const one of more)
      expect((await played(rejected, { ...one, approvals: "reject" })).transcript.outcome.kind).toBe("completed");
  });

  test("nor can one whose results the agent does not even record, unless it was never run", async () => {
    const proposed = (context: AgentContext) => context.record({ type: "call", id: "x", name: "add", arguments: {} });
    const faults: CaseInput["faults"] = [{ tool: "add", kind: "error" }];
    const outcome = async (work: Work, more: Partial<CaseInput> = {}) =>
      (await played(work, { faults, ...more })).transcript.outcome.kind;
    expect(await outcome(proposed)).toBe("infrastructure");
    const asks: Work = (context) => context.approve({ id: "x", name: "add", arguments: {} });
    expect(await outcome(asks, { approvals: "reject" })).toBe("completed");
    // Of two calls it left the second when the first one failed.
    const leaves: Work = (context) => {
      const first = context.tool({ name: "list" }, () => []);
      proposed(context);
      return first;
    };
    expect(await outcome(leaves)).toBe("completed");
  });

  describe("of the variant", () => {
    const all: Work = async (context) => {
      const { tools } = desk();
      const { list, add, show } = wrapTools(context, tools);
      for (const run of [list, () => add({ text: "a" }), list, show]) await run().catch(() => {});
      return context.variant;
    };
    const struck = async (fault: string, testCase: Partial<CaseInput> = {}) => {
      const { calls, replies } = await played(all, testCase, { variant: { prompt: "v2", fault } });
      expect(replies).toEqual([{ prompt: "v2" }]);
      return calls.map((call) => call.fault);
    };

    test.each([
      ["error", ["error", "error", "error", undefined]],
      ["timeout", ["timeout", "timeout", "timeout", undefined]],
      ["half-done", [undefined, "half-done", undefined, undefined]],
      ["empty", [undefined, undefined, "empty", undefined]],
      ["stale", [undefined, undefined, "stale", undefined]],
      ["none", [undefined, undefined, undefined, undefined]],
    ])("%s strikes the tools it can, and the agent is not told", async (fault, expected) => {
      expect(await struck(fault)).toEqual(expected);
    });

    test("leaves alone a case that has faults of its own", async () => {
      expect(await struck("error", { faults: [{ tool: "show", kind: "error" }] })).toEqual([
        undefined,
        undefined,
        undefined,
        "error",
      ]);
    });
  });
});

describe("who made a call", () => {
  const control = [...declared, spec("transfer_to_billing", "control"), spec("transfer_to_savings", "write")];
  const handing = async (tool: string, more: { agent?: string; fails?: boolean } = {}) => {
    const work: Work = async (context, message) => {
      if (message === "go") {
        const run = () => (more.fails ? Promise.reject(new Error("busy")) : "ok");
        return context.tool({ name: tool }, run);
      }
      return context.tool({ name: "add", ...(more.agent ? { agent: more.agent } : {}) }, () => "ok");
    };
    const script = [{ content: "go" }, { content: "on" }];
    return callsIn(await play(agent(work, control), hello({ script }))).map((call) => call.agent);
  };

  test("is the agent that took over, from the next call on", async () => {
    expect(await handing("transfer_to_billing")).toEqual([undefined, "billing"]);
  });

  test("is whoever the call itself names", async () => {
    expect(await handing("transfer_to_billing", { agent: "clerk" })).toEqual([undefined, "clerk"]);
  });

  test("does not change where the handoff failed, or the tool writes", async () => {
    expect(await handing("transfer_to_billing", { fails: true })).toEqual([undefined, undefined]);
    expect(await handing("transfer_to_savings")).toEqual([undefined, undefined]);
  });
});
