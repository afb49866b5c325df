import { ownFile } from "../../base/index.ts";

/**
 * Where an agent finds the MCP servers: VIVA_MCP_FILES is the address of the server `files`. An agent that starts its
 * servers by a command starts `node $VIVA_MCP_SHIM $VIVA_MCP_FILES`.
 */
export function mcpEnvironment(gateway: string, servers: readonly string[]): Record<string, string> {
  if (servers.length === 0) return {};
  const urls = servers.map((name) => [variableOf(name), `${gateway}/mcp/${encodeURIComponent(name)}`] as const);
  return { ...Object.fromEntries(urls), VIVA_MCP_SHIM: ownFile("gateway/mcp/shim") };
}

/** "my-files" → VIVA_MCP_MY_FILES */
function variableOf(server: string): string {
  return `VIVA_MCP_${server.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}
