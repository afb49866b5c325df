export { McpHost } from "./mcp/mcp-host.ts";
export type { McpCommand, McpMocks, McpServer, McpServers, McpTool, McpUrl } from "./mcp/types.ts";
export { openRoute } from "./open-route.ts";
export { traceIdOf } from "./open-trials.ts";
export { openProxy } from "./proxy.ts";
export { startGateway } from "./server.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
