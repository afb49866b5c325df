import { describe, expect, it, onTestFinished } from "vitest";
import { InfrastructureError, type JsonObject, sentencesOf } from "../../base/index.ts";
import type { AskMcp, McpRequest } from "../../model/index.ts";
import { openRoute } from "../open-route.ts";
import { McpHost } from "./mcp-host.ts";
import type { McpServer, McpTool } from "./types.ts";

const tools: McpTool[] = [
  { name: "read", parameters: { properties: { path: { type: "string" } } }, effect: "read" },
  { name: "drop", description: "Drops it", parameters: {}, effect: "destructive" },
];
const mocked = { tools, mocks: { read: ({ path }: JsonObject) => `text of ${path}` } };
const real = { command: "never-started" };

type Tool = ConstructorParameters<typeof McpHost>[1]["tool"];

type Reply = "itself" | ((request: McpRequest) => object);

/** A host whose real server is a function, as its tape would be. */
function hostOf(server: McpServer, reply: Reply | undefined = () => ({ result: {} }), tool?: Tool) {
  const seen = { asked: [] as McpRequest[], learned: [] as McpTool[], cuts: [] as Error[], called: [] as object[] };
  const ask: AskMcp = async (request, askServer) => {
    seen.asked.push(request);
    return reply === "itself" ? askServer() : reply(request);
  };
  const host = new McpHost(
    { files: server },
    {
      silentMs: 2_000,
      ask,
      tool:
        tool ??
        (async (call, run) => {
          seen.called.push(call);
          return run(call.arguments as JsonObject);
        }),
      learn: (learned) => void seen.learned.push(...learned),
      cut: (error) => void seen.cuts.push(error),
    },
  );
  const post = async (body: unknown, session?: string, name = "files") => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await host.answer(name, { method: "POST", session, body: text });
    return { ...answer, body: answer.body === "" ? undefined : JSON.parse(answer.body) };
  };
  const open = () => post({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-03-26" } });
  const call = async (name: string, given?: object) => {
    await open();
    const { body } = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });
    return body;
  };
  return { host, seen, post, open, call };
}

describe("a mocked server", () => {
  it("introduces itself in the client's version, and gives a session", async () => {
    const { status, headers, body } = await hostOf(mocked).open();
    expect({ status, session: headers["mcp-session-id"] }).toEqual({ status: 200, session: "1" });
    expect(body).toMatchObject({ id: 0, result: { protocolVersion: "2025-03-26", capabilities: { tools: {} } } });
  });

  it("lists its tools, and Viva learns what they do", async () => {
    const { post, open, seen } = hostOf(mocked);
    await open();
    const { body } = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, "1");
    expect(body.result.tools).toMatchObject([
      { name: "read", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
      { name: "drop", description: "Drops it", annotations: { destructiveHint: true } },
    ]);
    expect(seen.learned.map(({ name, effect }) => [name, effect])).toEqual([
      ["read", "read"],
      ["drop", "destructive"],
    ]);
  });

  it("answers a call by its function, and asks no tape", async () => {
    const { call, seen } = hostOf(mocked);
    expect(await call("read", { path: "a" })).toMatchObject({ result: { content: [{ text: "text of a" }] } });
    expect(seen).toMatchObject({ asked: [], called: [{ name: "read", arguments: { path: "a" } }] });
  });

  it("ends the exchange where a tool has no mock, with the line to add", async () => {
    const { call, seen } = hostOf(mocked);
    expect(await call("drop")).toMatchObject({ error: { code: -32603 } });
    expect(String(seen.cuts[0])).toContain("has no mock");
    expect(sentencesOf(seen.cuts[0])).toContain("drop: (given) =>");
  });

  it("has nothing but tools", async () => {
    const { post, open } = hostOf(mocked);
    await open();
    expect((await post({ id: 1, method: "ping" })).body).toMatchObject({ result: {} });
    expect((await post({ id: 2, method: "prompts/list" })).body).toMatchObject({ error: { code: -32601 } });
  });
});

describe("a real server", () => {
  const said = (result: object) => () => ({ result });

  it("is passed on to the letter, and shown as its data or its words", async () => {
    const result = {
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      _meta: { more: 1 },
    };
    const shown: unknown[] = [];
    const tool: Tool = async (call, run) => {
      const value = await run(call.arguments as JsonObject);
      shown.push(value);
      return value;
    };
    expect((await hostOf(real, said(result), tool).call("read")).result).toEqual(result);
    const data = { ...result, structuredContent: { n: 1 } };
    expect((await hostOf(real, said(data), tool).call("read")).result).toEqual(data);
    const picture = { content: [{ type: "image", data: "…" }] };
    expect((await hostOf(real, said(picture), tool).call("read")).result).toEqual(picture);
    expect(shown).toEqual(["a\nb", { n: 1 }, picture.content]);
  });

  it("passes on a tool's own failure, and an error of the protocol", async () => {
    const failed = { content: [{ type: "text", text: "no such file" }], isError: true };
    const heard: unknown[] = [];
    const tool: Tool = async (call, run) => {
      try {
        return await run(call.arguments as JsonObject);
      } catch (error) {
        heard.push(String(error));
        throw error;
      }
    };
    expect((await hostOf(real, said(failed), tool).call("read")).result).toEqual(failed);
    const error = { code: -32602, message: "unknown tool" };
    expect((await hostOf(real, () => ({ error }), tool).call("read")).error).toEqual(error);
    expect(heard).toEqual(["Error: no such file", "Error: unknown tool"]);
  });

  it("gives what Viva makes of a call in place of what the server said", async () => {
    const result = { content: [{ type: "text", text: "real" }] };
    const stale: Tool = async (call, run) => {
      await run(call.arguments as JsonObject);
      return { old: true };
    };
    const answer = await hostOf(real, said(result), stale).call("read");
    expect(answer.result).toEqual({
      content: [{ type: "text", text: '{"old":true}' }],
      structuredContent: { old: true },
    });
    const broken: Tool = async () => {
      throw new Error("the tool timed out");
    };
    const { call, seen } = hostOf(real, said(result), broken);
    expect((await call("read")).result).toEqual({
      content: [{ type: "text", text: "the tool timed out" }],
      isError: true,
    });
    expect(seen).toMatchObject({ asked: [{ method: "initialize" }], cuts: [] });
  });

  it("asks with the arguments that the tool is really run with", async () => {
    const other: Tool = (_, run) => Promise.resolve(run({ path: "other" }));
    const { call, seen } = hostOf(real, said({ content: [] }), other);
    await call("read", { path: "a" });
    expect(seen.asked[1]?.params).toEqual({ name: "read", arguments: { path: "other" } });
  });

  it("takes the effects that the suite names, then the server's hints, else write", async () => {
    const list = [
      { name: "a", annotations: { readOnlyHint: true } },
      { name: "b", annotations: { destructiveHint: true } },
      { name: "c", annotations: { readOnlyHint: false } },
      { name: "d" },
      { name: "e", annotations: { readOnlyHint: true } },
      { nameless: true },
    ];
    const { post, open, seen } = hostOf({ ...real, effects: { e: "write" } }, said({ tools: list }));
    await open();
    await post({ id: 1, method: "tools/list" });
    expect(seen.learned.map(({ effect }) => effect)).toEqual(["read", "destructive", "write", "write", "write"]);
  });

  it("ends the exchange when it is gone, but not when the conversation is over", async () => {
    const dead = () => {
      throw new InfrastructureError({ message: "the server is gone" });
    };
    const { call, seen, host } = hostOf(real, dead);
    expect(await call("read")).toMatchObject({ error: { message: expect.stringContaining("gone") } });
    expect(seen.cuts).toHaveLength(2);
    await host.close();
    await call("read");
    expect(seen.cuts).toHaveLength(2);
  });
});

describe("over HTTP", () => {
  it("has no stream to listen to, and lets a client leave", async () => {
    const { host } = hostOf(mocked);
    expect(await host.answer("files", { method: "GET", session: undefined, body: "" })).toMatchObject({ status: 405 });
    expect(await host.answer("files", { method: "DELETE", session: "7", body: "" })).toMatchObject({ status: 200 });
  });

  it("takes what is only told, and several messages at once", async () => {
    const { post, open } = hostOf(mocked);
    await open();
    expect(await post({ jsonrpc: "2.0", method: "notifications/initialized" }, "1")).toMatchObject({ status: 202 });
    const batch = [{ id: 1, method: "ping" }, { method: "notifications/x" }, { id: 2, method: "ping" }];
    expect((await post(batch, "1")).body.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  it.each(["", "no JSON", "[]", "5", "[5]"])("refuses what is not a message: %j", async (body) => {
    expect(await hostOf(mocked).post(body)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
  });

  it("wants to know its clients", async () => {
    const { post, open } = hostOf(mocked);
    expect(await post({ id: 1, method: "ping" })).toMatchObject({ status: 404 });
    await open();
    expect(await post({ id: 1, method: "ping" }, "2")).toMatchObject({ status: 404 });
    expect(await post({ id: 1, method: "ping" }, "1")).toMatchObject({ status: 200 });
  });

  it("ends the exchange where the agent asks for a server that the suite does not have", async () => {
    const { post, seen } = hostOf(mocked);
    expect(await post({ id: 1, method: "ping" }, undefined, "toString")).toMatchObject({ status: 404 });
    expect(String(seen.cuts[0])).toContain("an MCP server toString, but the suite has only files");
  });
});

it("names each server's address in a variable", async () => {
  const trial = { caseId: "c", wire: () => Promise.reject(), lines: [], cut() {} };
  const environmentWith = async (...names: string[]) => {
    const route = openRoute({ ...trial, mcp: { names, answer: () => Promise.reject() } });
    onTestFinished(() => route.close());
    return route.address();
  };
  const none = await environmentWith();
  expect(Object.keys(none.environment).filter((name) => name.startsWith("VIVA_MCP"))).toEqual([]);
  const { url, environment } = await environmentWith("my-files");
  expect(environment).toMatchObject({
    VIVA_MCP_MY_FILES: `${url}/mcp/my-files`,
    VIVA_MCP_SHIM: expect.stringMatching(/gateway\/mcp\/shim\.ts$/),
  });
});

describe("a server that does not answer as it should is an outage:", () => {
  it.each([
    ["one that is silent", `process.stdin.resume()`, "did not answer initialize within 2 s, half of limits.exchangeMs"],
    [
      "one that speaks otherwise",
      `process.stdin.once("data", () => console.log("Hello?"))`,
      'within 2 s, half of limits.exchangeMs; its last output was "Hello?"',
    ],
    [
      "one that answers nothing",
      `process.stdin.once("data", () => console.log('{"id":0}'))`,
      "answered initialize with neither a result nor an error",
    ],
  ])("%s", async (_, code, why) => {
    const { host, seen, open } = hostOf({ command: process.execPath, args: ["-e", code] }, "itself");
    await open();
    await host.close();
    expect(seen.cuts).toMatchObject([{ name: "InfrastructureError", message: expect.stringContaining(why) }]);
  });
});
