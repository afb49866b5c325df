import {
  InfrastructureError,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  toJsonValue,
} from "../../base/index.ts";
import type { McpReply } from "../../model/index.ts";
import type { ToolEffect } from "../../shape/index.ts";
import type { McpMocks, McpServer, McpTool } from "./types.ts";

/** The tools in a server's list. Their effect is the suite's, else the server's; otherwise a tool counts as writing. */
export function learnedTools(result: JsonValue | undefined, server: McpServer): McpTool[] {
  const tools = isJsonObject(result) && Array.isArray(result.tools) ? result.tools : [];
  const effects = "effects" in server ? server.effects : undefined;
  return tools.flatMap((tool): McpTool[] => {
    if (!isJsonObject(tool) || typeof tool.name !== "string") return [];
    const { name, description, inputSchema, annotations } = tool;
    const named = effects && Object.hasOwn(effects, name) ? effects[name] : undefined;
    return [
      {
        name,
        ...(typeof description === "string" ? { description } : {}),
        parameters: (isJsonObject(inputSchema) ? inputSchema : {}) as JsonSchema,
        effect: named ?? hinted(annotations),
      },
    ];
  });
}

function hinted(annotations: JsonValue | undefined): ToolEffect {
  if (!isJsonObject(annotations)) return "write";
  if (annotations.readOnlyHint === true) return "read";
  return annotations.destructiveHint === true ? "destructive" : "write";
}

/** A mocked server's answers to everything except tool calls. */
export function mockReply(name: string, { tools }: McpMocks, method: string, params: JsonValue | undefined): McpReply {
  switch (method) {
    case "initialize": {
      const asked = isJsonObject(params) ? params.protocolVersion : undefined;
      const serverInfo = { name, version: "mocked" };
      return { result: { protocolVersion: asked ?? "2025-06-18", capabilities: { tools: {} }, serverInfo } };
    }
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools: tools.map(described) } };
    default:
      return { error: { code: -32601, message: `the mocked MCP server ${name} has tools only, not ${method}` } };
  }
}

function described({ name, description, parameters, effect }: McpMocks["tools"][number]): JsonObject {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: { type: "object", ...parameters } as JsonObject,
    annotations: { readOnlyHint: effect === "read", destructiveHint: effect === "destructive" },
  };
}

/** The function that answers for a tool. */
export function mockOf(server: string, { mocks }: McpMocks, tool: string): (given: JsonObject) => unknown {
  const mock = Object.hasOwn(mocks, tool) ? mocks[tool] : undefined;
  if (mock) return mock;
  return () => {
    throw new InfrastructureError({
      message: `the tool ${tool} of the mocked MCP server ${server} was called, but has no mock`,
      remedy: `Add mcp: { ${server}: { mocks: { ${tool}: (given) => … } } }.`,
    });
  };
}

/** A tool's answer as a transcript shows it: its data if it has any, else its text. */
export function shownResult(result: JsonValue | undefined): JsonValue {
  if (!isJsonObject(result)) return result ?? null;
  if (result.structuredContent !== undefined) return result.structuredContent;
  const { content } = result;
  return isText(content) ? wordsOf(content) : (content ?? result);
}

/** What went wrong, in the tool's own words. */
export function faultOf(result: JsonValue | undefined): string {
  const content = isJsonObject(result) ? result.content : undefined;
  return (Array.isArray(content) && wordsOf(content)) || JSON.stringify(result);
}

/** A value as a tool's answer; a value that is already an answer stays as it is. */
export function resultOf(value: unknown): JsonObject {
  const given = toJsonValue(value ?? null);
  if (isJsonObject(given) && Array.isArray(given.content)) return given;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { content: [{ type: "text", text }], ...(isJsonObject(given) ? { structuredContent: given } : {}) };
}

function isText(content: JsonValue | undefined): content is JsonValue[] {
  return Array.isArray(content) && content.every((part) => isJsonObject(part) && part.type === "text");
}

function wordsOf(content: readonly JsonValue[]): string {
  return content.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}
