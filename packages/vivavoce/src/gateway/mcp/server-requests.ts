import type { McpMessage } from "./types.ts";

/** What a client can do for its server. The gateway passes none of it on. */
const clientSide = ["roots", "sampling", "elicitation"];

/** The handshake without the client's capabilities, so that the server does not try to use them. */
export function withoutClientSide(message: McpMessage): McpMessage {
  const { params } = message;
  if (typeof params !== "object" || params === null || Array.isArray(params)) return message;
  const capabilities = Object.entries((params.capabilities ?? {}) as object).filter(
    ([name]) => !clientSide.includes(name),
  );
  return { ...message, params: { ...params, capabilities: Object.fromEntries(capabilities) } };
}

/** Viva's answer to a server's request to its client; undefined for a notification. */
export function answerToServer({ id, method }: McpMessage): McpMessage | undefined {
  if (id === undefined) return undefined;
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  const message = `Viva does not pass ${method} on to the client`;
  return { jsonrpc: "2.0", id, error: { code: -32601, message } };
}
