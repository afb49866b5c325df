// A provider that answers as the tapes of the two exams do, and says what it used.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Answers, keyOf, type TapedAnswer } from "./answers.ts";

interface Body {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: unknown;
  tools?: unknown;
}

/** `spoil` says what the agent answers instead, where it is to be worse than it was. */
export async function examServer(answers: Answers, spoil: (body: Body) => string | undefined = () => undefined) {
  const asked = new Map<string, number>();
  const refused: string[] = [];
  const used = new Map<string, { calls: number; input: number; output: number }>();
  const server = createServer(async (request, response) => {
    const given = (await json(request)) as Body;
    const body = { ...given, messages: given.messages.map(inOnePart) };
    const key = keyOf(body.messages);
    const spoilt = body.response_format ? undefined : spoil(body);
    const known = spoilt === undefined ? answers.get(key) : [{ text: spoilt, toolCalls: [] }];
    const number = asked.get(key) ?? 0;
    asked.set(key, number + 1);
    const answer = known?.[Math.min(number, known.length - 1)] ?? severeJudge(body);
    if (!answer) {
      refused.push(key);
      return response.writeHead(400).end("this was never asked before");
    }
    const whole = completion(body, answer);
    const { calls, input, output } = used.get(body.model) ?? { calls: 0, input: 0, output: 0 };
    const { prompt_tokens, completion_tokens } = whole.usage;
    used.set(body.model, { calls: calls + 1, input: input + prompt_tokens, output: output + completion_tokens });
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify(whole));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Calls and tokens by model: what an exam takes, for its README. */
    used,
    /** Requests that nobody could answer. */
    refused,
    get calls() {
      return [...asked.values()].reduce((sum, count) => sum + count, 0);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A text may come in two parts, so that the provider keeps the first one. */
function inOnePart(message: Body["messages"][number]): Body["messages"][number] {
  const { content }: { content: string | { text: string }[] } = message;
  return typeof content === "object" && content
    ? { ...message, content: content.map(({ text }) => text).join("") }
    : message;
}

/** What is not on a tape came of a spoilt answer: every item is as bad as it can be. */
function severeJudge({ messages, response_format }: Body): TapedAnswer | undefined {
  const asked = messages.at(-1)?.content ?? "";
  const [, ids] = /these items: (.*)\.$/.exec(asked) ?? [];
  if (!response_format || ids === undefined) return undefined;
  const menu = [...asked.matchAll(/^- "([^"]*)": /gm)].map(([, verdict]) => verdict);
  const worst = ["no", "irrelevant", "contradicted", "1"].find((word) => menu.includes(word)) ?? menu[0];
  const said = /"speaker":"agent","text":(\{"(?:[^"\\]|\\.)*":"(?:[^"\\]|\\.)*")/.exec(asked)?.[1];
  const evidence = said === undefined ? [] : Object.values(JSON.parse(`${said}}`));
  const items = ids.split(", ").map((id) => ({ id, evidence, absent: false, reasoning: "Not good.", verdict: worst }));
  return { text: JSON.stringify({ items }), toolCalls: [] };
}

/** Four characters make a token, more or less. */
function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value ?? "").length / 4);
}

function completion({ model, messages, tools, response_format }: Body, { text, toolCalls }: TapedAnswer) {
  const tool_calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  const prompt_tokens = tokensIn(messages) + tokensIn(tools) + tokensIn(response_format);
  const completion_tokens = tokensIn(text) + tokensIn(tool_calls);
  return {
    id: "answer",
    object: "chat.completion",
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text || null, ...(tool_calls.length > 0 && { tool_calls }) },
        finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop",
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}
