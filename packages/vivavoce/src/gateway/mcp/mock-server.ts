import { InfrastructureError, isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { McpReply } from "../../model/index.ts";
import type { McpMocks } from "./types.ts";

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
