import { describe, expect, test } from "vitest";
import { type Agent, nothingAgent, type ReplyContext } from "../agent/index.ts";
import { cases } from "../case/index.ts";
import { contains, defineMetric, scored, toolUse } from "../metric/index.ts";
import type { World } from "../shape/index.ts";
import { agentOf, caseSource, isSuite, suite } from "./suite.ts";
import type { SuiteDefinition } from "./suite-definition.ts";
import { problemsOf } from "./temporary-project.test-helper.ts";

const good: SuiteDefinition = {
  name: "flow-coach",
  cases: [{ id: "one", script: [{ content: "Hello" }] }],
  agent: nothingAgent(),
  metrics: [toolUse()],
};

/** What suite() says of a definition that is good but for this. */
async function refusals(change: object): Promise<string[]> {
  const problems = await problemsOf(() => suite({ ...good, ...change } as SuiteDefinition));
  return problems.map(({ message, remedy }) => (remedy ? `${message} ${remedy}` : message));
}

describe("suite()", () => {
  test("gives the definition back, marked as checked", () => {
    const checked = suite(good);
    expect(checked).toMatchObject(good);
    expect(isSuite(checked)).toBe(true);
    expect(isSuite(good)).toBe(false);
    for (const other of [null, undefined, "suite", {}]) expect(isSuite(other)).toBe(false);
  });

  test("a suite of another copy of the package is one", () => {
    expect(isSuite({ ...good, [Symbol.for("vivavoce.suite")]: true })).toBe(true);
  });

  test("everything it may hold is accepted", () => {
    const full: SuiteDefinition = {
      ...good,
      cases: cases("./cases/*.json"),
      world: () => ({ snapshot: () => null, diff: () => [] }),
      variants: { prompt: ["v2", "v1"] },
      agent: () => nothingAgent(),
      files: ["./prompts/*.md"],
      models: { agent: "openai:gpt-5-mini", judge: { model: "openai:gpt-5", temperature: 0.5 } },
      threshold: 0.7,
      gate: { primary: "toolUse", margin: 0.05, maxUnscored: 0.1, passRate: 0.9, inconclusive: "fail" },
      limits: { exchangeMs: 1, conversationMs: 1, modelCalls: 1, toolCalls: 1 },
      cassettes: "./tapes",
    };
    expect(isSuite(suite(full))).toBe(true);
  });

  test.each<[string, object, string]>([
    [
      "a name of two words",
      { name: "flow coach" },
      "suite flow coach: name: a suite's name must be one word of letters, digits, dots and dashes",
    ],
    [
      "an empty name",
      { name: "" },
      "suite : name: a suite's name must be one word of letters, digits, dots and dashes",
    ],
    [
      "cases that are not cases",
      { cases: {} },
      'suite flow-coach: cases: should be cases("./cases/*.json"), or a list of cases',
    ],
    [
      "a path for cases",
      { cases: "./cases/*.json" },
      'suite flow-coach: cases: should be cases("./cases/*.json"), or a list of cases',
    ],
    ["no metric", { metrics: [] }, "suite flow-coach: metrics: a suite needs at least one metric"],
    [
      "a metric that was not called",
      { metrics: [toolUse] },
      "suite flow-coach: metrics.0: not a metric; call it: toolUse()",
    ],
    [
      "a metric that is an object made by hand",
      { metrics: [{ name: "polite", score: () => ({ value: 1 }) }] },
      "suite flow-coach: metrics.0: defineMetric({ name, score }) makes a metric of it",
    ],
    [
      "no agent",
      { agent: undefined },
      "suite flow-coach: agent: should be { name, version, open() }, (message, context) => reply, or a function of the variant that returns an agent",
    ],
    [
      "an agent that cannot be opened",
      { agent: { name: "a", version: "1" } },
      "suite flow-coach: agent: should be { name, version, open() }, (message, context) => reply, or a function of the variant that returns an agent",
    ],
    [
      "a mock that is not one",
      { mocks: { add: "done" } },
      'suite flow-coach: mocks.add: this is not a mock Write it like this: mocks: { find_slot: () => ({ … }), book: [{ result: … }, { error: "…" }] }.',
    ],
    [
      "a variant that --faults needs",
      { variants: { fault: ["a"] } },
      "suite flow-coach: a variant may not be called fault: that is what --faults chooses Rename it.",
    ],
    ["a field nobody knows", { metric: [] }, 'suite flow-coach: unknown field "metric" Did you mean metrics?'],
  ])("refuses %s", async (_name, change, message) => {
    expect(await refusals(change)).toEqual([message]);
  });

  test.each<[string, object, RegExp]>([
    ["a variant without values", { variants: { prompt: [] } }, /variants\.prompt/],
    ["a variant with an empty value", { variants: { prompt: [""] } }, /variants\.prompt\.0/],
    ["a threshold off the scale", { threshold: 1.2 }, /: threshold: /],
    ["a limit of nothing", { limits: { exchangeMs: 0 } }, /limits\.exchangeMs/],
    ["half a call", { limits: { modelCalls: 1.5 } }, /limits\.modelCalls/],
    ["a limit nobody knows", { limits: { seconds: 5 } }, /: unknown field "seconds" in limits/],
    ["a gate nobody knows", { gate: { floor: 0.5 } }, /: unknown field "floor" in gate/],
    ["a world that is not a function", { world: {} }, /: world: /],
    ["files that are not a list", { files: "./prompts/*.md" }, /: files: /],
  ])("refuses %s", async (_name, change, message) => {
    expect(await refusals(change)).toEqual([expect.stringMatching(message)]);
  });

  test("says everything at once", async () => {
    expect(await refusals({ name: "a b", metrics: [], threshold: 7 })).toHaveLength(3);
  });

  test("refuses what is not a definition at all", async () => {
    for (const nothing of [undefined, null, "coach"]) {
      const [problem] = await problemsOf(() => suite(nothing as unknown as SuiteDefinition));
      expect(problem?.message).toMatch(/^suite\(\): definition: /);
    }
  });

  test("refuses two metrics of one name: their scores could not be told apart", async () => {
    expect(await refusals({ metrics: [toolUse(), contains(), toolUse()] })).toEqual([
      'suite flow-coach: two metrics are called toolUse, so their scores could not be told apart Give one of them a name of its own: { name: "…" }.',
    ]);
  });

  test("refuses a primary metric that it does not have", async () => {
    expect(await refusals({ gate: { primary: "criteria" } })).toEqual([
      "suite flow-coach: gate.primary is criteria, but the metrics are toolUse Name one of those, or add the metric.",
    ]);
    expect(await refusals({ gate: { primary: "toolUsee" } })).toEqual([
      "suite flow-coach: gate.primary is toolUsee, but the metrics are toolUse Did you mean toolUse?",
    ]);
  });

  test("says how a field is written, and which one was meant, also further in", async () => {
    expect(await refusals({ files: "./prompts/*.md" })).toEqual([
      expect.stringContaining('Write it like this: files: ["./prompts/*.md"], relative to the suite.'),
    ]);
    expect(await refusals({ limits: { modelCals: 5 } })).toEqual([
      'suite flow-coach: unknown field "modelCals" in limits Did you mean modelCalls?',
    ]);
    expect(await refusals({ limits: { seconds: 5 } })).toEqual([
      expect.stringMatching(/It may have exchangeMs, conversationMs, modelCalls, toolCalls\.$/),
    ]);
  });

  test("refuses __proto__ as the name of a variant, a model or a metric; other odd names are names", async () => {
    const named = (name: string) => ({
      variants: JSON.parse(`{"${name}": ["a"]}`),
      models: JSON.parse(`{"${name}": "openai:gpt-5"}`),
      metrics: [defineMetric({ name, score: () => scored(1, []) })],
    });
    expect(await refusals(named("__proto__"))).toEqual(
      ["variant", "model", "metric"].map((what) =>
        expect.stringMatching(`^suite flow-coach: a ${what} may not be called __proto__ Rename it: `),
      ),
    );
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      expect(() => suite({ ...good, ...named(name) } as SuiteDefinition)).not.toThrow();
    }
  });
});

test("the agent is made anew for each choice, or is the one that is given", () => {
  const made: unknown[] = [];
  const agent = (choice: object): Agent => {
    made.push(choice);
    return nothingAgent();
  };
  const definition = suite({ ...good, agent });
  expect(agentOf(definition, { prompt: "v1" })).not.toBe(agentOf(definition, { prompt: "v2" }));
  expect(made).toEqual([{ prompt: "v1" }, { prompt: "v2" }]);
  expect(agentOf(suite(good), {})).toBe(good.agent);
});

test("cases come from files or from the suite itself", () => {
  const files = cases("./cases/*.json");
  expect(caseSource({ cases: files })).toBe(files);
  expect(caseSource(good).from).toEqual({ kind: "list", cases: good.cases });
});

describe("a plain function as the agent", () => {
  const shared = { name: "exam", cases: [{ id: "a", script: [{ content: "Hello" }] }], metrics: [toolUse()] };

  test("of two parameters is the agent itself, and is not called to find out", () => {
    const asked = suite({
      ...shared,
      agent: (_message: string, _context: ReplyContext): string => {
        throw new Error("called");
      },
    });
    expect(agentOf(asked, {})).toMatchObject({ name: "exam", version: "1", open: expect.any(Function) });
    expect(agentOf(suite({ ...shared, agent: desk }), {}).name).toBe("desk");
  });

  test("of fewer parameters makes the agent", () => {
    const made = { name: "made", version: "2", open: () => ({ reply: async () => {} }) };
    const built = suite({ ...shared, variants: { tone: ["warm"] }, agent: ({ tone }) => ({ ...made, name: tone }) });
    expect(agentOf(built, { tone: "warm" }).name).toBe("warm");
  });

  test("is what a function of the variant may return", () => {
    const built = suite({
      ...shared,
      variants: { tone: ["warm"] },
      agent:
        ({ tone }) =>
        (message) =>
          tone + message,
    });
    expect(agentOf(built, { tone: "warm" })).toMatchObject({ name: "exam", open: expect.any(Function) });
  });
});

describe("the world that an agent's type asks for", () => {
  interface Desk extends World {
    bell: string;
  }
  const world = (): Desk => ({ bell: "ring", snapshot: () => ({}), diff: () => [] });
  const agent: Agent<Desk> = {
    name: "desk",
    version: "1",
    open: ({ world: { bell } }) => ({ reply: async () => void bell }),
  };
  const shared = { name: "exam", cases: [{ id: "a", script: [{ content: "Hello" }] }], metrics: [toolUse()] };

  test("has to be made by the suite, or it does not compile", () => {
    suite({ ...shared, world, agent });
    suite({ ...shared, world, agent: () => agent });
    // @ts-expect-error a suite without a world
    suite({ ...shared, agent });
    // @ts-expect-error the same with a function that makes the agent
    suite({ ...shared, agent: () => agent });
    // @ts-expect-error another world
    suite({ ...shared, agent, world: (): World => ({ snapshot: () => ({}), diff: () => [] }) });
  });

  test("may be anything to an agent that asks for none", () => {
    const plain: Agent = { name: "desk", version: "1", open: () => ({ reply: async () => {} }) };
    suite({ ...shared, agent: plain });
    suite({ ...shared, agent: plain, world });
    suite({ ...shared, agent: desk });
    suite({ ...shared, agent: plain, world, mocks: { ring: (_given, { world: made }) => made.bell } });
  });
});

function desk(message: string, _context: ReplyContext): string {
  return message;
}
