import { createServer, type Server } from "node:net";
import { InfrastructureError } from "../../base/index.ts";

/** Below the ports that systems assign themselves, so that no other program gets one of these by chance. */
const lowest = 16_000;
const highest = 32_000;
const mostTries = 200;

/** A port that no other conversation gets until it is released, in this process or another. */
interface ClaimedPort {
  port: number;
  release(): void;
}

/**
 * Finds a free port for a server that has not started yet. Until it listens, another program could take the port and be
 * examined in its place. So ports come in pairs: whoever listens on the odd one owns the even one. The system releases it
 * when the process ends, however it ends.
 */
export async function claimPort(random: () => number = Math.random): Promise<ClaimedPort> {
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
