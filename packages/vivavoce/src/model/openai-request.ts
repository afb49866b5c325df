import type { ModelAddress } from "./provider.ts";
import type { ChatMessage, ModelRequest, ModelTool } from "./types.ts";

/**
 * The body of POST /chat/completions for a request. Everything is sent; the server says if a model does not support it.
 */
export function completionBody(
  request: ModelRequest,
  { provider, model }: Pick<ModelAddress, "provider" | "model">,
): Record<string, unknown> {
  const tools = request.tools?.length ? request.tools.map(toolOf) : undefined;
  return {
    model,
    messages: request.messages.map(messageOf),
    temperature: request.temperature,
    top_p: request.topP,
    seed: request.seed,
    stop: request.stop?.length ? request.stop : undefined,
    [provider === "openai" ? "max_completion_tokens" : "max_tokens"]: request.maxTokens,
    tools,
    // Servers refuse a tool choice without tools; it is sent only if it demands a tool, which cannot be met.
    tool_choice: tools || request.toolChoice === "required" ? request.toolChoice : undefined,
    response_format: request.output && outputFormat(request.output),
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
