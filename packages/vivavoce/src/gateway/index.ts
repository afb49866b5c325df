export { type Attribution, attribute, noContext, type SpokenTrial, wrongContext } from "./attribution.ts";
export { installCapture } from "./capture.ts";
export {
  type CurrentRoute,
  currentRoute,
  outsideRoutes,
  setStrayBase,
  strayBase,
  withinRoute,
} from "./current-route.ts";
export { McpHost } from "./mcp/mcp-host.ts";
export type { McpCommand, McpMocks, McpServer, McpServers, McpTool, McpUrl } from "./mcp/types.ts";
export { type CaptureSettings, isModelHost, type ModelHosts, modelHosts, refusedHosts } from "./model-hosts.ts";
export { openRoute } from "./open-route.ts";
export { takeLateCalls, traceIdOf } from "./open-trials.ts";
export { beyondProxy, openProxy } from "./proxy.ts";
export { startGateway } from "./server.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
