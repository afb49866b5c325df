import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atRoot } from "../base/index.ts";
import { letReach } from "../network/index.ts";
import { answerRequest } from "./answer-request.ts";
import { setStrayBase } from "./current-route.ts";
import { openTrials } from "./open-trials.ts";

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
  const server = createServer((request, response) => void handle(request, response));
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

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answerRequest(request, response, openTrials);
  } catch {
    // The client is gone, or did not send a valid request.
    response.destroy();
  }
}
