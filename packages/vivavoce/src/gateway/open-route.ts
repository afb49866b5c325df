import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atRoot, InfrastructureError, messageOf, ownFile } from "../base/index.ts";
import { letReach, unguarded } from "../network/index.ts";
import { answerRequest } from "./answer-request.ts";
import { setStrayBase, withinRoute } from "./capture.ts";
import { type GatewayAddress, type GatewayTrial, openTrials } from "./open-trials.ts";
import { joinProxy } from "./proxy.ts";

let starting: Promise<string> | undefined;
let origin: string | undefined;

/** Where the gateway of this process listens, once it does. */
export function gatewayOrigin(): string | undefined {
  return origin;
}

/**
 * Starts the one server of this process, on a free port of the loopback interface, and gives its origin. It does not
 * keep the process from ending.
 */
export function startGateway(): Promise<string> {
  starting ??= atRoot(() => listen());
  return starting;
}

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    // The client is gone, or did not send a valid request.
    void answerRequest(request, response, openTrials).catch(() => response.destroy());
  });
  // A stream may be silent for as long as the model thinks.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.keepAliveTimeout = 60_000;
  server.on("connect", (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  letReach(port);
  origin = `http://127.0.0.1:${port}`;
  setStrayBase(`${origin}/t/-`);
  return origin;
}

/** A trial's access to the gateway, from the beginning to the end of its conversation. */
interface GatewayRoute {
  address(): Promise<GatewayAddress>;
  /** Runs code of the trial, so that calls by its own clients come here. */
  within<T>(work: () => T): T;
  /** `wasCutOff`: the conversation was interrupted, and its agent may still be at work. */
  close(wasCutOff?: boolean): void;
}

/** Opens the gateway for one conversation. The server of this process starts when an address is first asked for. */
export function openRoute(trial: GatewayTrial, { proxy }: { proxy?: string | undefined } = {}): GatewayRoute {
  const token = `viva-${randomUUID().replaceAll("-", "")}`;
  const end = openTrials.add(token, trial);
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
    leave = await unguarded(() => joinProxy(proxy, address, told)).catch((error: unknown) => {
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
      return origin === undefined ? work() : withinRoute(`${origin}/t/${token}`, work);
    },
    close(wasCutOff) {
      isOver = true;
      end(wasCutOff);
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
function mcpEnvironment(gateway: string, servers: readonly string[]): Record<string, string> {
  if (servers.length === 0) return {};
  const urls = servers.map((name) => [variableOf(name), `${gateway}/mcp/${encodeURIComponent(name)}`] as const);
  return { ...Object.fromEntries(urls), VIVA_MCP_SHIM: ownFile("gateway/mcp/shim") };
}

/** "my-files" → VIVA_MCP_MY_FILES */
function variableOf(server: string): string {
  return `VIVA_MCP_${server.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}
