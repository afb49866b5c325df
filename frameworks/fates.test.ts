// What became of a call, in frameworks that turn a throwing tool into a result: told by the agent, or seen on the wire.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import { tool as langchainTool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import {
  Agent,
  tool as agentsTool,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  user,
} from "@openai/agents";
import { tool as aiTool, generateText, hasToolCall, stepCountIs } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { aiSdkAgent, allCalls, caseSchema, commandAgent, functionAgent, play } from "vivavoce";
import { carriedOut, toolUse } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
import { z } from "zod";
import { mcpAgent } from "./mcp-agent.ts";
import { pythonFor } from "./python/python-with.ts";

const here = import.meta.dirname;
const before = process.cwd();
// `ai` is found in the project that the command was called in.
beforeAll(() => process.chdir(here));
afterAll(() => process.chdir(before));

/** What tools do; only the last two work. */
const tools: Record<string, () => unknown> = {
  locked: () => {
    throw new RangeError("the booking is locked");
  },
  torn: async () => Promise.reject({ status: 409 }),
  worded: () => {
    throw "nobody is there";
  },
  refund: () => ({ refunded: true }),
  silent: () => undefined,
};
const schema = z.object({ booking: z.string() });
const each = <T>(make: (name: string, run: () => unknown) => T) =>
  Object.entries(tools).map(([name, run]) => make(name, run));

type Ask = (line: string) => Promise<string>;

const agents = (model: ConstructorParameters<typeof Agent>[0]["model"]): Ask => {
  const desk = new Agent({
    name: "desk",
    model,
    tools: each((name, execute) => agentsTool({ name, description: name, parameters: schema, execute })),
  });
  let items = [];
  return async (line) => {
    const { history, finalOutput } = await new Runner({ tracingDisabled: true }).run(desk, [...items, user(line)]);
    items = history;
    return String(finalOutput);
  };
};

/** Agents that tell Viva nothing but their reply. */
const frameworks: Record<string, (baseURL: string, apiKey: string) => Ask> = {
  "OpenAI Agents, chat": (baseURL, apiKey) =>
    agents(new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey }), "gpt-5-mini")),
  "OpenAI Agents, responses": (baseURL, apiKey) =>
    agents(new OpenAIResponsesModel(new OpenAI({ baseURL, apiKey }), "gpt-5-mini")),
  LangGraph: (baseURL, apiKey) => {
    const graph = createReactAgent({
      llm: new ChatOpenAI({ model: "gpt-5-mini", apiKey, configuration: { baseURL } }),
      tools: each((name, run) => langchainTool(run, { name, description: name, schema })),
      checkpointer: new MemorySaver(),
    });
    return async (content) => {
      const input = { messages: [{ role: "user", content }] };
      return (await graph.invoke(input, { configurable: { thread_id: "1" } })).messages.at(-1).text;
    };
  },
  Mastra: (url, apiKey) => {
    vi.spyOn(console, "error").mockReturnValue();
    const make = (id: string, execute: () => unknown) =>
      [id, createTool({ id, description: id, inputSchema: schema, execute: async () => execute() })] as const;
    const model = { id: "openai/gpt-5-mini", url, apiKey } as const;
    const desk = new MastraAgent({ name: "desk", instructions: "", model, tools: Object.fromEntries(each(make)) });
    const messages = [];
    return async (content) => {
      const { text, response } = await desk.generate([...messages, { role: "user", content }]);
      messages.push({ role: "user", content }, ...response.messages);
      return text;
    };
  },
  "AI SDK": (baseURL, apiKey) => {
    const model = createOpenAI({ baseURL, apiKey }).chat("gpt-5-mini");
    const own = Object.fromEntries(each((name, execute) => [name, aiTool({ inputSchema: schema, execute })]));
    const messages = [];
    return async (content) => {
      messages.push({ role: "user", content });
      const { text, response } = await generateText({ model, tools: own, messages, stopWhen: stepCountIs(5) });
      messages.push(...response.messages);
      return text;
    };
  },
};

const call = (name: string, given: object = { booking: "13" }) => ({ id: `c-${name}`, name, arguments: given });
const fatesIn = (transcript) => Object.fromEntries(allCalls(transcript).map(({ call }) => [call.id, call.fate]));
const expectedCalls = (...names: string[]) =>
  caseSchema.parse({
    id: "c",
    script: [{ content: "Refund 13" }, { content: "Thanks" }],
    expect: { tools: names.map((name) => ({ shouldCall: true, tools: [name] })) },
  });
const valueBy = async (metric, transcript, testCase) => (await metric.score(transcript, testCase, {})).value;

describe.each(Object.entries(frameworks))("%s", (_name, open) => {
  test("a throwing tool and arguments that it does not take are failed, and not carried out", async () => {
    let ask: Ask | undefined;
    const agent = functionAgent(async (message, context) => {
      const { url, token } = await context.gateway();
      ask ??= open(`${url}/v1`, token);
      return ask(message);
    });
    const wrong = { id: "c-wrong", name: "refund", arguments: { booking: 4 } };
    const model = scriptedModel([{ toolCalls: [...each((name) => call(name)), wrong] }, "Refunded!", "Bye."]);
    const refunded = expectedCalls("refund", "locked");
    const transcript = await play(agent, refunded, { models: { agent: model } });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(fatesIn(transcript)).toEqual({
      "c-locked": "failed",
      "c-torn": "failed",
      "c-worded": "failed",
      "c-refund": "ran",
      "c-silent": "ran",
      "c-wrong": "failed",
    });
    expect(await valueBy(carriedOut(), transcript, refunded)).toBe(0.5);
  });
});

describe("a tool that ends the conversation", () => {
  const over = (name: string, more: object = {}) => play(openai(), expectedCalls(name), { ...last(name), ...more });
  const last = (name: string) => ({ models: { agent: scriptedModel([{ toolCalls: [call(name)] }, "Bye."]) } });
  /** Stops at the call: nobody reads its result, and later requests are made of texts alone. */
  const openai = () => {
    const messages = [];
    return functionAgent(async (content, context) => {
      const { url, token } = await context.gateway();
      const { chat } = new OpenAI({ baseURL: `${url}/v1`, apiKey: token });
      messages.push({ role: "user", content });
      const offered = ["end_call", "refund"].map((name) => ({ type: "function", function: { name } }) as const);
      const { choices } = await chat.completions.create({ model: "m", messages, tools: offered });
      messages.push({ role: "assistant", content: choices[0].message.content ?? "Goodbye." });
      return "Goodbye.";
    });
  };

  test("ran if the suite names it, and is unknown at the end otherwise", async () => {
    expect(fatesIn(await over("end_call", { ends: ["end_call"] }))).toEqual({ "c-end_call": "ran" });
    const once = caseSchema.parse({ id: "c", script: [{ content: "Bye" }] });
    expect(fatesIn(await play(openai(), once, last("end_call")))).toEqual({ "c-end_call": "unknown" });
    const unrun = await over("refund");
    expect(fatesIn(unrun)).toEqual({ "c-refund": "never-ran" });
    for (const metric of [toolUse(), carriedOut()])
      expect(await valueBy(metric, unrun, expectedCalls("refund"))).toBe(0);
  });

  test("AI SDK: a last tool without a function is unknown, and ran if it is one for control", async () => {
    const answer = aiTool({ inputSchema: z.object({ booking: z.string() }) });
    const look = aiTool({ inputSchema: z.object({}), execute: () => "found" });
    const playing = (effects: object) => {
      const options = { tools: { look, answer }, effects, stopWhen: hasToolCall("answer") };
      const answers = [{ toolCalls: [call("look", {})] }, { toolCalls: [call("answer")] }];
      const once = caseSchema.parse({ id: "c", script: [{ content: "Refund 13" }] });
      return play(aiSdkAgent(options as never), once, { models: { agent: scriptedModel(answers) } });
    };
    expect(fatesIn(await playing({}))).toEqual({ "c-look": "ran", "c-answer": "unknown" });
    expect(fatesIn(await playing({ answer: "control" }))).toEqual({ "c-look": "ran", "c-answer": "ran" });
  });

  test("OpenAI Agents: a handoff ran", async () => {
    const agent = functionAgent(async (message, context) => {
      const { url, token } = await context.gateway();
      const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: `${url}/v1`, apiKey: token }), "gpt-5-mini");
      const billing = new Agent({ name: "billing", model });
      const desk = Agent.create({ name: "desk", model, handoffs: [billing] });
      return String((await new Runner({ tracingDisabled: true }).run(desk, message)).finalOutput);
    });
    const once = caseSchema.parse({ id: "c", script: [{ content: "Refund 13" }] });
    const transcript = await play(agent, once, last("transfer_to_billing"));
    expect(fatesIn(transcript)).toEqual({ "c-transfer_to_billing": "ran" });
  });

  test("LangGraph: one whose result is the reply is unknown, as nobody sees it", async () => {
    const agent = functionAgent(async (content, context) => {
      const { url, token } = await context.gateway();
      const graph = createReactAgent({
        llm: new ChatOpenAI({ model: "gpt-5-mini", apiKey: token, configuration: { baseURL: `${url}/v1` } }),
        tools: [langchainTool(() => "Bye.", { name: "end_call", description: "", schema, returnDirect: true })],
      });
      return (await graph.invoke({ messages: [{ role: "user", content }] })).messages.at(-1).text;
    });
    const once = caseSchema.parse({ id: "c", script: [{ content: "Refund 13" }] });
    expect(fatesIn(await play(agent, once, last("end_call")))).toEqual({ "c-end_call": "unknown" });
  });
});

test("MCP: a throwing tool of a real server is failed", async () => {
  const mcp = { files: { command: process.execPath, args: [join(here, "fates-server.ts")] } };
  const script = ["locked", "refund", "no_such_tool"].map((content) => ({ content }));
  const transcript = await play(mcpAgent(), caseSchema.parse({ id: "c", script }), { mcp });
  expect(allCalls(transcript).map(({ call }) => [call.name, call.fate])).toEqual([
    ["locked", "failed"],
    ["refund", "ran"],
    ["no_such_tool", "failed"],
  ]);
});

const pipecat = `
from pipecat_desk_of_recipe import *
async def locked(params, booking: str):
    "Fails."
    raise ValueError("the booking is locked")
async def end_call(params, booking: str):
    "Ends the call."
    await params.result_callback(None, properties=frames.FunctionCallResultProperties(run_llm=False))
from pipecat.frames import frames
def desk():
    llm = OpenAILLMService(settings=OpenAILLMService.Settings(model="gpt-5-mini"))
    return llm, LLMContext(tools=[locked, refund, end_call])
`;

describe("pipecat", () => {
  test.for([
    ["tells its calls", (program: string) => program],
    ["tells only its words", (program: string) => program.replaceAll(/^( +)conversation\.record\(.*$/gm, "$1pass")],
  ])("a throwing tool is failed where the agent %s", async ([, made], { skip }) => {
    const python = await pythonFor("pipecat", skip, ".venv", "requirements.txt");
    const folder = mkdtempSync(join(tmpdir(), "viva-fates-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(join(here, "recipes/pipecat_desk.py"), join(folder, "pipecat_desk_of_recipe.py"));
    writeFileSync(join(folder, "pipecat_desk.py"), pipecat);
    writeFileSync(join(folder, "main.py"), made(readFileSync(join(here, "recipes/pipecat_viva.py"), "utf8")));
    const env = { PYTHONPATH: join(here, "../python"), LOGURU_LEVEL: "CRITICAL", OPENAI_API_KEY: "any" };
    const command = { command: python, args: ["main.py"], cwd: folder, files: [], env, startMs: 60_000 };
    const answers = [
      { toolCalls: [call("locked"), call("refund"), call("no_such_tool")] },
      "Refunded!",
      { toolCalls: [call("end_call")] },
    ];
    const transcript = await play(commandAgent(command), expectedCalls("refund"), {
      models: { agent: scriptedModel(answers) },
      ends: ["end_call"],
    });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(fatesIn(transcript)).toEqual({
      "c-locked": "failed",
      "c-refund": "ran",
      "c-no_such_tool": "failed",
      "c-end_call": "ran",
    });
  });
});
