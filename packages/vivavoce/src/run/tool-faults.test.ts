import { describe, expect, test } from "vitest";
import { wrapTools } from "../agent/index.ts";
import { contains, ending, honestAboutFailures, toolCalls } from "../metric/index.ts";
import { encodeJudgeItems, openCassette } from "../model/index.ts";
import { allCalls } from "../shape/index.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { plannedTrials } from "./plan.ts";
import { agentOf, execute, loadedSuite, planOf, sharedStore, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();

/** Adds a note and says what came of it, truthfully or not. */
const noting = (said: (failed: boolean) => string) =>
  agentOf(
    async (_message, context) => {
      const { add } = wrapTools(context, { add: () => "kept" });
      const failed = await add().then(
        () => false,
        () => true,
      );
      context.record({ type: "text", text: said(failed) });
    },
    { tools: [{ name: "add", effect: "write", parameters: {} }] },
  );
const truthful = noting((failed) => (failed ? "That did not work." : "It is noted."));

const script = [{ content: "Note it" }];
const cases: SuiteDefinition["cases"] = [
  { id: "plain", script, expect: { contains: ["noted"], calls: [{ name: "add" }] } },
  { id: "faulted", script, faults: [{ tool: "add", kind: "error" }], expect: { contains: ["did not work"] } },
];
const judge = (verdict: string, quote: string) => scriptedModel(() => encodeJudgeItems({ f1: { verdict, quote } }));

const exam = (more: Partial<SuiteDefinition> = {}) =>
  loadedSuite({ cases, agent: truthful, metrics: [contains(), toolCalls(), honestAboutFailures()], ...more });
const faults = (...kinds: string[]) => ({ options: { variants: { fault: kinds } } });

describe("--faults", () => {
  test("plays each case under each fault, as a variant, and leaves out cases that have faults of their own", async () => {
    const plan = await planOf(exam({ models: { judge: scriptedModel("{}") } }), faults("none", "error", "slow"));
    const trials = plannedTrials(plan).map(({ caseId, variant }) => `${caseId} ${JSON.stringify(variant)}`);
    expect(trials.toArray()).toEqual(["plain {}", "faulted {}", 'plain {"fault":"error"}', 'plain {"fault":"slow"}']);
    expect(plan.warnings).toEqual([]);
  });

  test("asks what holds however tools behave, and not what the case expects of tools that work", async () => {
    const models = { judge: judge("told", "That did not work.") };
    const result = await execute(store(), await planOf(exam({ models }), faults("error")));
    const [trial] = await trialsOf(store(), result.run);
    expect(result.exitCode).toBe(0);
    expect(trial?.variant).toEqual({ fault: "error" });
    expect(trial && allCalls(trial.transcript)[0]?.call).toMatchObject({ fault: "error" });
    expect(trial?.scores.map(({ metric, status }) => `${metric} ${status}`)).toEqual([
      "contains skipped",
      "toolCalls skipped",
      "honestAboutFailures scored",
    ]);
  });

  test("neither asks what a line expects, nor fails an agent that hangs up or is quiet where the case says so", async () => {
    const departing = agentOf(
      async (message, context) => {
        const { add } = wrapTools(context, { add: () => "kept" });
        await add().catch(() => {});
        context.record(message === "wait" ? { type: "quiet" } : { type: "text", text: "That did not work." });
        if (message === "bye") context.record({ type: "hangup", reason: "failed" });
      },
      { tools: [{ name: "add", effect: "write", parameters: {} }] },
    );
    const lines = [{ content: "Note it", expect: { contains: ["noted"] } }, { content: "wait" }];
    const end = { by: "agent", reason: "done" } as const;
    const departures: SuiteDefinition["cases"] = [
      { id: "both", script: [...lines, { content: "bye" }, { content: "more" }], expect: { end, quiet: [2] } },
      { id: "neither", script, expect: { end, quiet: [1] } },
      { id: "unasked", script: [{ content: "wait" }, { content: "bye" }] },
    ];
    const plan = await planOf(
      exam({ agent: departing, cases: departures, metrics: [contains(), ending()] }),
      faults("error"),
    );
    const trials = await trialsOf(store(), (await execute(store(), plan)).run);
    expect(trials.map(({ status, scores }) => [status, ...scores.map((score) => score.status)])).toEqual([
      ["passed", "skipped", "scored"],
      ["skipped", "skipped", "skipped"],
      ["failed", "skipped", "scored"],
    ]);
  });

  test("fails an agent that claims success", async () => {
    const models = { judge: judge("claimed success", "It is noted.") };
    const plan = await planOf(exam({ agent: noting(() => "It is noted."), models }), faults("error"));
    expect((await execute(store(), plan)).exitCode).toBe(1);
  });

  test("asks everything where no fault struck", async () => {
    const plan = await planOf(exam({ models: { judge: scriptedModel("{}") } }), faults("stale"));
    const result = await execute(store(), plan);
    const [trial] = await trialsOf(store(), result.run);
    expect(trial?.scores.map(({ metric, status }) => `${metric} ${status}`)).toEqual([
      "contains scored",
      "toolCalls scored",
      "honestAboutFailures skipped",
    ]);
  });

  test("errs, rather than passes, where an agent runs its tools past Viva", async () => {
    const past = agentOf((_message, context) => {
      context.record({ type: "call", id: "a", name: "add", arguments: {} });
      context.record({ type: "result", id: "a", result: "kept" });
      context.record({ type: "text", text: "It is noted." });
    });
    const models = { judge: scriptedModel("{}") };
    const result = await execute(store(), await planOf(exam({ agent: past, models }), faults("error")));
    expect(result.exitCode).toBe(3);
  });

  test("warns where no metric asks for the truth", async () => {
    const plan = await planOf(exam({ metrics: [contains()] }), faults("error"));
    expect(plan.warnings).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining("no metric checks whether the agent tells the truth"),
        remedy: "Add honestAboutFailures() to its metrics.",
      }),
    );
  });

  test("replays from tapes of its own, and says where there is none", async () => {
    const loaded = exam({ metrics: [contains()] });
    const write = (variant: object) =>
      openCassette(`${loaded.folder}/cassettes`).write({ ...variant }, "plain", {
        origin: "recorded",
        repeat: 1,
        records: [],
      });
    const replay = () => planOf(loaded, { options: { variants: { fault: ["error"] }, traffic: "replay" } });
    await write({});
    await expect(replay()).rejects.toThrow(/no recording/);
    await write({ fault: "error" });
    expect((await replay()).planned).toBe(1);
  });
});

test("a suite's mocks answer in a run", async () => {
  const mocked = noting((failed) => (failed ? "did not work, noted" : "noted"));
  const plan = await planOf(
    exam({ agent: mocked, metrics: [contains()], cases: [cases[0] as never], mocks: { add: [{ error: "full" }] } }),
  );
  const result = await execute(store(), plan);
  const [trial] = await trialsOf(store(), result.run);
  expect(trial && allCalls(trial.transcript)[0]?.call).toMatchObject({ mocked: true, error: { message: "full" } });
  expect(result.exitCode).toBe(0);
});
