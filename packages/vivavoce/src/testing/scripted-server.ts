// AsyncDisposable may be missing in projects that target an older language version.
/// <reference lib="esnext.disposable" preserve="true" />
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { messageOf } from "../base/index.ts";
import { type Dialect, dialectOf } from "../model/index.ts";
import { playStep, sendJson } from "./play-step.ts";
import { type CompletionRequest, type ServerScript, type ServerStep, stepsOf } from "./server-script.ts";

/** Options of `scriptedServer`. */
export interface ScriptedServerOptions {
  /** What it answers; "ok" if left out. */
  answer?: ServerScript;
  /** What follows after the last answer of a list; if left out, the last one repeats. */
  afterwards?: ServerStep;
  /** The delay before every answer that does not name its own. */
  delayMs?: number;
  /** Set to false if requests of a long run would fill the memory; `calls` still counts them. */
  keepRequests?: boolean;
  /** The port to listen on; any free one if left out. */
  port?: number;
}

/** A running server that answers by a script. */
export interface ScriptedServer extends AsyncDisposable {
  /** The base URL for a model: "http://127.0.0.1:43210/v1". */
  readonly url: string;
  /** The bodies of the requests so far, in the order they came. */
  readonly requests: readonly CompletionRequest[];
  /** How many requests came so far. */
  readonly calls: number;
  /** How many connections clients have opened. */
  readonly connections: number;
  /** The most calls at the same time. */
  readonly mostAtOnce: number;
  /** Stop listening and cut every connection. */
  close(): Promise<void>;
}

/**
 * A real server on loopback that answers or fails by a script. It speaks OpenAI's Chat Completions and Responses and
 * Anthropic's Messages, whole or as a stream, as the request asks.
 *
 * @example
 * const server = await scriptedServer({ answer: [{ fault: "status", status: 429, retryAfter: 1 }, "Hello"] });
 * const client = new OpenAI({ baseURL: server.url, apiKey: "any" });
 * await server.close();
 */
export async function scriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { answer = "ok", afterwards, delayMs = 0, keepRequests = true, port = 0 } = options;
  const stepFor = stepsOf(answer, afterwards);
  const requests: CompletionRequest[] = [];
  const count = { calls: 0, connections: 0, running: 0, mostAtOnce: 0 };

  async function complete(dialect: Dialect, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const index = count.calls++;
    count.mostAtOnce = Math.max(count.mostAtOnce, ++count.running);
    const gone = new AbortController();
    response.once("close", () => {
      count.running -= 1;
      gone.abort();
    });
    const request = JSON.parse(await text(incoming)) as CompletionRequest;
    if (keepRequests) requests.push(request);
    await playStep(await stepFor(request, index), { dialect, request, index, response, gone: gone.signal }, delayMs);
  }

  const server = createServer((incoming, response) => {
    const dialect = incoming.method === "POST" ? dialectOf(incoming.url ?? "") : undefined;
    if (!dialect) {
      const message = `${incoming.method} ${incoming.url} is not scripted: POST …/chat/completions, …/responses and …/messages are`;
      sendJson(response, 404, JSON.stringify({ error: { message } }));
      return;
    }
    complete(dialect, incoming, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else sendJson(response, 500, JSON.stringify({ error: { message: `the script failed: ${messageOf(error)}` } }));
    });
  });
  server.on("connection", () => {
    count.connections += 1;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;

  const close = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    requests,
    get calls() {
      return count.calls;
    },
    get connections() {
      return count.connections;
    },
    get mostAtOnce() {
      return count.mostAtOnce;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
