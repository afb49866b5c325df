import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { httpConnection } from "./http-connection.ts";
import { stdioConnection } from "./stdio-connection.ts";
import { type McpMessage, withoutClientSide } from "./types.ts";

const node = (code: string) => ({ command: process.execPath, args: ["-e", code] });
const echo = `
console.log("Ready.");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const say = (value) => console.log(JSON.stringify(value));
  if (message.method === "ask back") {
    say({ jsonrpc: "2.0", id: "s1", method: "roots/list" });
    say({ jsonrpc: "2.0", id: "s2", method: "ping" });
    globalThis.asked = message.id;
  }
  if (message.id === "s1") globalThis.roots = message.error.code;
  if (message.id === "s2") say({ id: globalThis.asked, result: { roots: globalThis.roots, ping: message.result } });
  if (message.method === "echo") say({ id: message.id, result: { env: process.env.GIVEN } });
  if (message.method === "die") { console.error("no ink"); process.exit(4); }
});`;

describe("stdio", () => {
  it("speaks a message a line, and answers for the client", async () => {
    const server = stdioConnection("s", { ...node(echo), env: { GIVEN: "yes" } });
    expect(await server.request({ id: 1, method: "echo" })).toMatchObject({ id: 1, result: { env: "yes" } });
    expect(await server.request({ id: "two", method: "ask back" })).toMatchObject({
      result: { roots: -32601, ping: {} },
    });
    await expect(server.request({ id: 3, method: "die" })).rejects.toThrow("ended with exit code 4: no ink");
    await expect(server.request({ id: 4, method: "echo" })).rejects.toThrow("exit code 4");
    await server.close();
  });

  it("reads a message whose text holds a line separator of Unicode", async () => {
    const code = `process.stdin.once("data", () => console.log(JSON.stringify({ id: 1, result: { said: "one\\u2028two" } })));`;
    const server = stdioConnection("s", node(code));
    expect(await server.request({ id: 1, method: "read" })).toEqual({ id: 1, result: { said: "one\u2028two" } });
    await server.close();
  });

  it("gives the server PATH and what the suite names, and nothing else of the environment", async () => {
    vi.stubEnv("SOME_API_KEY", "sk-secret");
    vi.stubEnv("LC_ALL", "C");
    onTestFinished(() => void vi.unstubAllEnvs());
    const code = `process.stdin.once("data", () => console.log(JSON.stringify({ id: 1, result: process.env })));`;
    const server = stdioConnection("s", { ...node(code), env: { GIVEN: "yes" } });
    const { result } = await server.request({ id: 1, method: "environment" });
    expect(result).toMatchObject({ PATH: process.env.PATH, LC_ALL: "C", GIVEN: "yes" });
    expect(result).not.toHaveProperty("SOME_API_KEY");
    await server.close();
  });

  it("ends a server that sends without end, whether in lines or not", async () => {
    for (const piece of ['"x".repeat(2 ** 20)', '(\'{"method":"notifications/progress"}\\n\').repeat(2 ** 15)']) {
      const code = `const more = () => process.stdout.write(${piece}, more); process.stdin.once("data", more);`;
      const server = stdioConnection("s", node(code));
      await expect(server.request({ id: 1, method: "flood" })).rejects.toThrow("MB that answer nothing");
      await server.close();
    }
  });

  it("tells of a command that does not exist", async () => {
    const server = stdioConnection("s", { command: "/no/such/server" });
    await expect(server.request({ id: 1, method: "echo" })).rejects.toThrow("could not be started");
    await server.close();
  });
});

async function serving(answer: (message: McpMessage, response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    answer(body === "" ? {} : JSON.parse(body), response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

describe("Streamable HTTP", () => {
  it.each([
    ["null", "sent JSON that is not a message"],
    ["<html>", "gave no answer"],
  ])("takes an answer of %s for an outage", async (body, why) => {
    const url = await serving((_, response) => void response.end(body));
    await expect(httpConnection("s", { url }).request({ id: 1, method: "x" })).rejects.toMatchObject({
      name: "InfrastructureError",
      message: expect.stringContaining(why),
    });
  });

  it("keeps session, version and its own headers, and reads a body or a stream", async () => {
    const seen: string[] = [];
    const url = await serving((message, response, { headers, method }) => {
      const { "mcp-session-id": session, "mcp-protocol-version": version, authorization } = headers;
      seen.push(`${method} ${message.method ?? "reply"} ${session} ${version} ${authorization}`);
      if (message.method === "initialize") {
        response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "x1" });
        response.end(JSON.stringify({ id: message.id, result: { protocolVersion: "2025-06-18" } }));
      } else if (message.method === "tools/list") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(
          'id: 7\ndata: \n\ndata: {"method":"notifications/progress"}\n\ndata: {"id":9,"method":"ping"}\n\n',
        );
        response.end(`data: ${JSON.stringify({ id: message.id, result: { tools: [] } })}\n\n`);
      } else response.writeHead(202).end();
    });
    const server = httpConnection("s", { url, headers: { authorization: "Bearer mine" } });
    await server.request({ id: 0, method: "initialize" });
    await server.notify({ method: "notifications/initialized" });
    expect(await server.request({ id: 1, method: "tools/list" })).toEqual({ id: 1, result: { tools: [] } });
    await server.close();
    expect(seen).toEqual([
      "POST initialize undefined undefined Bearer mine",
      "POST notifications/initialized x1 2025-06-18 Bearer mine",
      "POST tools/list x1 2025-06-18 Bearer mine",
      "POST reply x1 2025-06-18 Bearer mine",
      "DELETE reply x1 2025-06-18 Bearer mine",
    ]);
  });

  it("goes on after the last event if a stream ends before its answer", async () => {
    const asked: string[] = [];
    const url = await serving(({ id }, response, { method, headers: { "last-event-id": last } }) => {
      asked.push(`${method} ${last}`);
      if (method === "DELETE") return void response.end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (method === "POST") response.end(`retry: 1\nid: a\ndata: \n\n`);
      else if (last === "a") response.end('id: b\ndata: {"method":"notifications/progress"}\n\n');
      else response.end(`id: c\ndata: ${JSON.stringify({ id: id ?? 1, result: { ok: true } })}\n\n`);
    });
    const server = httpConnection("s", { url });
    expect(await server.request({ id: 1, method: "tools/call" })).toEqual({ id: 1, result: { ok: true } });
    expect(asked).toEqual(["POST undefined", "GET a", "GET b"]);
  });

  it.each([
    ["has nothing more to say", 200, 3],
    ["cannot do that", 405, 1],
  ])("gives up where going on brings nothing: the server %s", async (_why, status, most) => {
    let tries = 0;
    const url = await serving((_message, response, { method }) => {
      response.writeHead(method === "GET" ? status : 200, { "content-type": "text/event-stream" });
      if (method === "GET") tries += 1;
      response.end(method === "GET" ? "" : "retry: 1\nid: a\ndata: \n\n");
    });
    const server = httpConnection("s", { url });
    await expect(server.request({ id: 1, method: "break" })).rejects.toThrow("the stream ended without an answer");
    expect(tries).toBe(most);
  });

  it("tells of a server that refuses, breaks off, or is not there", async () => {
    const url = await serving(({ method }, response) => {
      if (method === "refuse") response.writeHead(503).end("busy");
      else response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n");
    });
    const server = httpConnection("s", { url });
    await expect(server.request({ id: 1, method: "refuse" })).rejects.toThrow("answered 503: busy");
    await expect(server.request({ id: 2, method: "break" })).rejects.toThrow("the stream ended without an answer");
    const nowhere = httpConnection("s", { url: "http://127.0.0.1:1/" });
    await expect(nowhere.request({ id: 1, method: "ping" })).rejects.toThrow("cannot be reached");
  });
});

it("leaves out of the handshake what a server could ask of the client", () => {
  const params = { capabilities: { sampling: {}, roots: {}, elicitation: {}, experimental: { x: 1 } }, other: 1 };
  expect(withoutClientSide({ id: 1, params })).toEqual({
    id: 1,
    params: { capabilities: { experimental: { x: 1 } }, other: 1 },
  });
});
