import type { GatewayRoute, GatewayTrial } from "./types.ts";

/** Opens the gateway for one conversation. The server of this process starts when an address is first asked for. */
export function openRoute(_trial: GatewayTrial): GatewayRoute {
  return {
    address: async () => Promise.reject(new Error("the gateway is being built")),
    within: (work) => work(),
    close: () => {},
  };
}
