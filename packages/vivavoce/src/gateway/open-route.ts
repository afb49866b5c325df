import { randomBytes } from "node:crypto";
import { withinRoute } from "./current-route.ts";
import { openTrials } from "./open-trials.ts";
import { gatewayOrigin, startGateway } from "./server.ts";
import type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";

/** Opens the gateway for one conversation. The server of this process starts when an address is first asked for. */
export function openRoute(trial: GatewayTrial): GatewayRoute {
  const token = `viva-${randomBytes(16).toString("hex")}`;
  openTrials.add(token, trial);
  return {
    address: async () => addressAt(await startGateway(), token),
    within(work) {
      const origin = gatewayOrigin();
      return origin === undefined ? work() : withinRoute({ base: `${origin}/t/${token}`, caseId: trial.caseId }, work);
    },
    close: () => openTrials.remove(token),
  };
}

function addressAt(origin: string, token: string): GatewayAddress {
  const url = `${origin}/t/${token}`;
  const environment = {
    VIVA_GATEWAY: url,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_BASE: `${url}/v1`,
    OPENAI_API_KEY: token,
    OPENROUTER_BASE_URL: `${url}/v1`,
    OPENROUTER_API_KEY: token,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: token,
  };
  return { url, token, environment };
}
