import { randomUUID } from "node:crypto";
import { InfrastructureError, messageOf, ownFile } from "../base/index.ts";
import { outsideRoutes, withinRoute } from "./current-route.ts";
import { openTrials } from "./open-trials.ts";
import { joinProxy } from "./proxy.ts";
import { gatewayOrigin, startGateway } from "./server.ts";
import type { GatewayAddress, GatewayRoute, GatewayTrial } from "./types.ts";

/** Opens the gateway for one conversation. The server of this process starts when an address is first asked for. */
export function openRoute(trial: GatewayTrial, { proxy }: { proxy?: string | undefined } = {}): GatewayRoute {
  const token = `viva-${randomUUID().replaceAll("-", "")}`;
  openTrials.add(token, trial);
  let known: Promise<GatewayAddress> | undefined;
  let leave: (() => void) | undefined;
  let isOver = false;
  const open = async () => {
    const address = addressAt(await startGateway(), token, trial.mcp?.names);
    if (proxy === undefined) return address;
    const told = {
      spoilt: (why: string) => trial.cut(new InfrastructureError({ message: why })),
      lost: () => trial.cut(unreached(proxy, "it has ended")),
    };
    leave = await outsideRoutes(() => joinProxy(proxy, address, told)).catch((error: unknown) => {
      throw unreached(proxy, messageOf(error));
    });
    if (isOver) leave();
    return address;
  };
  return {
    address() {
      known ??= open();
      return known;
    },
    within(work) {
      const origin = gatewayOrigin();
      return origin === undefined ? work() : withinRoute({ base: `${origin}/t/${token}`, caseId: trial.caseId }, work);
    },
    close(wasCutOff) {
      isOver = true;
      openTrials.remove(token, wasCutOff);
      leave?.();
    },
  };
}

/** Without its proxy the agent cannot ask its models: an outage. */
function unreached(proxy: string, why: string): InfrastructureError {
  return new InfrastructureError({
    message: `the proxy at ${proxy} cannot be reached: ${why}`,
    remedy: `Start it with \`viva proxy --port ${new URL(proxy).port || 80}\`, or remove gateway.proxy from the suite.`,
  });
}

function addressAt(origin: string, token: string, servers: readonly string[] = []): GatewayAddress {
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
    ...mcpEnvironment(url, servers),
  };
  return { url, token, environment };
}

/**
 * Where an agent finds the MCP servers: VIVA_MCP_FILES is the address of the server `files`. An agent that starts its
 * servers by a command starts `node $VIVA_MCP_SHIM $VIVA_MCP_FILES`.
 */
export function mcpEnvironment(gateway: string, servers: readonly string[]): Record<string, string> {
  if (servers.length === 0) return {};
  const urls = servers.map((name) => [variableOf(name), `${gateway}/mcp/${encodeURIComponent(name)}`] as const);
  return { ...Object.fromEntries(urls), VIVA_MCP_SHIM: ownFile("gateway/mcp/shim") };
}

/** "my-files" → VIVA_MCP_MY_FILES */
function variableOf(server: string): string {
  return `VIVA_MCP_${server.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}
