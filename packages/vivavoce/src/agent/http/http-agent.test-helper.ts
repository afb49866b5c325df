import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { type PlayOptions, play } from "../../conversation/index.ts";
import type { CaseInput, Transcript } from "../../shape/index.ts";
import { httpAgent } from "./http-agent.ts";
import type { HttpAgentOptions } from "./options.ts";

const servers = new Set<Server>();
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of the test's own, on a free port, until the file's tests are over. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.add(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`;
}

export async function bodyOf<T = { [key: string]: JsonValue }>(request: IncomingMessage): Promise<T> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString()) as T;
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Plays a conversation with an agent behind HTTP. */
export function talk(
  options: Omit<HttpAgentOptions, "name">,
  lines: readonly string[] = ["Hello"],
  { limits, ...given }: Partial<CaseInput> & Pick<PlayOptions, "limits"> = {},
): Promise<Transcript> {
  const agent = httpAgent({ name: "desk", ...options });
  const script = lines.map((content) => ({ content }));
  return play(agent, { id: "case", script, ...given }, { ...(limits ? { limits } : {}) });
}

/** A server that asks a model as its environment says, and passes the trace on as OpenTelemetry would. */
const askingCode = `
  require("node:http").createServer(async (request, response) => {
    const { message } = JSON.parse(Buffer.concat(await request.toArray()));
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
    const { traceparent } = request.headers;
    const answer = await fetch(OPENAI_BASE_URL + "/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer " + OPENAI_API_KEY, traceparent },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: message }] }),
    });
    const body = await answer.json();
    response.end(body.choices?.[0].message.content ?? JSON.stringify(body));
  }).listen(process.env.PORT, "127.0.0.1");`;
export const askingServer = { command: process.execPath, args: ["-e", askingCode] };
