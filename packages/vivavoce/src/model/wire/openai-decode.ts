import type { JsonSchema } from "../../base/index.ts";
import { toolArguments } from "../tool-arguments.ts";
import type { ModelRequest, ModelTool, ModelToolCall } from "../types.ts";
import type { Fields } from "./fitting.ts";

/** Fields of both OpenAI APIs that concern only sending, storing and billing, so a scripted model ignores them. */
export function ignoreTransport(body: Fields): void {
  body.ignore("model", "stream", "stream_options", "user", "metadata", "store", "service_tier");
  body.ignore("prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "safety_identifier");
  // Parallel calls are the default.
  body.only("parallel_tool_calls", true);
}

export function toolChoiceIn(body: Fields): ModelRequest["toolChoice"] {
  return body.word("tool_choice", { auto: "auto", none: "none", required: "required" } as const);
}

/** `strict` asks the server to hold the model to the schema, which is passed on. */
export function toolIn(tool: Fields | undefined): ModelTool[] {
  const name = tool?.text("name");
  tool?.ignore("type", "strict");
  if (tool === undefined || name === undefined) return [];
  const parameters: JsonSchema = tool.object("parameters") ?? {};
  return [{ name, ...withDescription(tool), parameters }];
}

export function withDescription(tool: Fields): Pick<ModelTool, "description"> {
  const description = tool.text("description");
  return description === undefined ? {} : { description };
}

export function callIn(id: string | undefined, called: Fields): ModelToolCall {
  return { id: id ?? "", name: called.text("name") ?? "", arguments: toolArguments(called.text("arguments")) };
}

/** The schema of a JSON answer; `described` finds it in the format that was asked for. */
export function outputIn(
  format: Fields | undefined,
  described: (format: Fields) => Fields | undefined,
): ModelRequest["output"] {
  const type = format?.text("type") ?? "text";
  if (format === undefined || type === "text") return undefined;
  if (type === "json_object") return { name: type, schema: { type: "object" } };
  const output = type === "json_schema" ? described(format) : undefined;
  if (output === undefined) format.refuse("type");
  output?.ignore("type", "strict");
  return output && { name: output.text("name") ?? "output", schema: output.object("schema") ?? {} };
}
