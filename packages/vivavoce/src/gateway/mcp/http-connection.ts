import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { InfrastructureError, isJsonObject, messageOf, safeLine } from "../../base/index.ts";
import { EventSplitter, serverEvents } from "../../model/index.ts";
import { unguarded } from "../../network/index.ts";
import { mostUnasked } from "./stdio-connection.ts";
import { answerToServer, type McpConnection, type McpMessage, type McpServer } from "./types.ts";

/**
 * How far an answer has been read. A server may end a stream before its answer, and sends the rest to a client that
 * names the last event it got.
 */
interface StreamPlace {
  /** The id of that event. */
  last: string | undefined;
  /** How long the server wants the client to wait before it asks for the rest. */
  retryMs: number;
}

/** After this many streams in a row without a new event, the answer is not waited for. */
const mostIdleStreams = 3;

/** The data of a stream's events, until it ends or its connection is lost. With its first event a server may only give an id. */
async function* eventsOf({ body }: Response, place: StreamPlace): AsyncGenerator<string> {
  const splitter = new EventSplitter();
  try {
    for await (const chunk of limited(body)) {
      for (const text of splitter.push(chunk)) {
        place.last = /^id: ?(.+)$/m.exec(text)?.[1]?.trim() ?? place.last;
        place.retryMs = Number(/^retry: ?(\d+)\s*$/m.exec(text)?.[1] ?? place.retryMs);
        for (const { data } of serverEvents([text])) if (data !== "") yield data;
      }
    }
  } catch (error) {
    if (place.last === undefined) throw error;
  }
}

/** A body, as far as a server may send one. */
async function* limited(body: Response["body"]): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostUnasked) throw new Error(`it sent more than ${mostUnasked / 2 ** 20} MB`);
    yield chunk;
  }
}

/** Speaks to a running server over Streamable HTTP. */
export function httpConnection(name: string, server: Extract<McpServer, { url: string }>): McpConnection {
  const { url, headers = {} } = server;
  let session: Record<string, string> = {};
  const over = new AbortController();
  const failed = (what: string, cause?: unknown) =>
    new InfrastructureError({
      message: `the MCP server ${name} at ${url} ${what}`,
      remedy: "Start it, correct its address, or mock the server.",
      cause,
    });
  const send = async (method: "POST" | "DELETE" | "GET", message?: McpMessage, last?: string): Promise<Response> => {
    const request = {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        ...(message ? { "content-type": "application/json" } : {}),
        ...headers,
        ...session,
        ...(last === undefined ? {} : { "last-event-id": last }),
      },
      ...(message ? { body: JSON.stringify(message) } : {}),
      signal: over.signal,
    };
    // Neither redirected nor refused: the server is a tool of the suite, not part of the agent.
    const response = await unguarded(() => fetch(url, request)).catch((error: unknown) => {
      throw failed(`cannot be reached: ${messageOf((error as Error).cause ?? error)}`, error);
    });
    const id = response.headers.get("mcp-session-id");
    if (id !== null) session = { ...session, "mcp-session-id": id };
    if (response.ok) return response;
    throw failed(`answered ${response.status}: ${safeLine(await response.text(), 200)}`);
  };
  /** The answer to a message, in a body or among the events of a stream. */
  const read = async (response: Response, { id }: McpMessage): Promise<McpMessage> => {
    if (!response.headers.get("content-type")?.includes("text/event-stream"))
      return JSON.parse(await text(limited(response.body))) as McpMessage;
    const place: StreamPlace = { last: undefined, retryMs: 1_000 };
    let stream = response;
    for (let idle = 0; ; ) {
      const before = place.last;
      for await (const data of eventsOf(stream, place)) {
        const message = JSON.parse(data) as McpMessage;
        if (message.id === id && message.method === undefined) return message;
        const answer = answerToServer(message);
        if (answer) await (await send("POST", answer)).body?.cancel();
      }
      idle = place.last === before ? idle + 1 : 0;
      if (place.last === undefined || idle === mostIdleStreams) break;
      await sleep(place.retryMs, undefined, { signal: over.signal });
      const next = await send("GET", undefined, place.last).catch(() => undefined);
      if (!next) break;
      stream = next;
    }
    throw new Error("the stream ended without an answer");
  };
  return {
    async request(message) {
      const response = await send("POST", message);
      const answer = await read(response, message).catch((error: unknown) => {
        throw InfrastructureError.isInstance(error) ? error : failed(`gave no answer: ${messageOf(error)}`, error);
      });
      if (!isJsonObject(answer)) throw failed("gave no answer: it sent JSON that is not a message");
      const { result } = answer;
      if (message.method === "initialize" && isJsonObject(result) && typeof result.protocolVersion === "string") {
        session = { ...session, "mcp-protocol-version": result.protocolVersion };
      }
      return answer;
    },
    async notify(message) {
      await (await send("POST", message)).body?.cancel();
    },
    said: () => "",
    async close() {
      // Not every server can end a session, which does not matter.
      if (session["mcp-session-id"] !== undefined) await send("DELETE").catch(() => {});
      over.abort();
    },
  };
}
