export { openRoute } from "./open-route.ts";
export { traceIdOf } from "./open-trials.ts";
export { openProxy } from "./proxy.ts";
export { startGateway } from "./server.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
