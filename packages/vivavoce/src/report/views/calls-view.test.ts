import { expect, test } from "vitest";
import type { CallRecord } from "../../shape/index.ts";
import { trialKey } from "../../store/index.ts";
import { scored, storedRun } from "../stored-run.test-helper.ts";
import { callsView } from "./calls-view.ts";

const agentCall: CallRecord = {
  role: "agent",
  label: "",
  index: 0,
  request: {
    model: "m-1",
    temperature: 0,
    messages: [
      { role: "system", content: "Be kind." },
      { role: "tool", content: "found", tool_call_id: "1" },
    ],
  },
  answer: {
    text: "Yes.",
    toolCalls: [{ id: "1", name: "read", arguments: { path: "a.md" } }],
    finish: "length",
    usage: { inputTokens: 12, outputTokens: 3 },
    cost: 0.01,
    warnings: ["cut off"],
  },
  durationMs: 1_200,
};
const judgeCall: CallRecord = {
  role: "judge",
  label: "criteria",
  index: 0,
  request: { model: "j", messages: [{ role: "user", content: "x".repeat(9_000) }] },
  answer: { text: "{}", toolCalls: [], finish: "stop" },
};

async function calls(texts?: "whole") {
  const { store, run } = await storedRun({
    trials: [{ id: "one", status: "passed", scores: [scored("criteria", 1)] }],
  });
  const address = { run: run.id, suite: 0, trial: trialKey("one", {}, 1) };
  await store.write({ type: "call", ...address, pass: 1, record: agentCall });
  await store.write({
    type: "scored",
    ...address,
    status: "passed",
    scores: [{ score: scored("criteria", 1), identity: "i" }],
    pass: 2,
  });
  await store.write({ type: "call", ...address, pass: 2, record: judgeCall });
  const ask = (trial: number) =>
    callsView.answer({ store, invocation: "viva" }, { run: run.id, suite: 0, case: "one", trial, texts });
  return { answer: await ask(0), ask };
}

test("every call of every scoring is there, with its request and its answer", async () => {
  const { answer } = await calls();
  expect(answer.calls).toMatchObject([
    {
      role: "agent",
      pass: 1,
      model: "m-1",
      facts: "live · 1.2 s · 12 tokens in, 3 out · $0.01 · ended: length",
      messages: [
        { role: "system", text: "Be kind." },
        { role: "tool", text: 'found\n{\n  "tool_call_id": "1"\n}' },
      ],
      settings: '{\n  "temperature": 0\n}',
      answer: "Yes.",
      toolCalls: [{ name: "read", given: '{\n  "path": "a.md"\n}' }],
      warnings: ["cut off"],
    },
    { role: "judge", label: "criteria", pass: 2, model: "j", settings: undefined, answer: "{}" },
  ]);
});

test("long texts are cut, and can be had whole", async () => {
  const short = (await calls()).answer;
  expect(short.cut).toBe(1);
  expect(short.calls[1]?.messages[0]?.text).toContain("5,000 more characters");
  const whole = (await calls("whole")).answer;
  expect([whole.cut, whole.calls[1]?.messages[0]?.text.length]).toEqual([0, 9_000]);
});

test("a trial that is not there is told", async () => {
  const { ask } = await calls();
  await expect(ask(7)).rejects.toThrow("case one has no trial 7");
});
