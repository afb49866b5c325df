// biome-ignore-all lint/suspicious/noExplicitAny: ten clients with types of their own; what they make of an answer is compared as data
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import {
  Agent,
  tool as agentsTool,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
} from "@openai/agents";
import { tool as aiTool, generateText, stepCountIs, streamText } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
// Dialects are not published, so these tests take them from the sources.
import { dialectOf } from "../packages/vivavoce/src/model/index.ts";

/** What every client is told: a text and a call, then, once the tool's result is there, a text. */
const call = { id: "call-1", name: "look_up", arguments: { path: "Projects/Über uns.md", lines: [1, 2] } };
const first = {
  text: "Let me look.",
  toolCalls: [call],
  finish: "tool-calls",
  usage: { inputTokens: 11, outputTokens: 7 },
};
const last = { text: 'Three notes:\n- "a", ünd 😀', toolCalls: [], finish: "stop" };
const question = "What is in the project?";
const result = "three notes";
const refusal = "Viva has no recorded answer for this request";
const parameters = {
  type: "object",
  properties: { path: { type: "string" }, lines: { type: "array", items: { type: "number" } } },
  required: ["path", "lines"],
  additionalProperties: false,
};
const schema = z.object({ path: z.string(), lines: z.array(z.number()) });
const description = "Reads a note";

let mode: "answer" | "refuse" | "break";
let asked: { dialect: string; reading: any; decoded: any; replayed: any }[] = [];
let origin = "";

const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  const dialect = dialectOf(request.url ?? "");
  if (!dialect) return response.writeHead(404).end();
  const reading = dialect.readRequest(body);
  const answer: any = reading.results.length === 0 ? first : last;
  const events = dialect.encodeEvents(answer, body);
  let decoded: unknown;
  try {
    decoded = dialect.decode(body);
  } catch (error) {
    decoded = (error as Error).message;
  }
  asked.push({ dialect: dialect.name, reading, decoded, replayed: dialect.readEvents(events) });
  if (mode === "refuse") {
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(dialect.error(refusal)));
  } else if (reading.streamed) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const sent = mode === "break" ? [...events.slice(0, 2), dialect.errorEvent(refusal)] : events;
    response.end(sent.join(""));
  } else {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(dialect.encode(answer, body)));
  }
});

beforeAll(async () => {
  setTracingDisabled(true);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  mode = "answer";
  asked = [];
});

/** What a client made of both answers. */
interface Heard {
  texts: string[];
  calls: unknown[];
}
type Client = (streamed: boolean) => Promise<Heard>;

const openai = () => new OpenAI({ baseURL: `${origin}/v1`, apiKey: "key" });

const openaiChat: Client = async (streamed) => {
  const messages: any[] = [{ role: "user", content: question }];
  const tools: any[] = [{ type: "function", function: { name: "look_up", description, parameters } }];
  const heard: Heard = { texts: [], calls: [] };
  for (let turn = 0; turn < 2; turn++) {
    const body = { model: "gpt-5-mini", messages, tools };
    const answer = streamed
      ? await openai()
          .chat.completions.stream({ ...body, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await openai().chat.completions.create(body);
    const [choice] = answer.choices;
    heard.texts.push(choice?.message.content ?? "");
    messages.push(choice?.message);
    for (const { id, function: called } of (choice?.message.tool_calls ?? []) as any[]) {
      heard.calls.push({ id, name: called.name, arguments: JSON.parse(called.arguments) });
      messages.push({ role: "tool", tool_call_id: id, content: result });
    }
    expect(choice?.finish_reason).toBe(turn === 0 ? "tool_calls" : "stop");
    expect(answer.usage?.total_tokens).toBe(turn === 0 ? 18 : undefined);
  }
  return heard;
};

const openaiResponses: Client = async (streamed) => {
  const input: any[] = [{ role: "user", content: question }];
  const tools: any[] = [{ type: "function", name: "look_up", description, parameters, strict: true }];
  const heard: Heard = { texts: [], calls: [] };
  for (let turn = 0; turn < 2; turn++) {
    const body = { model: "gpt-5-mini", input, tools };
    const answer = streamed
      ? await openai().responses.stream(body).finalResponse()
      : await openai().responses.create(body);
    heard.texts.push(answer.output_text);
    input.push(...answer.output);
    for (const item of answer.output) {
      if (item.type !== "function_call") continue;
      heard.calls.push({ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) });
      input.push({ type: "function_call_output", call_id: item.call_id, output: result });
    }
    expect(answer.status).toBe("completed");
  }
  return heard;
};

const anthropic: Client = async (streamed) => {
  const client = new Anthropic({ baseURL: origin, apiKey: "key" });
  const messages: any[] = [{ role: "user", content: question }];
  const tools: any[] = [{ name: "look_up", description, input_schema: parameters }];
  const heard: Heard = { texts: [], calls: [] };
  for (let turn = 0; turn < 2; turn++) {
    const body = { model: "claude-sonnet-4-5", max_tokens: 100, messages, tools };
    const answer = streamed ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
    heard.texts.push(answer.content.map((block) => (block.type === "text" ? block.text : "")).join(""));
    messages.push({ role: "assistant", content: answer.content });
    const results: any[] = [];
    for (const block of answer.content) {
      if (block.type !== "tool_use") continue;
      heard.calls.push({ id: block.id, name: block.name, arguments: block.input });
      results.push({ type: "tool_result", tool_use_id: block.id, content: [{ type: "text", text: result }] });
    }
    messages.push({ role: "user", content: results });
    expect(answer.stop_reason).toBe(turn === 0 ? "tool_use" : "end_turn");
    expect(answer.usage.output_tokens).toBe(turn === 0 ? 7 : 0);
  }
  return heard;
};

const aiSdk =
  (model: () => any, openai = {}): Client =>
  async (streamed) => {
    const options: any = {
      model: model(),
      providerOptions: { openai },
      prompt: question,
      stopWhen: stepCountIs(3),
      tools: { look_up: aiTool({ description, inputSchema: schema, execute: async () => result }) },
    };
    // A stream's error is told apart from its steps.
    const failures: unknown[] = [];
    const steps = streamed
      ? await streamText({ ...options, onError: ({ error }) => failures.push(error) }).steps.catch((error: unknown) => {
          throw failures[0] ?? error;
        })
      : (await generateText(options)).steps;
    if (failures.length > 0) throw failures[0];
    return {
      texts: steps.map(({ text }: any) => text),
      calls: steps.flatMap(({ toolCalls }: any) =>
        toolCalls.map((made: any) => ({ id: made.toolCallId, name: made.toolName, arguments: made.input })),
      ),
    };
  };

const agents =
  (model: (client: any) => any): Client =>
  async (streamed) => {
    const look_up = agentsTool({ name: "look_up", description, parameters: schema, execute: async () => result });
    const agent = new Agent({ name: "desk", model: model(openai()), tools: [look_up] });
    const ran: any = streamed ? await run(agent, question, { stream: true }) : await run(agent, question);
    if (streamed) await ran.completed;
    const items = ran.newItems.map((item: any) => item.rawItem);
    return {
      texts: items.flatMap((item: any) =>
        item.type === "message" ? [item.content.map((part: any) => part.text).join("")] : [],
      ),
      calls: items.flatMap((item: any) =>
        item.type === "function_call"
          ? [{ id: item.callId, name: item.name, arguments: JSON.parse(item.arguments) }]
          : [],
      ),
    };
  };

const langchain =
  (useResponsesApi: boolean): Client =>
  async (streamed) => {
    const look_up = langchainTool(async () => result, { name: "look_up", description, schema });
    const configuration = { baseURL: `${origin}/v1` };
    const model = new ChatOpenAI({ model: "gpt-5-mini", apiKey: "key", useResponsesApi, configuration }).bindTools([
      look_up,
    ]);
    const messages: any[] = [new HumanMessage(question)];
    const heard: Heard = { texts: [], calls: [] };
    for (let turn = 0; turn < 2; turn++) {
      let answer: any;
      if (streamed)
        for await (const chunk of await model.stream(messages)) answer = answer ? answer.concat(chunk) : chunk;
      else answer = await model.invoke(messages);
      heard.texts.push(answer.text);
      messages.push(answer);
      for (const { id, name, args } of answer.tool_calls) {
        heard.calls.push({ id, name, arguments: args });
        messages.push(new ToolMessage({ tool_call_id: id, content: result }));
      }
    }
    return heard;
  };

const aiOpenai = () => createOpenAI({ baseURL: `${origin}/v1`, apiKey: "key" });
const clients: [name: string, dialect: string, client: Client][] = [
  ["openai, chat", "openai-chat", openaiChat],
  ["openai, responses", "openai-responses", openaiResponses],
  ["@anthropic-ai/sdk", "anthropic-messages", anthropic],
  ["@ai-sdk/openai, chat", "openai-chat", aiSdk(() => aiOpenai().chat("gpt-4.1"))],
  ["@ai-sdk/openai, responses", "openai-responses", aiSdk(() => aiOpenai().responses("gpt-4.1"), { store: false })],
  [
    "@ai-sdk/openai-compatible",
    "openai-chat",
    aiSdk(() => createOpenAICompatible({ name: "local", baseURL: `${origin}/v1`, apiKey: "key" })("llama")),
  ],
  ["@openai/agents, chat", "openai-chat", agents((client) => new OpenAIChatCompletionsModel(client, "gpt-4.1"))],
  ["@openai/agents, responses", "openai-responses", agents((client) => new OpenAIResponsesModel(client, "gpt-4.1"))],
  ["@langchain/openai, chat", "openai-chat", langchain(false)],
  ["@langchain/openai, responses", "openai-responses", langchain(true)],
];

test("items that only OpenAI has stored do not fit, and the remedy is told", async () => {
  await aiSdk(() => aiOpenai().responses("gpt-4.1"))(false);
  expect(asked[1]?.decoded).toMatch(/input\[1\] \(item_reference,.* ask with store: false/);
});

describe.each(clients)("%s", (_name, dialect, client) => {
  test.each([
    ["whole", false],
    ["streamed", true],
  ])("reads answers %s, and is read", async (_kind, streamed) => {
    const heard = await client(streamed);
    expect(heard).toEqual({ texts: [first.text, last.text], calls: [call] });
    expect(asked.map((request) => request.dialect)).toEqual([dialect, dialect]);
    for (const { reading } of asked) {
      expect(reading).toMatchObject({ streamed, lastLine: question });
      expect(reading.model).toMatch(/^(?:gpt|claude|llama)/);
      expect(reading.tools).toEqual([
        { name: "look_up", description, parameters: expect.objectContaining({ type: "object" }) },
      ]);
      expect(reading.tools[0].parameters.required).toEqual(["path", "lines"]);
    }
    expect(asked.map(({ reading }) => reading.results)).toEqual([[], [{ id: "call-1", content: result }]]);
    expect(asked.map(({ replayed }) => [replayed.text, replayed.toolCalls, replayed.finish])).toEqual(
      [first, last].map(({ text, toolCalls, finish }) => [text, toolCalls, finish]),
    );
  });

  test.each([
    ["whole", false],
    ["streamed", true],
  ])("fits a model that is not asked over HTTP, %s", async (_kind, streamed) => {
    await client(streamed);
    const decoded = asked[1]?.decoded;
    expect(decoded).toBeTypeOf("object");
    const spoken = decoded.messages.filter(({ role }: any) => role !== "system");
    expect(spoken).toEqual([
      { role: "user", content: question },
      { role: "assistant", content: first.text, toolCalls: [call] },
      { role: "tool", toolCallId: "call-1", content: result },
    ]);
    expect(decoded.tools).toEqual([
      { name: "look_up", description, parameters: expect.objectContaining({ type: "object" }) },
    ]);
  });

  test.each([
    ["whole", false],
    ["streamed", true],
  ])("takes a refusal for an error and does not ask again, %s", async (_kind, streamed) => {
    mode = "refuse";
    await expect(client(streamed)).rejects.toThrow(refusal);
    expect(asked).toHaveLength(1);
  });

  test("takes an error in the middle of a stream for one", async () => {
    mode = "break";
    await expect(client(true)).rejects.toThrow(refusal);
    expect(asked).toHaveLength(1);
  });
});
