export type { McpServers } from "./mcp/types.ts";
