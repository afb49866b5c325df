import { canonicalJson, type JsonValue, jsonIn } from "../../../base/index.ts";
import type { Usage } from "../../../shape/index.ts";
import { textOf } from "../safe-json.ts";
import type { Span } from "./spans.ts";

export type SpanKind = "model" | "tool" | "agent" | "other";

const words = (text: string) => text.split(/\s+/);

/** The attributes that say one thing, by all the conventions: OpenTelemetry's new and old ones, OpenInference, Traceloop, the AI SDK. */
const names = {
  operation: words("ai.operationId gen_ai.operation.name openinference.span.kind llm.request.type traceloop.span.kind"),
  model: words("gen_ai.request.model gen_ai.system gen_ai.prompt gen_ai.prompt.0.content gen_ai.input.messages"),
  conversation: words(
    `gen_ai.conversation.id session.id traceloop.association.properties.session_id
    ai.telemetry.metadata.sessionId`,
  ),
  agent: words("gen_ai.agent.name agent.name graph.node.id"),
  inputTokens: words(
    `gen_ai.usage.input_tokens gen_ai.usage.prompt_tokens llm.usage.prompt_tokens llm.token_count.prompt
    ai.usage.inputTokens ai.usage.promptTokens`,
  ),
  outputTokens: words(
    `gen_ai.usage.output_tokens gen_ai.usage.completion_tokens llm.usage.completion_tokens llm.token_count.completion
    ai.usage.outputTokens ai.usage.completionTokens`,
  ),
  cachedTokens: words(
    `gen_ai.usage.cache_read.input_tokens gen_ai.usage.cache_read_input_tokens
    llm.token_count.prompt_details.cache_read ai.usage.cachedInputTokens`,
  ),
  reasoningTokens: words(
    `gen_ai.usage.reasoning.output_tokens gen_ai.usage.reasoning_tokens
    llm.token_count.completion_details.reasoning ai.usage.reasoningTokens`,
  ),
  toolId: words("gen_ai.tool.call.id ai.toolCall.id tool_call.id tool.id"),
  toolName: words("gen_ai.tool.name ai.toolCall.name tool.name traceloop.entity.name"),
  toolArguments: words(
    `gen_ai.tool.call.arguments ai.toolCall.args ai.toolCall.input tool.parameters traceloop.entity.input input.value`,
  ),
  toolResult: words(
    "gen_ai.tool.call.result ai.toolCall.result ai.toolCall.output traceloop.entity.output output.value",
  ),
};

/** The first of these attributes that is not empty. */
function valueIn({ attributes }: Span, about: keyof typeof names): JsonValue | undefined {
  return names[about].map((name) => attributes.get(name)).find((value) => value !== undefined && value !== "");
}

/** The same as a text. */
export function textIn(span: Span, about: keyof typeof names): string | undefined {
  const value = valueIn(span, about);
  return value === undefined ? undefined : textOf(value);
}

const kinds: Record<string, SpanKind> = {
  chat: "model",
  generate_content: "model",
  text_completion: "model",
  completion: "model",
  llm: "model",
  execute_tool: "tool",
  tool: "tool",
  invoke_agent: "agent",
  agent: "agent",
  // The AI SDK wraps each call to a model in a span of the whole answer, which would count it twice.
  "ai.generatetext": "other",
  "ai.streamtext": "other",
  "ai.generatetext.dogenerate": "model",
  "ai.streamtext.dostream": "model",
  "ai.toolcall": "tool",
};

/** What a span is about, by the name of its operation in any of the conventions. */
export function kindOf({ attributes }: Span): SpanKind {
  for (const name of names.operation) {
    const value = attributes.get(name);
    const kind = typeof value === "string" ? value.toLowerCase() : "";
    if (Object.hasOwn(kinds, kind)) return kinds[kind] ?? "other";
    if (kind !== "" && name !== "traceloop.span.kind") return "other";
  }
  if (attributes.has("gen_ai.tool.name")) return "tool";
  return names.model.some((name) => attributes.has(name)) ? "model" : "other";
}

export function usageIn({ attributes }: Span): Usage | undefined {
  const [inputTokens, outputTokens, cachedTokens, reasoningTokens] = (
    ["inputTokens", "outputTokens", "cachedTokens", "reasoningTokens"] as const
  ).map((about) =>
    names[about]
      .map((name) => Number(attributes.get(name) ?? -1))
      .find((count) => Number.isFinite(count) && count >= 0),
  );
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

/** What a tool's span says of the call that it ran. */
export function toolIn(span: Span) {
  return {
    id: textIn(span, "toolId"),
    name: textIn(span, "toolName") ?? span.name.replace(/^execute_tool /, ""),
    arguments: valueIn(span, "toolArguments"),
    result: valueIn(span, "toolResult"),
  };
}

/** Arguments as text and as an object are the same. */
export function sameForm(value: unknown): string {
  const read = typeof value === "string" ? jsonIn(value) : (value ?? null);
  return read === undefined ? String(value).trim() : canonicalJson(read);
}
