import {
  InfrastructureError,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  toJsonValue,
} from "../../base/index.ts";
import { listIn, type McpReply, textIn } from "../../model/index.ts";
import type { ToolEffect } from "../../shape/index.ts";
import type { McpMocks, McpServer, McpTool } from "./types.ts";

/** The tools in a server's list. Their effect is the suite's, else the server's; otherwise a tool counts as writing. */
export function learnedTools(result: JsonValue | undefined, server: McpServer): McpTool[] {
  const tools = (listIn(result, "tools") ?? []) as JsonValue[];
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

/** A server that functions stand in for. */
export function mocked(server: string, { tools, mocks }: McpMocks) {
  return {
    /** Its answer to everything except tool calls. */
    reply(method: string, params: JsonValue | undefined): McpReply {
      switch (method) {
        case "initialize": {
          const asked = isJsonObject(params) ? params.protocolVersion : undefined;
          const serverInfo = { name: server, version: "mocked" };
          return { result: { protocolVersion: asked ?? "2025-06-18", capabilities: { tools: {} }, serverInfo } };
        }
        case "ping":
          return { result: {} };
        case "tools/list":
          return { result: { tools: tools.map(described) } };
        default:
          return { error: { code: -32601, message: `the mocked MCP server ${server} has tools only, not ${method}` } };
      }
    },
    /** The function that answers for a tool. */
    tool(name: string): (given: JsonObject) => unknown {
      const mock = Object.hasOwn(mocks, name) ? mocks[name] : undefined;
      if (mock) return mock;
      return () => {
        throw new InfrastructureError({
          message: `the tool ${name} of the mocked MCP server ${server} was called, but has no mock`,
          remedy: `Add mcp: { ${server}: { mocks: { ${name}: (given) => … } } }.`,
        });
      };
    },
  };
}

function described({ name, description, parameters, effect }: McpMocks["tools"][number]): JsonObject {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: { type: "object", ...parameters } as JsonObject,
    annotations: { readOnlyHint: effect === "read", destructiveHint: effect === "destructive" },
  };
}

/** A tool's answer as a transcript shows it: its data if it has any, else its text; or what went wrong, in its own words. */
export function outcomeOf(result: JsonValue | undefined): { value: JsonValue } | { fault: string } {
  if (!isJsonObject(result)) return { value: result ?? null };
  const { structuredContent, content } = result;
  if (result.isError === true) return { fault: wordsOf(listIn(result, "content") ?? []) || JSON.stringify(result) };
  if (structuredContent !== undefined) return { value: structuredContent };
  return { value: isText(content) ? wordsOf(content) : (content ?? result) };
}

/** A value as a tool's answer; a value that is already an answer stays as it is. */
export function resultOf(value: unknown): JsonObject {
  const given = toJsonValue(value ?? null);
  if (isJsonObject(given) && Array.isArray(given.content)) return given;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { content: [{ type: "text", text }], ...(isJsonObject(given) ? { structuredContent: given } : {}) };
}

function isText(content: JsonValue | undefined): content is JsonValue[] {
  return Array.isArray(content) && content.every((part) => textIn(part, "type") === "text");
}

function wordsOf(content: readonly unknown[]): string {
  return content.flatMap((part) => textIn(part, "text") ?? []).join("\n");
}
