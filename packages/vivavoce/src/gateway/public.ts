export type { McpCommand, McpMocks, McpServer, McpServers, McpTool, McpUrl, ToolEffects } from "./mcp/types.ts";
export type { CaptureSettings } from "./model-hosts.ts";
export type { GatewayAddress } from "./open-trials.ts";
