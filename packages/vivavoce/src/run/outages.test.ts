import { describe, expect, test } from "vitest";
import { contains, defineMetric, scored } from "../metric/index.ts";
import { type Model, openModel } from "../model/index.ts";
import { unguarded } from "../network/index.ts";
import { instantTiming, type ServerFault, type ServerStep, scriptedServer } from "../testing/index.ts";
import type { SuitePlan } from "./plan.ts";
import { asking, caseList, execute, planOf, sharedStore, statusesOf, tallyOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();

/** Everything that a server may do instead of answering. */
const faults: Record<string, ServerFault> = {
  "too-many": { fault: "status", status: 429, retryAfter: 1 },
  "come-back-tomorrow": { fault: "status", status: 429, retryAfter: 86_400 },
  "server-error": { fault: "status", status: 500 },
  overloaded: { fault: "status", status: 503 },
  "bad-key": { fault: "status", status: 401 },
  "reset-at-once": { fault: "reset" },
  "reset-half-way": { fault: "reset", after: "headers" },
  "half-open": { fault: "half-open" },
  hang: { fault: "hang" },
  "endless-drip": { fault: "slow-drip", everyMs: 50 },
  truncated: { fault: "truncated" },
  empty: { fault: "empty" },
  "wrong-type": { fault: "wrong-type" },
  invalid: { fault: "invalid" },
};
/** Those that are worth another try. */
const passing = Object.keys(faults).filter((name) => !["bad-key", "come-back-tomorrow"].includes(name));

/** The plan with a model of its own for each trial, whose waits between attempts are over at once. */
function withoutWaiting(plan: SuitePlan, baseURL: string, timeoutMs: number): SuitePlan {
  const spec = { model: "compatible:any", baseURL, timeoutMs };
  const open = (): Model => {
    const model = openModel(spec, { timing: instantTiming(), environment: {} });
    return { id: model.id, call: (...asked) => unguarded(() => model.call(...asked)) };
  };
  return { ...plan, models: { ...plan.models, open } };
}

async function played(ids: string[], answer: (id: string, attempt: number) => ServerStep, timeoutMs = 1_500) {
  const attempts = new Map<string, number>();
  await using server = await scriptedServer({
    answer: ({ messages }) => {
      const id = String(messages.at(-1)?.content).replace("Hello ", "");
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      return answer(id, attempt);
    },
  });
  const models = { agent: { model: "compatible:any", baseURL: server.url } };
  const plan = await planOf({ cases: caseList(...ids), agent: asking, models });
  const result = await execute(store(), withoutWaiting(plan, server.url, timeoutMs), { options: { concurrency: 30 } });
  return { result, attempts, statuses: await statusesOf(store(), result.run) };
}

describe("an outage is not a result", () => {
  test("whatever the server does, and however long: errored, never failed, and the run goes on", async () => {
    const ids = [...Object.keys(faults), "healthy"];
    const { result, statuses, attempts } = await played(ids, (id) => faults[id] ?? `Hello ${id}`);
    expect(statuses).toEqual([...Object.keys(faults).map((id) => `${id} errored`), "healthy passed"]);
    expect(tallyOf(result)).toMatchObject({ errored: ids.length - 1, passed: 1, failed: 0, pending: 0 });
    expect(result.exitCode).toBe(3);
    expect(attempts.get("server-error")).toBe(5);
    expect(attempts.get("bad-key")).toBe(1);
    expect(attempts.get("come-back-tomorrow")).toBe(1);
    for (const { caseId, transcript } of await trialsOf(store(), result.run)) {
      if (caseId !== "healthy") expect(transcript.outcome).toMatchObject({ kind: "infrastructure", exchange: 1 });
    }
  });

  test("a server that refuses every connection ends the run after a few trials; the rest is pending", async () => {
    const server = await scriptedServer({ answer: "Hello" });
    const { url } = server;
    await server.close();
    const ids = Array.from({ length: 40 }, (_, n) => `case-${n}`);
    const models = { agent: { model: "compatible:any", baseURL: url } };
    const plan = await planOf({ cases: caseList(...ids), agent: asking, models });
    const running = execute(store(), withoutWaiting(plan, url, 1_500), { options: { concurrency: 2 } });
    await expect(running).rejects.toThrow(new RegExp(`ECONNREFUSED .*${new URL(url).port}.* first \\d trials`));
    const [run] = await store().runs.list(1);
    expect((await statusesOf(store(), run?.id ?? "")).length).toBeLessThan(6);
  });

  test("a server that has answered once may be away for a while", async () => {
    const server = await scriptedServer({ answer: "Hello case-0" });
    const { url } = server;
    const ids = Array.from({ length: 6 }, (_, n) => `case-${n}`);
    const agent = {
      ...asking,
      open: (context: Parameters<typeof asking.open>[0]) => {
        const { reply } = asking.open(context) as { reply(message: string): Promise<void> };
        return { reply: (message: string) => reply(message).finally(() => server.close()) };
      },
    };
    const plan = await planOf({
      cases: caseList(...ids),
      agent,
      models: { agent: { model: "compatible:any", baseURL: url } },
    });
    const result = await execute(store(), withoutWaiting(plan, url, 1_500), { options: { concurrency: 1 } });
    expect(tallyOf(result)).toMatchObject({ passed: 1, errored: 5, pending: 0 });
  });

  test("what passes is waited for: the trial is as good as any other", async () => {
    const { statuses, attempts, result } = await played(
      passing,
      (id, attempt) => (attempt === 1 && faults[id]) || `Hello ${id}`,
    );
    // Time-outs and all other attempts that failed were calls too.
    expect(result.suites[0]).toMatchObject({ calls: { live: 2 * passing.length }, answered: passing.length });
    expect(statuses).toEqual(passing.map((id) => `${id} passed`));
    expect([...attempts.values()]).toEqual(passing.map(() => 2));
  });

  test("an answer that comes byte by byte is an answer", async () => {
    const answer = (id: string): ServerStep => ({ fault: "slow-drip", everyMs: 0, answer: `Hello ${id}` });
    expect((await played(["drip"], answer, 10_000)).statuses).toEqual(["drip passed"]);
  });

  test("an agent that hides the outage and says something of its own has no result either", async () => {
    await using server = await scriptedServer({ answer: { fault: "status", status: 400 } });
    const hiding = {
      ...asking,
      open: (context: Parameters<typeof asking.open>[0]) => ({
        async reply(message: string) {
          await context
            .model()
            .call({ messages: [{ role: "user" as const, content: message }] })
            .catch(() => {});
          context.record({ type: "text", text: message });
        },
      }),
    };
    const models = { agent: { model: "compatible:any", baseURL: server.url } };
    const result = await execute(store(), await planOf({ cases: caseList("one"), agent: hiding, models }));
    expect(await statusesOf(store(), result.run)).toEqual(["one errored"]);
  });
});

describe("a judge outage keeps the agent's work", () => {
  test("the trial is unscored, its transcript and the other scores are there", async () => {
    await using server = await scriptedServer({ answer: { fault: "status", status: 400, message: "no judge today" } });
    const asks = defineMetric({
      name: "asks",
      judged: true,
      async score(_transcript, _case, { model }) {
        await model("asks").call({ messages: [{ role: "user", content: "well?" }] });
        return scored(1, []);
      },
    });
    const definition = { cases: caseList("one"), metrics: [asks, contains()] };
    const models = { judge: { model: "compatible:judge", baseURL: server.url } };
    const result = await execute(store(), await planOf({ ...definition, models }));
    const [trial] = await trialsOf(store(), result.run);
    expect(trial).toMatchObject({ status: "unscored", transcript: { outcome: { kind: "completed" } } });
    expect(trial?.scores).toMatchObject([
      { metric: "asks", status: "unscored", reason: expect.stringContaining("no judge today") },
      { metric: "contains", status: "scored", passed: true },
    ]);
    expect(result.exitCode).toBe(3);
    const lenient = await execute(
      store(),
      await planOf({ ...definition, models, gate: { maxUnscored: 1 }, cases: caseList("one", "two") }),
    );
    expect(tallyOf(lenient)).toMatchObject({ unscored: 2, errored: 0 });
  });
});
