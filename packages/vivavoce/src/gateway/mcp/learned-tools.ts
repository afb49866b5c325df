import { isJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { ToolEffect } from "../../transcript/index.ts";
import type { McpServer, McpTool } from "./types.ts";

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
