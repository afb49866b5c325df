import { canonicalJson, type JsonValue } from "../../../base/index.ts";
import type { Usage } from "../../../shape/index.ts";
import { parsed, textOf } from "../safe-json.ts";
import type { Span, SpanAttributes } from "./spans.ts";

export type SpanKind = "model" | "tool" | "agent" | "other";

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
  for (const name of [
    "ai.operationId",
    "gen_ai.operation.name",
    "openinference.span.kind",
    "llm.request.type",
    "traceloop.span.kind",
  ]) {
    const value = attributes.get(name);
    const kind = typeof value === "string" ? value.toLowerCase() : "";
    if (Object.hasOwn(kinds, kind)) return kinds[kind] ?? "other";
    if (kind !== "" && name !== "traceloop.span.kind") return "other";
  }
  if (attributes.has("gen_ai.tool.name")) return "tool";
  const isModel = [
    "gen_ai.request.model",
    "gen_ai.system",
    "gen_ai.prompt",
    "gen_ai.prompt.0.content",
    "gen_ai.input.messages",
  ];
  return isModel.some((name) => attributes.has(name)) ? "model" : "other";
}

/** Whether it has anything to do with a model at all. */
export function isAboutModels({ attributes }: Span): boolean {
  return [...attributes.keys()].some((name) => /^(?:gen_ai|llm|openinference|traceloop|ai)\./.test(name));
}

/** The conversation that a span says it belongs to. */
export function conversationIn({ attributes }: Span): string | undefined {
  for (const name of [
    "gen_ai.conversation.id",
    "session.id",
    "traceloop.association.properties.session_id",
    "ai.telemetry.metadata.sessionId",
  ]) {
    const value = attributes.get(name);
    if (value !== undefined && value !== "") return textOf(value);
  }
  return undefined;
}

export function agentIn({ attributes }: Span): string | undefined {
  const value = attributes.get("gen_ai.agent.name") ?? attributes.get("agent.name") ?? attributes.get("graph.node.id");
  return value === undefined || value === "" ? undefined : textOf(value);
}

/** Tokens, by the new names and the old ones. */
export function usageIn({ attributes }: Span): Usage | undefined {
  const inputTokens = number(
    attributes,
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "llm.token_count.prompt",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
  );
  const outputTokens = number(
    attributes,
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "llm.token_count.completion",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
  );
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const cachedTokens = number(
    attributes,
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
  );
  const reasoningTokens = number(
    attributes,
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "ai.usage.reasoningTokens",
  );
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

/** What a tool's span says of the call that it ran. */
export interface TracedTool {
  id?: string | undefined;
  name: string;
  arguments?: JsonValue | undefined;
  result?: JsonValue | undefined;
}

export function toolIn({ attributes, name }: Span): TracedTool {
  const first = (...names: string[]) =>
    names.map((one) => attributes.get(one)).find((value) => value !== undefined && value !== "");
  const id = first("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id");
  return {
    id: id === undefined ? undefined : textOf(id),
    name: textOf(
      first("gen_ai.tool.name", "ai.toolCall.name", "tool.name", "traceloop.entity.name") ??
        name.replace(/^execute_tool /, ""),
    ),
    arguments: first(
      "gen_ai.tool.call.arguments",
      "ai.toolCall.args",
      "ai.toolCall.input",
      "tool.parameters",
      "traceloop.entity.input",
      "input.value",
    ),
    result: first(
      "gen_ai.tool.call.result",
      "ai.toolCall.result",
      "ai.toolCall.output",
      "traceloop.entity.output",
      "output.value",
    ),
  };
}

function number(attributes: SpanAttributes, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = Number(attributes.get(name) ?? Number.NaN);
    if (Number.isFinite(value) && value >= 0) return value;
  }
  return undefined;
}

/** Arguments as text and as an object are the same. */
export function sameForm(value: unknown): string {
  const read = typeof value === "string" ? parsed(value) : (value ?? null);
  return read === undefined ? String(value).trim() : canonicalJson(read);
}
