import { createServer, type Server } from "node:net";
import { atRoot, InfrastructureError } from "../../base/index.ts";
import type { GatewayAddress } from "../../gateway/index.ts";
import { type HttpAgentOptions, type ServerStart, withPort } from "./options.ts";
import { isListening, StartedServer } from "./started-server.ts";

/** Below the ports that systems assign themselves, so that no other program gets one of these by chance. */
const lowest = 16_000;
const highest = 32_000;
const mostTries = 200;

/**
 * Finds a free port for a server that has not started yet. Until it listens, another program could take the port and be
 * examined in its place. So ports come in pairs: whoever listens on the odd one owns the even one. The system releases it
 * when the process ends, however it ends.
 */
export async function claimPort(random: () => number = Math.random): Promise<{ port: number; release(): void }> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = lowest + 2 * Math.floor((random() * (highest - lowest)) / 2);
    const claim = await listening(port + 1);
    const probe = claim && (await listening(port));
    if (probe) await new Promise((resolve) => probe.close(resolve));
    if (claim && probe) return { port, release: () => void claim.close() };
    claim?.close();
  }
  throw new InfrastructureError({
    message: `found no free port between ${lowest} and ${highest} for the agent's server`,
  });
}

/** Undefined if the port is taken. */
function listening(port: number): Promise<Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<Server | undefined>();
  const server = createServer((socket) => socket.destroy());
  server.once("error", () => resolve(undefined));
  server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(server.unref()));
  return promise;
}

/** Servers that all conversations share, by what they are started with. */
const shared = new Map<string, Promise<StartedServer>>();

/**
 * Starts the agent's server. If each conversation has its own server, model calls are known by that conversation's token;
 * this needs a port for each, or one conversation at a time. Otherwise they share one, and the trace tells whose a model
 * call is.
 */
export async function serverFor(
  { url, concurrency }: HttpAgentOptions,
  start: ServerStart,
  address: GatewayAddress,
  signal: AbortSignal,
): Promise<{ server: StartedServer; release(): Promise<void> }> {
  if (!url.includes("{port}") && concurrency !== 1) {
    return { server: await sharedServer(new URL(url), start, address), release: async () => {} };
  }
  const claimed = url.includes("{port}") ? await claimPort() : undefined;
  try {
    const own = new URL(withPort(url, claimed?.port ?? ""));
    const server = await begin(own, start, { ...address, signal });
    return { server, release: () => server.end().finally(() => claimed?.release()) };
  } catch (error) {
    claimed?.release();
    throw error;
  }
}

/** The run is over: servers that its conversations shared are ended. */
export async function endServers(): Promise<void> {
  const servers = await Promise.allSettled(shared.values());
  shared.clear();
  await Promise.all(servers.map((server) => (server.status === "fulfilled" ? server.value.end() : undefined)));
}

async function sharedServer(url: URL, start: ServerStart, address: GatewayAddress): Promise<StartedServer> {
  const key = JSON.stringify([url.href, start]);
  const known = shared.get(key);
  // A server that a conversation has crashed is restarted for the next.
  if (known && !(await known.catch(() => undefined))?.isOver) return known;
  if (shared.get(key) !== known) return sharedServer(url, start, address);
  // Under the rules of the process, not those of the trial that came first.
  const starting = atRoot(() =>
    begin(url, start, { ...withoutToken(address), signal: new AbortController().signal }).catch((error: unknown) => {
      shared.delete(key);
      throw error;
    }),
  );
  shared.set(key, starting);
  return starting;
}

async function begin(
  url: URL,
  start: ServerStart,
  { environment, signal }: Pick<GatewayAddress, "environment"> & { signal: AbortSignal },
): Promise<StartedServer> {
  if (await isListening(url)) {
    throw new InfrastructureError({
      message: `something answers at ${url.host} already, so the agent's server cannot be started there`,
      remedy:
        'Stop it, leave out start to use it as it is, or give each trial its own port: "http://localhost:{port}/…".',
    });
  }
  const server = new StartedServer(start, url, environment);
  await server.ready(start, signal).catch((error: unknown) => {
    server.kill();
    throw error;
  });
  return server;
}

/** The gateway for all conversations, without the token of the one that came first. */
function withoutToken({ url, token, environment }: GatewayAddress): Pick<GatewayAddress, "environment"> {
  const { origin } = new URL(url);
  const entries = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(url, origin).replaceAll(token, "viva"),
  ]);
  return { environment: Object.fromEntries(entries) as Record<string, string> };
}
