import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../base/index.ts";
import type { Dialect, ModelAnswer } from "../model/index.ts";
import { type ScriptedAnswer, wholeAnswer } from "./scripted-answer.ts";
import type { CompletionRequest, ServerFault, ServerStep } from "./server-script.ts";

/** The request that a scripted answer answers. */
interface AskedCompletion {
  request: CompletionRequest;
  index: number;
  dialect: Dialect;
}

interface Body {
  type: "application/json" | "text/event-stream";
  text: string;
}

const finishReasons: Record<ModelAnswer["finish"], string> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  other: "unknown",
};

/** A scripted answer in the API of the request, whole or as the events of a stream. */
function bodyOf(scripted: string | ScriptedAnswer, { request, index, dialect }: AskedCompletion): Body {
  const body = request as unknown as JsonObject;
  const { streamed, results } = dialect.readRequest(body);
  const proposed = request.messages?.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0) ?? 0;
  const answer = wholeAnswer(scripted, Math.max(proposed, results.length));
  if (streamed) return { type: "text/event-stream", text: dialect.encodeEvents(answer, body).join("") };
  const whole = dialect.name === "openai-chat" ? completion(answer, request, index) : dialect.encode(answer, body);
  return { type: "application/json", text: JSON.stringify(whole) };
}

/** Adds a cost, as OpenRouter does. */
function completion(answer: ModelAnswer, request: CompletionRequest, index: number) {
  return {
    id: `completion-${index}`,
    object: "chat.completion",
    created: 0,
    model: answer.servedModel ?? request.model,
    choices: [choiceOf(answer)],
    usage: usageOf(answer),
  };
}

function choiceOf({ text, toolCalls, finish, logprobs }: ModelAnswer) {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  const tokens = logprobs?.map(({ token, logprob, top }) => ({ token, logprob, top_logprobs: top }));
  return {
    index: 0,
    message: { role: "assistant", content: text || null, ...(calls.length > 0 && { tool_calls: calls }) },
    finish_reason: finishReasons[finish],
    logprobs: tokens ? { content: tokens } : null,
  };
}

function usageOf({ usage, cost }: ModelAnswer) {
  if (usage === undefined) return cost === undefined ? undefined : { cost };
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    cost,
  };
}

/** One call under way, and the signal that says its client has gone. */
interface Call extends AskedCompletion {
  response: ServerResponse;
  gone: AbortSignal;
}

/** Answer a call as its step says. */
export async function playStep(step: ServerStep, call: Call, delayMs: number): Promise<void> {
  const wait = typeof step === "string" ? delayMs : (step.delayMs ?? delayMs);
  if (wait > 0) await sleep(wait, undefined, { signal: call.gone });
  if (typeof step === "object" && "fault" in step) return playFault(step, call);
  sendBody(call.response, bodyOf(step, call));
}

export function sendJson(response: ServerResponse, status: number, json: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { ...headers, ...headersOf({ type: "application/json", text: json }) }).end(json);
}

function sendBody(response: ServerResponse, body: Body): void {
  response.writeHead(200, headersOf(body)).end(body.text);
}

async function playFault(fault: ServerFault, call: Call): Promise<void> {
  const { response } = call;
  switch (fault.fault) {
    case "status":
      return sendStatus(fault, response);
    case "reset":
      return reset(fault, call);
    case "half-open":
      response.writeHead(200, headersOf(bodyOf("never sent", call))).flushHeaders();
      return;
    case "hang":
      return;
    case "slow-drip":
      return drip(bodyOf(fault.answer ?? "slow", call), fault.everyMs ?? 20, call);
    case "truncated":
      return sendBody(response, cutShort(bodyOf("cut off", call)));
    case "empty":
      return sendJson(response, 200, "");
    case "wrong-type":
      response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in to the network</body></html>");
      return;
    case "invalid":
      return sendJson(response, 200, JSON.stringify(fault.body ?? { object: "list", data: [] }));
  }
}

function sendStatus(fault: Extract<ServerFault, { fault: "status" }>, response: ServerResponse): void {
  const { status, retryAfter, message = `scripted status ${status}` } = fault;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  sendJson(response, status, JSON.stringify({ error: { message, code: status } }), headers);
}

function reset({ after = "request" }: Extract<ServerFault, { fault: "reset" }>, call: Call): void {
  const { response } = call;
  if (after === "request") {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = bodyOf("cut off by a reset", call);
  response.writeHead(200, headersOf(body));
  response.write(body.text.slice(0, 10), () => response.socket?.resetAndDestroy());
}

async function drip(body: Body, everyMs: number, { response, gone }: Call): Promise<void> {
  response.writeHead(200, headersOf(body));
  for (const byte of Buffer.from(body.text)) {
    response.write(Buffer.of(byte));
    await sleep(everyMs, undefined, { signal: gone });
  }
  response.end();
}

function cutShort({ type, text }: Body): Body {
  return { type, text: text.slice(0, -20) };
}

function headersOf({ type, text }: Body) {
  return { "content-type": type, "content-length": String(Buffer.byteLength(text)) };
}
