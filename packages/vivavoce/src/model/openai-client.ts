import { type Clock, systemClock } from "../base/index.ts";
import { badAnswer, failureInBody, networkFailure, type Respondent, statusFailure } from "./http-failure.ts";
import { ModelError } from "./model-error.ts";
import { completionAnswer, openrouterCost } from "./openai-response.ts";
import { answerId, post, wholeText } from "./post.ts";
import { type ModelAddress, serverInWords } from "./provider.ts";
import { textIn } from "./read-json.ts";
import { withDeadline } from "./timing.ts";
import type { CallOptions, ChatMessage, Model, ModelAnswer, ModelRequest, ModelTool } from "./types.ts";

export interface ClientOptions {
  /** For one call, from connecting to the last byte of the body. */
  timeoutMs?: number | undefined;
  /** Keeps secrets out of error messages. */
  redact?: ((text: string) => string) | undefined;
  post?: typeof post | undefined;
  clock?: Clock | undefined;
}

/**
 * A model behind an OpenAI-compatible server. One call is one request; retries, limits and prices are added around it.
 *
 * @example await openaiClient(addressOf("ollama:qwen3:8b", process.env)).call({ messages: [{ role: "user", content: "Hi" }] })
 */
export function openaiClient(address: ModelAddress, options: ClientOptions = {}): Model {
  const { timeoutMs, redact = (text) => text, clock = systemClock } = options;
  const send = options.post ?? post;
  const url = completionsAt(address.baseURL);
  const { id, key } = address;
  const respondent: Respondent = {
    id,
    server: serverInWords(address.provider, address.baseURL),
    // The key is redacted even if its variable's name does not look secret.
    redact: (text) => redact(key === undefined ? text : text.replaceAll(key, "[redacted]")),
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };

  async function exchange(
    request: ModelRequest,
    signal: AbortSignal,
    shared?: CallOptions["shared"],
  ): Promise<ModelAnswer> {
    const sent = JSON.stringify(completionBody(request, address, shared));
    try {
      const said = await send(url, { headers, body: sent, signal });
      const text = wholeText(said);
      if (said.status < 200 || said.status > 299) throw statusFailure(respondent, { ...said, text, now: clock.now() });
      const body = parsedBody(respondent, said.headers["content-type"], text);
      const failure = failureInBody(respondent, body);
      if (failure) throw failure;
      const answer = completionAnswer(body, request);
      if (!answer) throw badAnswer(respondent, "is not a chat completion", text);
      const cost = address.provider === "openrouter" && address.host === "vendor" ? openrouterCost(body) : undefined;
      return { ...answer, ...(cost === undefined ? {} : { cost }), id: answerId(textIn(body, "id"), said.headers) };
    } catch (error) {
      throw ModelError.is(error) ? error : networkFailure(respondent, error);
    }
  }

  return {
    id,
    call: (request: ModelRequest, { signal, shared }: CallOptions = {}) =>
      withDeadline({ id, timeoutMs, signal }, (ending) => exchange(request, ending, shared)),
  };
}

/** Keeps the query, because some servers take their version there. */
function completionsAt(baseURL: string): URL {
  const url = new URL(baseURL);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  url.hash = "";
  return url;
}

function parsedBody(respondent: Respondent, type: string | undefined, text: string): unknown {
  if (type !== undefined && !/\bjson\b/i.test(type)) throw badAnswer(respondent, `is ${type}, not JSON`, text);
  if (text.trim() === "") throw badAnswer(respondent, "is empty");
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(respondent, "is broken JSON", text);
  }
}

/**
 * The body of POST /chat/completions for a request. Everything is sent; the server says if a model does not support it.
 */
export function completionBody(
  request: ModelRequest,
  { provider, model }: Pick<ModelAddress, "provider" | "model">,
  shared?: CallOptions["shared"],
): Record<string, unknown> {
  const isCut = provider === "openrouter" && model.startsWith("anthropic/");
  // On a user's own server the schema is not part of the prompt, and a narrow one helps small models.
  const isRead = request.output && ["openai", "openrouter"].includes(provider);
  const output = (isRead && shared?.output) || request.output;
  const tools = request.tools?.length ? request.tools.map(toolOf) : undefined;
  return {
    model,
    messages: request.messages.map((message, index, { length }) =>
      isCut && shared && index === length - 1 ? cachedTo(message, shared.characters) : messageOf(message),
    ),
    temperature: request.temperature,
    top_p: request.topP,
    seed: request.seed,
    stop: request.stop?.length ? request.stop : undefined,
    [provider === "openai" ? "max_completion_tokens" : "max_tokens"]: request.maxTokens,
    tools,
    // Servers refuse a tool choice without tools; it is sent only if it demands a tool, which cannot be met.
    tool_choice: tools || request.toolChoice === "required" ? request.toolChoice : undefined,
    response_format: output && outputFormat(output),
    logprobs: request.topLogprobs === undefined ? undefined : true,
    top_logprobs: request.topLogprobs,
    ...(provider === "openrouter" ? openrouterExtras : {}),
  };
}

/** Asks for the cost, and only for servers that support every parameter; others would silently drop some. */
const openrouterExtras = { usage: { include: true }, provider: { require_parameters: true } };

function toolOf({ name, description, parameters }: ModelTool) {
  return { type: "function", function: { name, description, parameters } };
}

function outputFormat({ name, schema }: NonNullable<ModelRequest["output"]>) {
  const safeName = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "output";
  return { type: "json_schema", json_schema: { name: safeName, strict: true, schema } };
}

/** A message whose beginning Anthropic keeps for the next requests. */
function cachedTo({ role, content }: ChatMessage, end: number) {
  const kept = { type: "text", text: content.slice(0, end), cache_control: { type: "ephemeral" } };
  return { role, content: [kept, { type: "text", text: content.slice(end) }] };
}

function messageOf(message: ChatMessage) {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role !== "assistant" || !message.toolCalls?.length) {
    return { role: message.role, content: message.content };
  }
  return {
    role: "assistant",
    content: message.content || null,
    tool_calls: message.toolCalls.map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
    })),
  };
}
