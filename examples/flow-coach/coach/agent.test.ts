import { describe, expect, test } from "vitest";
import { callsOf, ModelError, play, replyOf, type Transcript } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { vaultOf } from "../vault/vault.ts";
import type { VaultContextInput } from "../vault/vault-context.ts";
import { flowCoach } from "./agent.ts";
import { maxModelCalls } from "./loop.ts";

type Answer = Parameters<typeof scriptedModel>[0];

interface Scene {
  vault?: VaultContextInput;
  says?: string[];
  approvals?: "approve" | "reject" | ("approve" | "reject")[];
  history?: { role: "user" | "assistant"; content: string }[];
  prompt?: string;
}

async function playScene(answers: Answer, { vault = garden, says = ["Hello"], prompt = "v2", ...rest }: Scene = {}) {
  const model = scriptedModel(answers);
  const testCase = {
    id: "scene",
    world: JSON.parse(JSON.stringify(vault)),
    script: says.map((content) => ({ content })),
    ...rest,
  };
  const world = vaultOf(testCase);
  const transcript = await play(flowCoach({ prompt }), testCase, { world, models: { agent: model } });
  return { transcript, model, world };
}

const garden: VaultContextInput = { projects: [{ title: "Garden", nextActions: ["Dig"] }] };
const addSeeds = {
  name: "add_next_action_to_project",
  arguments: { project_path: "Projects/Garden.md", action_text: "Buy seeds" },
};

function firstCall({ exchanges }: Transcript) {
  return exchanges[0] ? callsOf(exchanges[0])[0] : undefined;
}

test("a reply of words alone ends the exchange", async () => {
  const { transcript, model } = await playScene(["Good morning."]);
  expect(transcript.outcome).toMatchObject({ kind: "completed" });
  expect(transcript.exchanges[0] && replyOf(transcript.exchanges[0])).toBe("Good morning.");
  expect(model.calls).toHaveLength(1);
});

test("the model is given the prompt, the history, what was said, and the tools", async () => {
  const history = [
    { role: "user" as const, content: "Earlier" },
    { role: "assistant" as const, content: "Yes?" },
  ];
  const { model } = await playScene(["One.", "Two."], { says: ["First", "Second"], history });
  const [first, second] = model.calls;
  expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(first?.messages[0]?.content).toContain("Projects/Garden.md");
  expect(first?.tools).toHaveLength(7);
  expect(second?.messages.slice(1).map(({ content }) => content)).toEqual([
    "Earlier",
    "Yes?",
    "First",
    "One.",
    "Second",
  ]);
});

describe("a tool that writes", () => {
  test("runs once it is approved, and the model hears of it", async () => {
    const { transcript, model, world } = await playScene([{ text: "I add that.", toolCalls: [addSeeds] }, "Done."]);
    expect(world.read("Projects/Garden.md")).toContain("- [ ] Buy seeds\n- [ ] Dig\n");
    expect(firstCall(transcript)).toMatchObject({
      name: "add_next_action_to_project",
      effect: "write",
      approval: { decision: "approved" },
      result: { added: "Buy seeds" },
    });
    expect(transcript.exchanges[0] && replyOf(transcript.exchanges[0])).toBe("I add that.\n\nDone.");
    const told = model.calls[1]?.messages.at(-1);
    expect(told?.role).toBe("tool");
    expect(JSON.parse(told?.content ?? "")).toMatchObject({ status: "done", result: { added: "Buy seeds" } });
  });

  test("does not run when it is rejected, and the model hears of that too", async () => {
    const { transcript, model, world } = await playScene([{ toolCalls: [addSeeds] }, "All right."], {
      approvals: "reject",
    });
    expect(world.read("Projects/Garden.md")).not.toContain("Buy seeds");
    expect(firstCall(transcript)).toMatchObject({ approval: { decision: "rejected" } });
    expect(firstCall(transcript)).not.toHaveProperty("result");
    expect(JSON.parse(model.calls[1]?.messages.at(-1)?.content ?? "")).toMatchObject({ status: "rejected" });
  });

  test("that fails is an error the model sees", async () => {
    const wrong = { ...addSeeds, arguments: { project_path: "Projects/Gardn.md", action_text: "Buy seeds" } };
    const { transcript, model } = await playScene([{ toolCalls: [wrong] }, "I could not find it."]);
    expect(transcript.outcome.kind).toBe("completed");
    expect(firstCall(transcript)?.error?.message).toContain("no project at Projects/Gardn.md");
    expect(JSON.parse(model.calls[1]?.messages.at(-1)?.content ?? "")).toMatchObject({ status: "error" });
  });

  test("that reaches outside the vault is refused and counted", async () => {
    const outside = { ...addSeeds, arguments: { project_path: "../Garden.md", action_text: "Buy seeds" } };
    const { transcript, world } = await playScene([{ toolCalls: [outside] }, "I cannot reach that."]);
    expect(firstCall(transcript)?.error).toMatchObject({ code: "outside-world" });
    expect(world.list()).toHaveLength(5);
  });
});

test("tools that show or control run at once, without the user's leave", async () => {
  const show = { name: "show_project_card", arguments: { project_file: "Projects/Garden.md" } };
  const { transcript } = await playScene([{ toolCalls: [show] }, "Here."], { approvals: "reject" });
  expect(firstCall(transcript)).toMatchObject({ effect: "display", result: { title: "Garden" } });
  expect(firstCall(transcript)).not.toHaveProperty("approval");
});

test("several calls of one answer are decided one by one, in order", async () => {
  const mow = { ...addSeeds, arguments: { ...addSeeds.arguments, action_text: "Mow" } };
  const { transcript, model, world } = await playScene([{ toolCalls: [addSeeds, mow] }, "Half of it."], {
    approvals: ["reject", "approve"],
  });
  const decisions = transcript.exchanges.flatMap(callsOf).map(({ approval }) => approval?.decision);
  expect(decisions).toEqual(["rejected", "approved"]);
  expect(world.read("Projects/Garden.md")).toContain("- [ ] Mow\n- [ ] Dig\n");
  const told = model.calls[1]?.messages.slice(-2) ?? [];
  expect(told.map(({ content }) => JSON.parse(content).status)).toEqual(["rejected", "done"]);
});

test("calls are told apart even where the model gives them all one id", async () => {
  const sameId = { ...addSeeds, id: "call_0" };
  const mow = { ...sameId, arguments: { ...addSeeds.arguments, action_text: "Mow" } };
  const { transcript } = await playScene([{ toolCalls: [sameId] }, { toolCalls: [mow] }, "Both."]);
  const calls = transcript.exchanges.flatMap(callsOf);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect(calls.map(({ result }) => result)).toMatchObject([{ added: "Buy seeds" }, { added: "Mow" }]);
});

test("a tool that does not exist is an error with the names of those that do", async () => {
  const { transcript, world } = await playScene([
    { toolCalls: [{ name: "delete_everything", arguments: {} }] },
    "Sorry.",
  ]);
  expect(firstCall(transcript)?.error?.message).toMatch(/no tool delete_everything.*move_to_focus/);
  expect(world.list()).toContain("Projects/Garden.md");
});

test("arguments that are no JSON are an error, and nobody is asked to approve them", async () => {
  const broken = { name: "add_next_action_to_project", arguments: '{"project_path": "Proj' };
  const { transcript } = await playScene([{ toolCalls: [broken] }, "Once more, then."]);
  expect(firstCall(transcript)).toMatchObject({ error: { code: "not-json" }, raw: '{"project_path": "Proj' });
  expect(firstCall(transcript)).not.toHaveProperty("approval");
});

test("the model sees the vault as it is after its own change", async () => {
  const { model } = await playScene([{ toolCalls: [addSeeds] }, "Done."]);
  expect(model.calls[0]?.messages[0]?.content).not.toContain("Buy seeds");
  expect(model.calls[1]?.messages[0]?.content).toContain("- open: Buy seeds");
});

test("starting the weekly review swaps the prompt, and it stays swapped", async () => {
  const start = { name: "start_weekly_review", arguments: { spheres: ["personal"] } };
  const { model } = await playScene([{ toolCalls: [start] }, "Step one.", "Step two."], { says: ["Review", "Next"] });
  const prompts = model.calls.map(({ messages }) => messages[0]?.content ?? "");
  expect(prompts.map((prompt) => prompt.includes("leading the user through a weekly review"))).toEqual([
    false,
    true,
    true,
  ]);
});

test("a conversation leaves nothing behind for the next", async () => {
  const agent = flowCoach({ prompt: "v2" });
  const testCase = { id: "scene", world: JSON.parse(JSON.stringify(garden)), script: [{ content: "Review" }] };
  const start = { name: "start_weekly_review", arguments: { spheres: ["personal"] } };
  await play(agent, testCase, {
    world: vaultOf(testCase),
    models: { agent: scriptedModel([{ toolCalls: [start] }, "One."]) },
  });
  const second = scriptedModel(["Hello."]);
  await play(agent, testCase, { world: vaultOf(testCase), models: { agent: second } });
  expect(second.calls[0]?.messages).toHaveLength(2);
  expect(second.calls[0]?.messages[0]?.content).toContain("When to use which tool");
});

describe("the limit on model calls", () => {
  const show = { toolCalls: [{ name: "show_project_card", arguments: { project_file: "Projects/Garden.md" } }] };

  test("is reached when the model never stops calling: the agent has failed", async () => {
    const { transcript, model } = await playScene(show);
    expect(model.calls).toHaveLength(maxModelCalls);
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "call-limit", exchange: 1 });
  });

  test("counts by exchange", async () => {
    const long = [...Array.from({ length: maxModelCalls - 1 }, () => show), "There."];
    const { transcript } = await playScene([...long, ...long], { says: ["First", "Second"] });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
  });
});

test("a failed model call is infrastructure, never a chat message", async () => {
  const { transcript } = await playScene([new ModelError({ failure: "status", status: 503, message: "overloaded" })]);
  expect(transcript.outcome).toMatchObject({ kind: "infrastructure" });
  expect(transcript.exchanges.flatMap(({ items }) => items)).toEqual([]);
});

test("an answer with neither words nor calls fails the agent", async () => {
  const { transcript } = await playScene([{ text: "  " }]);
  expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "empty-reply" });
});

test("a prompt that does not exist fails when the session opens, and not before", async () => {
  const { transcript } = await playScene(["Hello."], { prompt: "v99" });
  expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "threw" });
});

test("the prompt is the agent's version", () => {
  expect(flowCoach({ prompt: "v1" })).toMatchObject({ name: "flow-coach", version: "v1" });
});
