import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import type { CaseInput } from "../case/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { execute, loadedSuite, planOf, sharedStore, statusesOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();

/** Asks its model whatever it is told, and does what the answer says: speak, hang up, stay quiet. */
const desk: Agent = {
  name: "desk",
  version: "1",
  open(context) {
    const work = async (content: string) => {
      const { text } = await context.model().call({ messages: [{ role: "user", content }] });
      context.record({ type: "note", name: "heard", value: content });
      if (text === "hangup") context.record({ type: "hangup", reason: "closed" });
      else if (text === "quiet") context.record({ type: "quiet" });
      else context.record({ type: "text", text });
    };
    return {
      reply: work,
      greet: () => work("(greet)"),
      silence: (ms) => work(`(silence ${ms})`),
      interrupt: (message, heard) => work(`${message} / ${heard}`),
    };
  },
};

const whole: CaseInput = {
  id: "whole",
  opens: "agent",
  script: [
    { content: "Hello", expect: { contains: ["help"] } },
    { content: "No, wait", interrupts: { afterWords: 2 } },
    { silence: 8000 },
    { content: "Are you there?" },
    { content: "Never said" },
  ],
  expect: { end: { by: "agent", reason: "closed" }, quiet: [3] },
};
const answers = ["Front desk.", "How can I help you today?", "Of course.", "quiet", "hangup"];

describe("a conversation of every shape", () => {
  test("is recorded and replayed to the same results", async () => {
    const loaded = loadedSuite({
      agent: desk,
      cases: [whole],
      models: { agent: scriptedModel([...answers]) },
    });
    const recorded = await execute(store(), await planOf(loaded, { options: { traffic: "record" } }));
    expect(await statusesOf(store(), recorded.run)).toEqual(["whole failed"]);
    const replayed = await execute(store(), await planOf(loaded, { options: { traffic: "replay" } }));
    const [first, second] = [await trialsOf(store(), recorded.run), await trialsOf(store(), replayed.run)];
    expect(second[0]?.transcript).toEqual(first[0]?.transcript);
    expect(second[0]?.scores).toEqual(first[0]?.scores);
    const { transcript, scores = [] } = second[0] ?? {};
    expect(transcript?.outcome).toEqual({
      kind: "completed",
      ended: { by: "agent", reason: "closed", unsaid: [{ content: "Never said" }] },
    });
    expect(transcript?.exchanges.map(({ number, notes }) => [number, notes?.[0]?.value])).toEqual([
      [0, "(greet)"],
      [1, "Hello"],
      [2, "No, wait / How can"],
      [3, "(silence 8000)"],
      [4, "Are you there?"],
    ]);
    expect(scores).toMatchObject([
      { metric: "contains", passed: false },
      { metric: "ending", passed: true },
    ]);
  });
});
