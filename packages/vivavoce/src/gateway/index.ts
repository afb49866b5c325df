export { openRoute } from "./open-route.ts";
export { traceIdOf } from "./trace-id.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
