import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileSchema, countingIds, type JsonSchema, seededRandom, VivaError } from "../base/index.ts";
import { caseSchema, type LooseToolCall } from "../shape/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { type AgentContext, type AgentEvent, AgentFailure, nothingAgent, randomAgent, type ToolSpec } from "./index.ts";

/** A context that keeps what the agent does. */
function watched(seed = 1) {
  const events: AgentEvent[] = [];
  const asked: LooseToolCall[] = [];
  const context: AgentContext = {
    case: caseSchema.parse({ id: "case", script: [{ content: "go on" }] }),
    world: { snapshot: () => null, diff: () => [] },
    variant: {},
    model() {
      throw new Error("no model is asked");
    },
    approve: async (call) => {
      asked.push(call);
      return { decision: "approved" };
    },
    record: (event) => void events.push(event),
    tool: () => Promise.reject(new Error("no tool is run")),
    asking: () => false,
    gateway: () => Promise.reject(new Error("no gateway is asked for")),
    clock: manualClock(0),
    ids: countingIds(),
    random: seededRandom(seed, "case"),
    signal: new AbortController().signal,
  };
  return { context, events, asked };
}

const tool = (name: string, effect: ToolSpec["effect"], parameters: JsonSchema = { type: "object" }): ToolSpec => ({
  name,
  effect,
  parameters,
});

async function exchanges(agent: ReturnType<typeof randomAgent>, count: number, seed = 1) {
  const { context, events, asked } = watched(seed);
  const session = await agent.open(context);
  for (let exchange = 0; exchange < count; exchange++) await session.reply("go on", context.signal);
  return { events, asked, calls: events.filter((event) => event.type === "call") };
}

describe("the agent that does nothing", () => {
  test("it says one sentence in every exchange and calls nothing", async () => {
    const { events, asked } = await exchanges(nothingAgent([tool("archive", "write")]), 3);
    const said = { type: "text", text: "Thank you for telling me about this." };
    expect(events).toEqual([said, said, said]);
    expect(asked).toEqual([]);
  });

  test("it has the tools of the agent it stands in for, so that cases that name them are valid", () => {
    const tools = [tool("archive", "write")];
    expect(nothingAgent(tools)).toMatchObject({ name: "nothing", version: "1", tools });
    expect(nothingAgent().tools).toEqual([]);
  });
});

describe("the random agent", () => {
  const tools = [tool("look", "read"), tool("show", "display"), tool("archive", "destructive"), tool("add", "write")];

  test("it writes in every exchange, whatever chance says besides", async () => {
    const { calls } = await exchanges(randomAgent(tools), 20);
    expect(calls).toHaveLength(40);
    for (let exchange = 0; exchange < 20; exchange++) {
      expect(["archive", "add"]).toContain(calls[exchange * 2 + 1]?.name);
    }
    expect(new Set(calls.map(({ name }) => name)).size).toBe(4);
  });

  test("it asks before each write, and only then; no call is left without an end", async () => {
    const { calls, asked, events } = await exchanges(randomAgent(tools), 20);
    const writes = calls.filter(({ name }) => name === "archive" || name === "add");
    expect(asked.map(({ id }) => id)).toEqual(writes.map(({ id }) => id));
    const ended = events.filter((event) => event.type === "error").map(({ id }) => id);
    expect(ended).toEqual(calls.map(({ id }) => id));
    expect(new Set(ended).size).toBe(calls.length);
  });

  test("the same seed gives the same calls, another seed others", async () => {
    const first = await exchanges(randomAgent(tools), 10);
    expect((await exchanges(randomAgent(tools), 10)).events).toEqual(first.events);
    expect((await exchanges(randomAgent(tools), 10, 2)).events).not.toEqual(first.events);
  });

  test("without tools it only talks", async () => {
    const { events } = await exchanges(randomAgent(), 1);
    expect(events).toEqual([{ type: "text", text: "I have done something." }]);
  });

  test("the arguments fit what zod makes of a schema in common use", async () => {
    const parameters = z.toJSONSchema(
      z.object({
        note: z.string(),
        status: z.enum(["live", "archived"]),
        kind: z.literal("task"),
        count: z.int(),
        share: z.number().optional(),
        urgent: z.boolean(),
        tags: z.array(z.string()),
        due: z.string().nullable(),
        either: z.union([z.number(), z.object({ deep: z.boolean() })]),
        nothing: z.null(),
      }),
    );
    const { calls } = await exchanges(randomAgent([tool("add", "write", parameters)]), 20);
    // Ints have bounds of their own in zod's schema; the agent keeps within them.
    const check = compileSchema(parameters);
    for (const call of calls) expect(check(call.arguments as never)).toBeUndefined();
    expect(new Set(calls.map((call) => JSON.stringify((call.arguments as { due: unknown }).due))).size).toBeGreaterThan(
      1,
    );
  });

  test("the arguments have the types of any schema", async () => {
    const leaf = fc.constantFrom<JsonSchema>(
      { type: "string" },
      { type: "integer" },
      { type: "number" },
      { type: "boolean" },
      { type: "null" },
      { type: ["integer", "null"] },
      { type: ["array", "boolean"], items: { type: "number" } },
      { enum: ["a", 1, null] },
      { const: false },
      {},
    );
    const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("schema")),
        }),
      ),
    }));
    const property = fc.asyncProperty(schema, fc.nat(), async (value, seed) => {
      const parameters = { type: "object", properties: { value }, required: ["value"] };
      const { calls } = await exchanges(randomAgent([tool("add", "write", parameters)]), 1, seed);
      for (const call of calls) expect(compileSchema(parameters)(call.arguments as never)).toBeUndefined();
    });
    await fc.assert(property);
  });

  test("a tool that says nothing of its parameters is called with an object all the same", async () => {
    for (const parameters of [{}, { properties: { a: { type: "boolean" } } }, { type: "string" }]) {
      const { calls } = await exchanges(randomAgent([tool("add", "write", parameters)]), 1);
      for (const call of calls) expect(call.arguments).toBeTypeOf("object");
    }
  });
});

test("an agent that gives up says why", () => {
  const error = new AgentFailure("more than 8 model calls", "call-limit");
  expect(error).toMatchObject({ name: "AgentFailure", reason: "call-limit", message: "more than 8 model calls" });
  expect(VivaError.isInstance(error)).toBe(true);
  expect(new AgentFailure("x").reason).toBe("threw");
});
