import { InfrastructureError, isJsonObject, messageOf, safeLine } from "../../base/index.ts";
import { EventSplitter, serverEvents } from "../../model/index.ts";
import { outsideRoutes } from "../current-route.ts";
import { answerToServer } from "./server-requests.ts";
import type { McpConnection, McpMessage, McpUrl } from "./types.ts";

/** Speaks to a running server over Streamable HTTP. */
export function httpConnection(name: string, { url, headers = {} }: McpUrl): McpConnection {
  let session: Record<string, string> = {};
  const over = new AbortController();
  const failed = (what: string, cause?: unknown) =>
    new InfrastructureError({
      message: `the MCP server ${name} at ${url} ${what}`,
      remedy: "Start it, correct its address, or mock the server.",
      cause,
    });
  const send = async (method: "POST" | "DELETE", message?: McpMessage): Promise<Response> => {
    const request = {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        ...(message ? { "content-type": "application/json" } : {}),
        ...headers,
        ...session,
      },
      ...(message ? { body: JSON.stringify(message) } : {}),
      signal: over.signal,
    };
    // Neither redirected nor refused: the server is a tool of the suite, not part of the agent.
    const response = await outsideRoutes(() => fetch(url, request)).catch((error: unknown) => {
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
      return (await response.json()) as McpMessage;
    const splitter = new EventSplitter();
    for await (const chunk of response.body ?? []) {
      for (const { data } of serverEvents(splitter.push(chunk))) {
        // With its first event a server only gives an id, by which a client could go on after a lost connection.
        if (data === "") continue;
        const message = JSON.parse(data) as McpMessage;
        if (message.id === id && message.method === undefined) return message;
        const answer = answerToServer(message);
        if (answer) await (await send("POST", answer)).body?.cancel();
      }
    }
    throw new Error("the stream ended without an answer");
  };
  return {
    async request(message) {
      const response = await send("POST", message);
      const answer = await read(response, message).catch((error: unknown) => {
        throw InfrastructureError.isInstance(error) ? error : failed(`gave no answer: ${messageOf(error)}`, error);
      });
      const { result } = answer;
      if (message.method === "initialize" && isJsonObject(result) && typeof result.protocolVersion === "string") {
        session = { ...session, "mcp-protocol-version": result.protocolVersion };
      }
      return answer;
    },
    async notify(message) {
      await (await send("POST", message)).body?.cancel();
    },
    async close() {
      // Not every server can end a session, which does not matter.
      if (session["mcp-session-id"] !== undefined) await send("DELETE").catch(() => {});
      over.abort();
    },
  };
}
