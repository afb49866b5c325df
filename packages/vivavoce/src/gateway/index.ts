export { installCapture } from "./capture.ts";
export { outsideRoutes } from "./current-route.ts";
export { keptKey } from "./headers.ts";
export { McpHost } from "./mcp/mcp-host.ts";
export type { McpCommand, McpMocks, McpServer, McpServers, McpTool, McpUrl, ToolEffects } from "./mcp/types.ts";
export {
  type CaptureSettings,
  isModelHost,
  keptKeys,
  type ModelHosts,
  modelHosts,
  refusedHosts,
} from "./model-hosts.ts";
export { gatewayOrigin, openRoute, startGateway } from "./open-route.ts";
export { openTrials, takeLateCalls } from "./open-trials.ts";
export { beyondProxy, openProxy } from "./proxy.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
