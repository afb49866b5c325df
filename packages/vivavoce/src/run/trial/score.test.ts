import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";
import { contains, defineMetric, type Metric, type MetricResult, scored } from "../../metric/index.ts";
import { type Case, caseSchema, type Outcome, type Transcript, type World } from "../../shape/index.ts";
import { metricIdentity } from "../plan.ts";
import { agentOf, caseList, execute, planOf, sharedStore, statusesOf, trialsOf } from "../run.test-helper.ts";
import { scoreTranscript } from "./score.ts";

const testCase = caseSchema.parse({ id: "case", script: [{ content: "Hi" }] });
const judge: Judge = {
  repeat: 1,
  model() {
    throw new Error("nobody asked");
  },
};

function ended(outcome: Outcome): Transcript {
  const agent = { name: "echo", version: "1" };
  return { version: 2, case: "case", variant: {}, repeat: 1, agent, history: [], exchanges: [], outcome };
}

const completed = ended({ kind: "completed" });
const good = (name: string, more = {}) => defineMetric({ name, score: () => scored(1, []), ...more });

describe("scoring a transcript", () => {
  test("gives a score of every metric, in the metrics' order, however long each takes", async () => {
    const slow = good("slow", {
      score: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return scored(1, []);
      },
    });
    const scores = await scoreTranscript([slow, good("quick")], completed, testCase, judge);
    expect(scores.map(({ metric }) => metric)).toEqual(["slow", "quick"]);
  });

  test("a metric that throws, by its own account or past all accounts, is errored and touches no other", async () => {
    const wild = { ...good("wild"), score: () => Promise.reject(new Error("a bug of its own")) };
    const scores = await scoreTranscript([wild, good("calm")], completed, testCase, judge);
    expect(scores).toMatchObject([
      { metric: "wild", status: "errored", reason: "a bug of its own", gating: true },
      { metric: "calm", status: "scored" },
    ]);
  });

  test("what the agent did not finish is not taken to a judge; code may still look at it", async () => {
    const failed = ended({ kind: "agent-failed", reason: "threw", message: "broken", exchange: 1 });
    const metrics = [good("judged", { judged: true }), good("code")];
    expect(await scoreTranscript(metrics, failed, testCase, judge)).toMatchObject([
      { metric: "judged", status: "skipped", reason: "the agent did not finish the conversation" },
      { metric: "code", status: "scored" },
    ]);
  });
});

describe("what judges are asked about one conversation", () => {
  const shared: unknown[] = [];
  const asking: Judge = {
    repeat: 1,
    model: (metric) => ({
      id: metric,
      async call(_request, options) {
        shared.push(`${metric} ${options?.shared?.characters}`);
        await new Promise((resolve) => setImmediate(resolve));
        shared.push(`${metric} answered`);
        return { text: "", toolCalls: [], finish: "stop" };
      },
    }),
  };
  const judged = (name: string) =>
    good(name, {
      judged: true,
      score: async (_transcript: Transcript, _case: Case, { model }: Judge) => {
        await model(name).call({ messages: [] }, { shared: { characters: 7, output: { name: "any", schema: {} } } });
        return scored(1, []);
      },
    });

  test("is asked after the first answer, so that a provider has the record already", async () => {
    await scoreTranscript([judged("a"), judged("b"), judged("c")], completed, testCase, asking);
    expect(shared.splice(0)).toEqual(["a 7", "a answered", "b 7", "c 7", "b answered", "c answered"]);
  });

  test("is not marked to be kept where only one metric asks: that would cost more", async () => {
    await scoreTranscript([judged("a"), good("b")], completed, testCase, asking);
    expect(shared.splice(0)).toEqual(["a undefined", "a answered"]);
  });
});

describe("a metric that never gives a score", () => {
  const never = () => new Promise<never>(() => {});
  const limited = (metrics: Metric[], by = judge) => scoreTranscript(metrics, completed, testCase, by, undefined, 50);

  test("is errored when its time is up, by the name of the limit, and the others are scored", async () => {
    expect(await limited([good("stuck", { score: never }), good("calm")])).toMatchObject([
      { metric: "stuck", status: "errored", reason: expect.stringContaining("within 0.05 s, which is limits.conv") },
      { metric: "calm", status: "scored" },
    ]);
  });

  test("may wait for its judge for longer", async () => {
    let answer = (_: unknown) => {};
    const answered = new Promise<unknown>((resolve) => {
      answer = resolve;
    });
    setTimeout(() => answer({ text: "yes" }), 150);
    const model = () => ({ id: "judge", call: () => answered }) as unknown as ReturnType<Judge["model"]>;
    const asking = good("asking", {
      judged: true,
      score: async (_: Transcript, _case: Case, by: Judge) => {
        await by.model("asking").call({ messages: [] });
        return scored(1, []);
      },
    });
    expect(await limited([asking], { repeat: 1, model })).toMatchObject([{ metric: "asking", status: "scored" }]);
  });
});

describe("a metric that changes what it is given", () => {
  type Change = (transcript: Transcript, given: Case, by: Judge) => unknown;
  const changing = (change: Change): Metric =>
    good("changing", {
      score: (...given: Parameters<Change>) => {
        change(...given);
        return scored(1, []);
      },
    });
  const talk = (): Transcript => ({
    ...structuredClone(completed),
    history: [{ role: "user", content: "Before" }],
    exchanges: [{ number: 1, user: { content: "Hi" }, items: [{ type: "text", text: "Hello." }], modelCalls: 0 }],
  });
  const rich = (data: JsonValue): Case =>
    caseSchema.parse({ id: "case", tags: ["a"], script: [{ content: "Hi" }], data, expect: { contains: ["Hello"] } });

  test.each<[string, Change]>([
    ["takes an exchange away", ({ exchanges }) => exchanges.pop()],
    [
      "puts words in the agent's mouth",
      ({ exchanges: [first] }) => Object.assign(first?.items[0] ?? {}, { text: "!" }),
    ],
    ["rewrites history", ({ history }) => history.push({ role: "user", content: "Never said" })],
    ["changes the outcome", (transcript) => Object.assign(transcript, { outcome: { kind: "infrastructure" } })],
    ["changes what is expected", (_transcript, { expect: expected }) => Object.assign(expected, { contains: ["!"] })],
    ["changes the case's tags", (_transcript, { tags }) => tags.push("b")],
    ["changes the case's data", (_transcript, { data }) => (data as number[]).push(2)],
    ["changes the judge", (_transcript, _case, by) => Object.assign(by, { repeat: 7 })],
  ])("%s: it is errored and told so, and nobody else sees a change", async (_name, change) => {
    const seen: unknown[] = [];
    const later = good("later", {
      score: async (...given: Parameters<Change>) => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(structuredClone(given.slice(0, 2)), given[2].repeat);
        return scored(1, []);
      },
    });
    const transcript = talk();
    const scores = await scoreTranscript([changing(change), later], transcript, rich([1]), { ...judge });
    expect(scores).toMatchObject([
      {
        metric: "changing",
        status: "errored",
        reason: expect.stringContaining("A metric cannot change the transcript"),
      },
      { metric: "later", status: "scored" },
    ]);
    expect(seen).toEqual([[talk(), rich([1])], 1]);
    expect(transcript).toEqual(talk());
  });

  test("may change a copy", async () => {
    const copying = changing((transcript, given) => {
      structuredClone(transcript).exchanges.pop();
      structuredClone(given).tags.push("b");
    });
    expect(await scoreTranscript([copying], talk(), rich([1]), { ...judge })).toMatchObject([{ status: "scored" }]);
  });

  test("what the suite's own code holds stays as free as it was", async () => {
    const data = { list: [1] };
    await scoreTranscript([good("calm")], talk(), rich(data), { ...judge });
    data.list.push(2);
    expect(data).toEqual({ list: [1, 2] });
  });
});

describe("one trial that a metric or an agent gets wrong leaves the others alone", () => {
  const store = sharedStore();
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const inCaseTwo = (result: () => unknown) =>
    defineMetric({ name: "own", score: ({ case: id }) => (id === "two" ? result() : scored(1, [])) as MetricResult });

  test.each<[string, () => unknown]>([
    ["returns nothing", () => undefined],
    ["returns NaN", () => scored(Number.NaN, [])],
    ["has a BigInt for evidence", () => scored(1, [{ ok: true, evidence: [12n] } as never])],
    ["has a BigInt in its detail", () => scored(1, [], { detail: 12n as never })],
    ["has a circle in its detail", () => scored(1, [], { detail: cycle as never })],
  ])("a metric that %s", async (_name, result) => {
    const plan = await planOf({ cases: caseList("one", "two", "three"), metrics: [inCaseTwo(result), contains()] });
    const { run, exitCode } = await execute(store(), plan);
    expect(await statusesOf(store(), run)).toEqual(["one passed", "two errored", "three passed"]);
    expect(exitCode).toBe(3);
    const [, broken] = await trialsOf(store(), run);
    expect(broken?.scores).toMatchObject([
      { metric: "own", status: "errored" },
      { status: "scored", passed: true },
    ]);
  });

  test.each<[string, unknown, string]>([
    ["a name that is none", { type: "call", name: 12n }, "two failed"],
    ["an id that is none", { type: "call", id: { big: 12n }, name: "look" }, "two failed"],
    ["an event that is none", undefined, "two failed"],
    ["BigInts for arguments", { type: "call", name: "look", arguments: { count: 12n } }, "two passed"],
    ["a circle for arguments", { type: "call", name: "look", arguments: cycle }, "two passed"],
  ])("an agent that records %s", async (_name, event, status) => {
    const agent = agentOf((message, { record }) => {
      if (message.endsWith("two")) record(event as never);
      record({ type: "text", text: message });
    });
    const { run } = await execute(store(), await planOf({ cases: caseList("one", "two", "three"), agent }));
    expect(await statusesOf(store(), run)).toEqual(["one passed", status, "three passed"]);
  });

  test.each<[string, () => unknown]>([
    ["is a promise", async () => Promise.reject(new Error("too late"))],
    ["is none", () => ({ state: 1 })],
    ["changes by a BigInt", () => ({ snapshot: () => null, diff: () => [{ kind: "value.set", to: 12n }] })],
    ["changes in a circle", () => ({ snapshot: () => null, diff: () => [cycle] })],
    ["is outlined by a BigInt", () => ({ snapshot: () => null, diff: () => [], outline: () => 12n })],
  ])("a world that %s", async (_name, make) => {
    const calm = { snapshot: () => null, diff: () => [] };
    const world = ({ id }: Case) => (id === "two" ? make() : calm) as World;
    const { run, exitCode } = await execute(store(), await planOf({ cases: caseList("one", "two", "three"), world }));
    expect(await statusesOf(store(), run)).toEqual(["one passed", "two errored", "three passed"]);
    expect(exitCode).toBe(3);
  });
});

describe("a metric's identity in a run", () => {
  const metrics = [good("code"), good("judged", { judged: true })];
  const identities = async (judgeModel: string) => {
    const plan = await planOf({ metrics, models: { judge: judgeModel } }, { environment: { OPENAI_API_KEY: "none" } });
    return [metricIdentity(plan, 0), metricIdentity(plan, 1)];
  };

  test("of a judged one the judge is part, of one by code it is not", async () => {
    const [first, second] = [await identities("openai:gpt-5"), await identities("openai:gpt-5-mini")];
    expect(first[0]).toBe(second[0]);
    expect(first[1]).not.toBe(second[1]);
  });

  test("there is none of a metric that is not there", async () => {
    const plan = await planOf({ metrics });
    expect(() => metricIdentity(plan, 2)).toThrow("there is no metric 2");
  });
});
