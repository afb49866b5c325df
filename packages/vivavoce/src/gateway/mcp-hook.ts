import type { IncomingMessage, ServerResponse } from "node:http";
import type { GatewayTrial } from "./types.ts";
export async function mcpAnswer(
  _s: string,
  _r: IncomingMessage,
  response: ServerResponse,
  _t: GatewayTrial,
): Promise<void> {
  response.writeHead(400).end();
}
