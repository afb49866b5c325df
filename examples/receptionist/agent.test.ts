import { describe, expect, test } from "vitest";
import { callsOf, ModelError, replyOf } from "vivavoce";
import { receptionist } from "./agent.ts";
import { evacuation } from "./prompt/evacuation.ts";
import { call, playCase, snippet } from "./testing/play-call.ts";

const promptOnly = { mode: "prompt-only" } as const;
const production = { mode: "production-turn" } as const;

describe("prompt-only", () => {
  test("the snippet's state is the state, and the model words one reply", async () => {
    const { transcript, model } = await playCase(snippet("welcome", "My AC died"), ["Pulling it up."], promptOnly);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[0]?.content).toContain("What this moment calls for (welcome)");
    expect(transcript.exchanges.map(replyOf)).toEqual(["Pulling it up."]);
  });

  test("no tool is called, and the office stays as it is", async () => {
    const { transcript } = await playCase(snippet("pre_confirm", "Yes"), ["Fine."], promptOnly);
    expect(transcript.exchanges.flatMap(callsOf)).toEqual([]);
    expect(transcript.world?.effects).toEqual([]);
  });

  test("not even the caller's line changes what is known", async () => {
    const { model } = await playCase(snippet("discovery", "It's Maria"), ["Hi."], promptOnly);
    expect(model.calls[0]?.messages[0]?.content).not.toContain("Maria");
  });
});

describe("production-turn", () => {
  test("the machine hears the line first, calls its tools, and the model words the reply of where that leads", async () => {
    const { transcript, model } = await playCase(snippet("welcome", "My AC died"), ["Any gas smell?"], production);
    expect(model.calls[0]?.messages[0]?.content).toContain("What this moment calls for (safety)");
    expect(transcript.exchanges.flatMap(callsOf)).toMatchObject([
      { name: "lookup_caller", effect: "read", arguments: { phone_number: "+15125550000" }, result: { found: false } },
    ]);
  });

  test("the model is never told of a tool", async () => {
    const { model } = await playCase(snippet("welcome", "My AC died"), ["Any gas smell?"], production);
    expect(model.calls[0]).not.toHaveProperty("tools");
  });

  test("what a tool found is known to the model", async () => {
    const customer = {
      id: "C-1",
      phone_number: "+15125550000",
      name: "Ann",
      zip_code: "78704",
      service_address: "1 Elm St",
    };
    const { model } = await playCase(
      call(["My AC died", "No"], { office: { customers: [customer] } }),
      ["Any gas smell?", "When?"],
      production,
    );
    expect(model.calls[0]?.messages[0]?.content).toContain("- Name: Ann");
    expect(model.calls[1]?.messages[0]?.content).toContain("What this moment calls for (urgency)");
  });

  test("a booking is made by the machine and recorded with its result", async () => {
    const session = { customer_name: "Jo", problem_description: "no heat", service_address: "1 Elm St" };
    const { transcript, world } = await playCase(
      snippet("pre_confirm", "Yes", { session }),
      ["You're on."],
      production,
    );
    expect(transcript.exchanges.flatMap(callsOf)).toMatchObject([
      { name: "book_service", effect: "write", result: { booked: true, id: "A-1001" } },
    ]);
    expect(world.value.appointments).toHaveLength(1);
  });

  test("the conversation is kept from line to line", async () => {
    const { model } = await playCase(call(["My AC died", "No"]), ["Any gas smell?", "Your ZIP?"], production);
    expect(model.calls[1]?.messages.slice(1).map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "assistant: Cedar Bend Heating and Air, this is Dana. What's going on?",
      "user: My AC died",
      "assistant: Any gas smell?",
      "user: No",
    ]);
  });
});

describe("an emergency", () => {
  test("is answered with the fixed text, without a model", async () => {
    const { transcript, model } = await playCase(snippet("discovery", "I smell gas"), [], production);
    expect(model.calls).toEqual([]);
    expect(transcript.exchanges.map(replyOf)).toEqual([evacuation]);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
  });

  test("is the same text under every prompt, and in a snippet that is there already", async () => {
    const { transcript } = await playCase(snippet("safety_exit", "We're out"), [], { ...promptOnly, prompt: "v1" });
    expect(transcript.exchanges.map(replyOf)).toEqual([evacuation]);
  });
});

test("the prompt's version decides what the model is told", async () => {
  const told = async (prompt: string) => {
    const { model } = await playCase(snippet("welcome", "Hello?"), ["Hi."], { ...promptOnly, prompt });
    return model.calls[0]?.messages[0]?.content;
  };
  expect(await told("v1")).toContain("virtual receptionist");
  expect(await told("v2")).toContain("You are Dana");
});

describe("what goes wrong", () => {
  test("silence is the agent's failure, even where a tool was called", async () => {
    const { transcript } = await playCase(snippet("welcome", "My AC died"), [" "], production);
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "empty-reply" });
  });

  test("an outage of the model is infrastructure", async () => {
    const outage = new ModelError({ failure: "status", status: 503, message: "overloaded" });
    const { transcript } = await playCase(snippet("welcome", "Hello?"), [outage], promptOnly);
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure" });
  });

  test("a prompt that does not exist fails when the session opens", async () => {
    const { transcript } = await playCase(snippet("welcome", "Hello?"), ["Hi."], { ...promptOnly, prompt: "v99" });
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "threw" });
  });
});

test("prompt and mode are the agent's version", () => {
  expect(receptionist({ prompt: "v1", mode: "prompt-only" })).toMatchObject({
    name: "receptionist",
    version: "v1, prompt-only",
  });
});

test("a call leaves nothing behind for the next", async () => {
  const lines = call(["My AC died", "No"]);
  const first = await playCase(lines, ["Any gas smell?", "Your ZIP?"], production);
  const second = await playCase(lines, ["Any gas smell?", "Your ZIP?"], production);
  expect(second.model.calls).toEqual(first.model.calls);
});
