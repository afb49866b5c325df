import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { GatewayTrial } from "./types.ts";

/** Answers a request to an MCP server of a trial. */
export async function mcpAnswer(
  server: string,
  request: IncomingMessage,
  response: ServerResponse,
  { mcp }: GatewayTrial,
): Promise<void> {
  const session = request.headers["mcp-session-id"];
  const asked = { method: request.method ?? "", session: session?.toString(), body: await text(request) };
  const { status, headers, body } = (await mcp?.answer(server, asked)) ?? { status: 404, headers: {}, body: "" };
  response.writeHead(status, headers).end(body);
}
