export { installCapture } from "./capture.ts";
export { McpHost } from "./mcp/mcp-host.ts";
export {
  type CaptureSettings,
  isModelHost,
  keptKeys,
  type ModelHosts,
  modelHosts,
  refusedHosts,
} from "./model-hosts.ts";
export { gatewayOrigin, openRoute, startGateway } from "./open-route.ts";
export { type GatewayAddress, type GatewayTrial, openTrials } from "./open-trials.ts";
export { beyondProxy, openProxy } from "./proxy.ts";
export * from "./public.ts";
