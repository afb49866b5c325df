import { describe, expect, test } from "vitest";
import { functionAgent } from "../agent/index.ts";
import { type PlayOptions, play } from "../conversation/index.ts";
import { allCalls, type CaseInput, type Transcript } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { ownClient } from "./own-client.test-helper.ts";

const book = { id: "c1", name: "book", arguments: { day: "Monday" } };
const twice: CaseInput = { id: "c", script: [{ content: "Book Monday" }, { content: "Thank you" }] };
const tools = [{ type: "function", function: { name: "book", parameters: {} } }];
const fatesIn = (transcript: Transcript) => allCalls(transcript).map(({ call }) => call.fate);

/** A client that keeps its messages; `after` says what it does with an answer that asks for a tool. */
function client(after: (messages: object[], answer: { content: string }) => boolean, more: object = { tools }) {
  const messages: object[] = [];
  return ownClient(async (post, message) => {
    messages.push({ role: "user", content: message });
    for (;;) {
      const asked = [{ role: "system", content: `Now: ${messages.length}` }, ...messages];
      const { text } = await post("/v1/chat/completions", { model: "small", messages: asked, ...more });
      const answer = JSON.parse(text).choices[0].message;
      if (!answer.tool_calls || !after(messages, answer)) {
        messages.push({ role: "assistant", content: "Booked!" });
        return "Booked!";
      }
    }
  });
}

const scripted = (...answers: Parameters<typeof scriptedModel>[0] & readonly unknown[]) => ({
  models: { agent: scriptedModel(answers as never) },
});

describe("a call that an own client gets", () => {
  test("never ran if the next request goes on without its result", async () => {
    const agent = client(() => false);
    expect(fatesIn(await play(agent, twice, scripted({ toolCalls: [book] }, "You are welcome.")))).toEqual([
      "never-ran",
    ]);
  });

  test("is unknown in the last answer", async () => {
    const once = { ...twice, script: twice.script?.slice(0, 1) } as CaseInput;
    expect(
      fatesIn(
        await play(
          client(() => false),
          once,
          scripted({ toolCalls: [book] }),
        ),
      ),
    ).toEqual(["unknown"]);
  });

  test.for([
    ["ran", '{"ok":true}'],
    ["failed", '{"ok":false}'],
    ["failed", "Error: full"],
  ] as const)("%s by the result that the next request brings: %s", async ([fate, content]) => {
    const agent = client((messages, answer) => {
      messages.push(answer, { role: "tool", tool_call_id: "c1", content });
      return true;
    });
    expect(fatesIn(await play(agent, twice, scripted({ toolCalls: [book] }, "Done.", "Bye.")))).toEqual([fate]);
  });

  test("ran if its result comes later than a word for a tool that is still at work", async () => {
    let asked = 0;
    const agent = client((messages, answer) => {
      messages.push(answer, { role: "tool", tool_call_id: "c1", content: "IN_PROGRESS" });
      return true;
    });
    const late = client((messages, answer) => {
      if (asked++ === 0) messages.push(answer, { role: "tool", tool_call_id: "c1", content: "IN_PROGRESS" });
      else messages.splice(2, 1, { role: "tool", tool_call_id: "c1", content: "done" });
      return true;
    });
    expect(fatesIn(await play(agent, twice, scripted({ toolCalls: [book] }, "Done.", "Bye.")))).toEqual(["failed"]);
    const other = { ...book, id: "c2", name: "look" };
    const answers = [{ toolCalls: [book] }, { toolCalls: [other] }, "Done.", "Bye."];
    expect(fatesIn(await play(late, twice, scripted(...(answers as never[]))))[0]).toBe("ran");
  });

  test("is not never-ran if another conversation of the agent goes on", async () => {
    const agent = ownClient(async (post, message) => {
      const messages =
        message === "Book Monday" ? [{ role: "user", content: message }] : [{ role: "user", content: "?" }];
      await post("/v1/chat/completions", { model: "small", messages, tools });
      return "Fine.";
    });
    expect(fatesIn(await play(agent, twice, scripted({ toolCalls: [book] }, "Done.")))).toEqual(["unknown"]);
  });
});

describe("a call of an agent that uses Viva's context", () => {
  const playing = (
    reply: Parameters<typeof functionAgent>[0],
    options: PlayOptions = {},
    more: Partial<CaseInput> = {},
  ) => play(functionAgent(reply), { ...twice, ...more } as CaseInput, options);

  test("failed if its tool threw, and never ran if Viva runs the others only", async () => {
    const transcript = await playing(async (message, context) => {
      if (message !== "Book Monday") return "Bye.";
      await context.tool({ name: "find" }, () => ["Monday"]);
      await context.tool({ name: "hold" }, () => Promise.reject(new Error("full"))).catch(() => {});
      context.record({ type: "call", name: "book", arguments: { day: "Monday" } });
      return "Booked!";
    });
    expect(fatesIn(transcript)).toEqual(["ran", "failed", "never-ran"]);
  });

  test("is unknown if the agent records no results at all", async () => {
    const transcript = await playing((_message, context) => {
      context.record({ type: "call", name: "book" });
      return "Booked!";
    });
    expect(fatesIn(transcript)).toEqual(["unknown", "unknown"]);
  });

  test("never ran if its next request to the model lacks the result, and ran or failed by a result that is there", async () => {
    const agent = (result: string | undefined) =>
      playing(
        async (message, context) => {
          const messages = [{ role: "user" as const, content: "Book Monday" }];
          if (message === "Book Monday") {
            const { toolCalls } = await context.model().call({ messages });
            for (const call of toolCalls) context.record({ type: "call", ...call });
            return "Booked!";
          }
          const told = result === undefined ? [] : [{ role: "tool" as const, toolCallId: "c1", content: result }];
          await context.model().call({ messages: [...messages, ...told, { role: "user", content: message }] });
          return "Bye.";
        },
        scripted({ toolCalls: [book] }, "Bye."),
      );
    expect(fatesIn(await agent(undefined))).toEqual(["never-ran"]);
    expect(fatesIn(await agent("done"))).toEqual(["ran"]);
    expect(fatesIn(await agent("Error: full"))).toEqual(["failed"]);
  });

  test("was rejected, or ended as the suite's own test says", async () => {
    const asking = playing(
      async (message, context) => {
        if (message !== "Book Monday") return "Bye.";
        await context.approve({ id: "a", name: "book" });
        await context.tool({ name: "find" }, () => "nothing free");
        return "Sorry.";
      },
      { failed: ({ name }) => (name === "find" ? true : undefined) },
      { approvals: "reject" },
    );
    expect(fatesIn(await asking)).toEqual(["rejected", "failed"]);
  });

  test("cannot be told if the suite's own test throws: that is an outage", async () => {
    const failed = () => {
      throw new Error("no status");
    };
    const { outcome } = await playing((_message, { tool }) => tool({ name: "find" }, () => 1) as never, { failed });
    expect(outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("failed() threw: no status"),
    });
  });

  test("on an MCP server failed if the server says so", async () => {
    const mocks = { book: () => ({ content: [{ type: "text", text: "full" }], isError: true }) };
    const call = (method: string, params: object, id: number) => ({ jsonrpc: "2.0", id, method, params });
    const transcript = await playing(
      async (message, context) => {
        if (message !== "Book Monday") return "Bye.";
        const { url, token } = await context.gateway();
        const post = (body: object) =>
          fetch(`${url}/mcp/desk`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
            body: JSON.stringify(body),
          });
        await post(call("initialize", { protocolVersion: "2025-06-18", capabilities: {} }, 1));
        await post(call("tools/call", { name: "book", arguments: {} }, 2));
        return "Booked!";
      },
      { mcp: { desk: { mocks } } as never },
    );
    expect(fatesIn(transcript)).toEqual(["failed"]);
  });
});
