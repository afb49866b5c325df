import { describe, expect, test } from "vitest";
import { type PlayOptions, play } from "../conversation/index.ts";
import { type Exchange, replyOf } from "../shape/index.ts";
import { functionAgent, type Reply, type ReplyContext, type ReplyFunction } from "./function-agent.ts";
import type { Session } from "./types.ts";

const hello = { id: "hello", script: [{ content: "Hello" }] };

async function played(reply: ReplyFunction, options: PlayOptions = {}) {
  const transcript = await play(functionAgent(reply), hello, options);
  return { ...transcript, ...(transcript.exchanges[0] as Exchange) };
}

describe("a function as an agent", () => {
  test("has the function's name, and takes another", () => {
    const greet = () => "Hello.";
    expect(functionAgent(greet)).toMatchObject({ name: "greet", version: "1" });
    expect(functionAgent(() => "Hello.")).toMatchObject({ name: "agent" });
    const tools = [{ name: "book", parameters: {}, effect: "write" as const }];
    expect(functionAgent(greet, { name: "desk", version: "3", tools })).toMatchObject({
      name: "desk",
      version: "3",
      tools,
    });
  });

  test("says the text that it returns", async () => {
    expect((await played((message) => `You said ${message}.`)).items).toEqual([
      { type: "text", text: "You said Hello." },
    ]);
  });

  test("returns a list of texts and events", async () => {
    const { items } = await played(() => [
      "One moment.",
      { type: "call", id: "a", name: "book", arguments: { at: 3 } },
      { type: "result", id: "a", result: "booked" },
      "Done.",
      "Anything else?",
    ]);
    expect(items).toMatchObject([
      { text: "One moment." },
      { call: { name: "book", result: "booked" } },
      { text: "Done." },
      { text: "Anything else?" },
    ]);
  });

  test("returns nothing, as it has recorded all of it", async () => {
    const { items } = await played(async (_message, { record }) => record({ type: "text", text: "Hi." }));
    expect(items).toEqual([{ type: "text", text: "Hi." }]);
  });

  test("streams pieces, which are one text until something else comes between", async () => {
    const { items, firstWordMs } = await played(async function* (_message, { record }) {
      record({ type: "text", text: "Before." });
      yield "";
      yield "Good ";
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield "mor";
      yield { type: "text", text: "ning." };
      yield { type: "call", id: "a", name: "look" };
      yield "And ";
      yield "so on.";
      yield { type: "text", text: "A new one.", continues: false };
    });
    const texts = items.map((item) => (item.type === "text" ? item.text : item.call.name));
    expect(texts).toEqual(["Before.", "Good morning.", "look", "And so on.", "A new one."]);
    expect(firstWordMs).toBeDefined();
  });

  test("returns a ReadableStream of words or of bytes", async () => {
    const bytes = new TextEncoder().encode("Grüezi!");
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 3));
        controller.enqueue(bytes.slice(3));
        controller.close();
      },
    });
    expect((await played(() => stream)).items).toEqual([{ type: "text", text: "Grüezi!" }]);
  });

  test.each([
    [{ text: "Hello." } as unknown as Reply, "an object with text"],
    [42 as unknown as Reply, "returned 42"],
    [[undefined] as unknown as Reply, "returned undefined"],
    [functionAgent(() => "") as unknown as Reply, "takes one parameter, the variant"],
  ])("fails where it returns something else", async (reply, message) => {
    const { outcome } = await played(() => reply);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining(message) });
  });

  test("is not waited for when its stream hangs at the end of its time", async () => {
    let told = false;
    const { outcome } = await played(
      async function* (_message, { signal }) {
        signal.addEventListener("abort", () => {
          told = true;
        });
        yield "One";
        await new Promise(() => {});
      },
      { limits: { exchangeMs: 20 } },
    );
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(told).toBe(true);
  });
});

describe("the conversation so far", () => {
  const case2 = {
    id: "two",
    history: [{ role: "assistant" as const, content: "Front desk." }],
    script: [{ content: "One" }, { content: "Two" }],
  };

  test("is given with every message, and changing it changes nothing", async () => {
    const seen: string[][] = [];
    const ids = new Set<string>();
    const agent = functionAgent((message, { messages, conversation, record }) => {
      seen.push(messages.map(({ role, content }) => `${role}: ${content}`));
      messages.length = 0;
      ids.add(conversation);
      record({ type: "text", text: "Well." });
      return `You said ${message}.`;
    });
    const first = ["assistant: Front desk.", "user: One"];
    const transcript = await play(agent, case2);
    expect(seen).toEqual([first, [...first, "assistant: Well.\n\nYou said One.", "user: Two"]]);
    expect(transcript.exchanges.map(replyOf)).toEqual(["Well.\n\nYou said One.", "Well.\n\nYou said Two."]);
    await play(agent, case2);
    expect(seen[2]).toEqual(first);
    expect(ids.size).toBe(2);
  });

  test("holds only what was heard of a reply that was interrupted", async () => {
    const seen: ReplyContext["messages"][] = [];
    const agent = functionAgent((_message, { messages }) => {
      seen.push(messages);
      return "A long answer.";
    });
    const context = { case: { history: [] }, record: () => {} } as unknown as Parameters<typeof agent.open>[0];
    const session = (await agent.open(context)) as Required<Session>;
    const { signal } = new AbortController();
    await session.reply("One", signal);
    await session.interrupt("Stop", "A long", signal);
    await session.interrupt("Now", "", signal);
    expect(seen[1]?.map(({ content }) => content)).toEqual(["One", "A long", "Stop"]);
    expect(seen[2]?.map(({ content }) => content)).toEqual(["One", "A long", "Stop", "Now"]);
  });
});
