export { openRoute } from "./open-route.ts";
export type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";
