export { installCapture } from "./capture.ts";
export { McpHost } from "./mcp/mcp-host.ts";
export type { CaptureSettings, ModelHosts } from "./model-hosts.ts";
export { isModelHost, keptKeys, modelHosts, refusedHosts } from "./model-hosts.ts";
export { gatewayOrigin, openRoute, startGateway } from "./open-route.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./open-trials.ts";
export { openTrials } from "./open-trials.ts";
export { beyondProxy, openProxy } from "./proxy.ts";
export * from "./public.ts";
