import { describe, expect, test } from "vitest";
import type { Agent, ToolSpec } from "../agent/index.ts";
import type { JsonObject } from "../base/index.ts";
import type { Model } from "../model/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { type JsonWorld, jsonWorld } from "../world/index.ts";
import { play } from "./play.ts";

const tools: ToolSpec[] = [
  { name: "look_up", parameters: { type: "object" }, effect: "read" },
  { name: "book", parameters: { type: "object" }, effect: "write" },
];

/** Says one thing, calls tools, and perhaps changes the world. */
function agentDoing({ says, calls = [], writes = false }: { says: string; calls?: string[]; writes?: boolean }): Agent {
  return {
    name: "desk",
    version: "1",
    tools,
    open: ({ record, ids, world }) => ({
      async reply() {
        for (const name of calls) {
          const id = ids.next("call");
          record({ type: "call", id, name, arguments: {} });
          record({ type: "result", id, result: "done" });
        }
        if (writes) (world as JsonWorld<JsonObject>).update(() => ({ booked: true }));
        record({ type: "text", text: says });
      },
    }),
  };
}

const effects = [{ kind: "value.added", pointer: "/booked", to: true }];

async function faults(agent: Agent, expected: CaseInput["expect"], mark = "<<goal met>>") {
  const model: Model = { id: "user", call: async () => ({ text: `Great.\n${mark}`, toolCalls: [], finish: "stop" }) };
  const user = { persona: "Ada", goal: "A visit.", opening: "I need a visit." };
  const world = jsonWorld({});
  const testCase = { id: "call", user, ...(expected ? { expect: expected } : {}) };
  const options = { models: { user: model }, ...(expected?.world ? { world } : {}) };
  const transcript = await play(agent, testCase, options);
  expect(transcript.outcome.kind).toBe("completed");
  return transcript.user?.faults.map(({ kind, exchange }) => `${kind} ${exchange}`);
}

describe("a goal that is called met", () => {
  const asking = { says: "What is your ZIP?" };

  test("when the world has not changed and nobody said so is the user's fault", async () => {
    expect(await faults(agentDoing(asking), { world: { effects } })).toEqual(["claimed-goal 2"]);
    expect(await faults(agentDoing({ ...asking, writes: true }), { world: { effects } })).toEqual([]);
  });

  test("when no call that has to be made was made, too; looking something up is not enough", async () => {
    const calls = [{ name: "look_up" }, { name: "book" }];
    expect(await faults(agentDoing({ ...asking, calls: ["look_up"] }), { calls })).toEqual(["claimed-goal 2"]);
    expect(await faults(agentDoing({ ...asking, calls: ["book"] }), { calls })).toEqual([]);
    expect(await faults(agentDoing(asking), { tools: [{ shouldCall: true, tools: ["book"] }] })).toEqual([
      "claimed-goal 2",
    ]);
  });

  test("because the agent said so is the agent's doing, and is scored", async () => {
    for (const says of [
      "You're all set for Tuesday, call us if anything changes.",
      "Booked.",
      "Somebody will be there at nine.",
    ]) {
      expect(await faults(agentDoing({ says }), { world: { effects } }), says).toEqual([]);
    }
    for (const says of [
      "Shall I get that booked?",
      "I'll get you booked.",
      "It is not booked yet.",
      "Before it is booked: your name?",
    ]) {
      expect(await faults(agentDoing({ says }), { world: { effects } }), says).toEqual(["claimed-goal 2"]);
    }
  });

  test("is not questioned where nothing has to happen, or where code cannot know", async () => {
    const telling = agentDoing({ says: "A visit costs eighty dollars." });
    expect(await faults(telling, { world: { effects: [] } })).toEqual([]);
    expect(await faults(telling, { calls: [{ name: "book", optional: true }] })).toEqual([]);
    expect(await faults(telling, undefined)).toEqual([]);
  });

  test("there needs that the agent has told the user anything at all", async () => {
    for (const says of [
      "What is your ZIP?",
      "Hello, how can I help?",
      "One moment, let me look.",
      "Sorry, I cannot do that.",
    ]) {
      expect(await faults(agentDoing({ says }), undefined), says).toEqual(["claimed-goal 2"]);
      expect(await faults(agentDoing({ says }), { world: { effects: [] } }), says).toEqual(["claimed-goal 2"]);
    }
  });

  test("and one that is given up needs more than the agent's first question", async () => {
    expect(await faults(agentDoing(asking), { world: { effects } }, "<<gives up>>")).toEqual(["broke-stop-rule 2"]);
    const refusing = agentDoing({ says: "We do not come out on Sundays. Would Monday do?" });
    expect(await faults(refusing, { world: { effects } }, "<<gives up>>")).toEqual([]);
  });
});
