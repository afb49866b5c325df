import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import OpenAI from "openai";
import { afterAll, describe, expect, it } from "vitest";
import { allCalls, play } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { z } from "zod";
import { mcpAgent } from "./mcp-agent.ts";

const here = import.meta.dirname;
const files = { command: process.execPath, args: [join(here, "mcp-server.ts")] };
const script = (...lines) => ({ id: "c", script: lines.map((content) => ({ content })) });
const callsIn = (transcript) => allCalls(transcript).map(({ call }) => call);
const textsIn = ({ exchanges }) =>
  exchanges.map(({ items }) => items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join());

describe("live", () => {
  it.each([
    ["Streamable HTTP", false],
    ["the shim", true],
  ])("passes a real server through, by %s, and records its tools", async (_, shim) => {
    const said = script("which", "read_file a.txt", "read_file b.txt", "delete_file a.txt", "greeting");
    const transcript = await play(mcpAgent({ shim }), said, { mcp: { files } });
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(textsIn(transcript)).toEqual([
      "read_file,delete_file,crash",
      "alpha",
      "failed: there is no b.txt",
      '{"deleted":true}',
      "hello",
    ]);
    expect(callsIn(transcript)).toMatchObject([
      { name: "read_file", arguments: { path: "a.txt" }, effect: "read", result: "alpha" },
      { name: "read_file", effect: "read", error: { message: "there is no b.txt" } },
      { name: "delete_file", effect: "destructive", result: { deleted: true } },
    ]);
    expect(transcript.exchanges.map(({ items }) => items.length)).toEqual([1, 2, 2, 2, 1]);
    const [readFile] = transcript.servers?.files ?? [];
    expect(readFile).toMatchObject({ name: "read_file", description: "Reads a file", parameters: { type: "object" } });
  });

  it("takes a server that dies for an outage, with what it said last", async () => {
    const transcript = await play(mcpAgent(), script("crash", "never said"), { mcp: { files } });
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure", exchange: 1 });
    expect(transcript.outcome.message).toContain("ended with exit code 3: out of paper");
  });

  it("takes a server that cannot be started for an outage", async () => {
    const mcp = { files: { command: "/no/such/server" } };
    const transcript = await play(mcpAgent(), script("which"), { mcp });
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure" });
    expect(transcript.outcome.message).toContain("could not be started");
  });

  it("asks a server that is running already", async () => {
    const listener = createServer(async (request, response) => {
      const server = new McpServer({ name: "files", version: "1" });
      server.registerTool("add", { inputSchema: { path: z.string() } }, ({ path }) => ({
        content: [{ type: "text", text: `${path} and more` }],
      }));
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await server.connect(transport);
      await transport.handleRequest(request, response);
    });
    await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${listener.address().port}/`;
    const transcript = await play(mcpAgent(), script("add x"), { mcp: { files: { url, effects: { add: "read" } } } });
    listener.close();
    expect(textsIn(transcript)).toEqual(["x and more"]);
    expect(callsIn(transcript)).toMatchObject([{ name: "add", effect: "read", result: "x and more" }]);
  });

  it("leaves no server behind", async () => {
    const before = running();
    await play(mcpAgent(), script("which"), { mcp: { files } });
    expect(running()).toBe(before);
  });
});

it("mocks a server without one", async () => {
  const tools = [{ name: "read_file", parameters: { type: "object", required: ["path"] }, effect: "read" }];
  const mocks = { read_file: ({ path }) => ({ path, text: "mocked" }) };
  const transcript = await play(mcpAgent(), script("which", "read_file a.txt"), { mcp: { files: { tools, mocks } } });
  expect(textsIn(transcript)).toEqual(["read_file", '{"path":"a.txt","text":"mocked"}']);
  expect(callsIn(transcript)).toMatchObject([{ name: "read_file", effect: "read", result: { text: "mocked" } }]);
});

it("answers by the suite's mocks, and lays the case's faults over a real server", async () => {
  const mocks = { read_file: ({ path }) => `${path} by a mock` };
  const mocked = await play(mcpAgent(), script("read_file a.txt"), { mcp: { files }, mocks });
  expect(textsIn(mocked)).toEqual(["a.txt by a mock"]);
  expect(callsIn(mocked)).toMatchObject([{ name: "read_file", mocked: true, result: "a.txt by a mock" }]);

  const said = {
    ...script("delete_file a.txt", "read_file a.txt"),
    faults: [{ tool: "delete_file", kind: "half-done" }],
  };
  const faulted = await play(mcpAgent(), said, { mcp: { files } });
  expect(faulted.outcome).toMatchObject({ kind: "completed" });
  expect(callsIn(faulted)).toMatchObject([
    { name: "delete_file", fault: expect.anything(), error: expect.anything() },
    { name: "read_file", error: { message: "there is no a.txt" } },
  ]);
  expect(textsIn(faulted)[0]).toMatch(/^failed: /);
});

it("is one call with the one that the model asked for over the gateway", async () => {
  const agent = {
    name: "own-client",
    version: "1",
    async open(context) {
      const { url, token } = await context.gateway();
      const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: token });
      const client = new Client({ name: "agent", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/files`)));
      const listed = (await client.listTools()).tools;
      const tools = listed.map(({ name, inputSchema }) => ({
        type: "function",
        function: { name, parameters: inputSchema },
      }));
      const messages = [];
      const ask = async () => {
        const { choices } = await openai.chat.completions.create({ model: "any", messages, tools });
        messages.push(choices[0].message);
        return choices[0].message;
      };
      return {
        async reply(content) {
          messages.push({ role: "user", content });
          const { tool_calls: calls = [] } = await ask();
          for (const { id, function: asked } of calls) {
            const done = await client.callTool({ name: asked.name, arguments: JSON.parse(asked.arguments) });
            messages.push({ role: "tool", tool_call_id: id, content: done.content[0].text });
          }
          context.record({ type: "text", text: (await ask()).content });
        },
        close: () => client.close(),
      };
    },
  };
  const read = { id: "model-1", name: "read_file", arguments: { path: "a.txt" } };
  const model = scriptedModel([{ toolCalls: [read, { ...read, id: "model-2" }] }, "It says alpha."]);
  const transcript = await play(agent, script("What does a.txt say?"), { mcp: { files }, models: { agent: model } });
  expect(transcript.outcome).toMatchObject({ kind: "completed" });
  expect(callsIn(transcript)).toMatchObject([
    { id: "model-1", effect: "read", result: "alpha" },
    { id: "model-2", effect: "read", result: "alpha" },
  ]);
  expect(textsIn(transcript)).toEqual(["It says alpha."]);
});

describe("recordings", () => {
  const folder = mkdtempSync(join(here, ".project-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const viva = (args, environment = {}) => {
    const bin = join(here, "../packages/vivavoce/bin/viva.js");
    const settings = { cwd: folder, env: { ...process.env, NO_COLOR: "1", ...environment }, encoding: "utf8" };
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args.split(" ")], settings);
    return { status, said: `${stdout}${stderr}` };
  };
  const suiteText = (line, server) => `
import { suite } from "vivavoce";
import { toolUse } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
import { mcpAgent } from "../mcp-agent.ts";
export default suite({
  name: "files",
  cases: [{ id: "read", script: [{ content: ${JSON.stringify(line)} }], expect: { tools: [{ turn: 1, shouldCall: true, tools: ["read_file"] }] } }],
  agent: () => mcpAgent(),
  mcp: { files: ${JSON.stringify(server)} },
  models: { agent: scriptedModel("not asked") },
  metrics: [toolUse()],
});
`;
  const write = (line, server) => writeFileSync(join(folder, "files.eval.ts"), suiteText(line, server));
  const report = () => {
    const reports = join(folder, "results");
    const [file] = readdirSync(reports, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".json"));
    const { results } = JSON.parse(readFileSync(join(reports, file ?? ""), "utf8"));
    rmSync(reports, { recursive: true });
    return JSON.stringify(results);
  };
  writeFileSync(
    join(folder, "viva.config.ts"),
    'import { defineConfig } from "vivavoce";\nexport default defineConfig({ suites: ["*.eval.ts"] });\n',
  );
  const gone = { command: "/no/such/server" };

  it("replays byte for byte with the network closed and without the server, in this process and in others", () => {
    write("read_file a.txt", files);
    const recorded = viva("run --record --report json");
    expect(recorded.status, recorded.said).toBe(0);
    const first = report();
    expect(first).toContain("alpha");
    expect(readFileSync(join(folder, "cassettes/files/default/read.yaml"), "utf8")).toContain("method: tools/call");

    write("read_file a.txt", gone);
    const replayed = viva("run --replay --report json");
    expect(replayed.status, replayed.said).toBe(0);
    expect(report()).toBe(first);
    const elsewhere = viva("run --replay --report json --processes 1");
    expect(elsewhere.status, elsewhere.said).toBe(0);
    expect(report()).toBe(first);
  });

  it("keeps no secret that a server gives away, and replays it the same", () => {
    const secrets = { FILES_API_KEY: "k3y-0f-th3-k1ngd0m-4711" };
    write("read_file key.txt", files);
    viva("run --live --report json", secrets);
    expect(report()).toContain("The key is undefined.");
    // Only a key that the suite names is handed on.
    write("read_file key.txt", { ...files, env: secrets });
    const recorded = viva("run --record --report json", secrets);
    expect(recorded.status, recorded.said).toBe(0);
    const first = report();
    expect(first).toContain("The key is [redacted:");
    expect(readFileSync(join(folder, "cassettes/files/default/read.yaml"), "utf8")).not.toContain("k1ngd0m");
    const replayed = viva("run --replay --report json");
    expect(replayed.status, replayed.said).toBe(0);
    expect(report()).toBe(first);
  });

  it("records in processes of their own as well", () => {
    write("read_file a.txt", files);
    const recorded = viva("run --record --processes 1");
    expect(recorded.status, recorded.said).toBe(0);
    expect(readFileSync(join(folder, "cassettes/files/default/read.yaml"), "utf8")).toContain("text: alpha");
  });

  it("is an outage, with the nearest request, where something else is asked than was recorded", () => {
    write("read_file other.txt", gone);
    const replayed = viva("run --replay");
    expect(replayed.status, replayed.said).toBe(3);
    expect(replayed.said).toContain("the MCP server files is asked something that was not recorded: tools/call");
    expect(replayed.said).toContain("other.txt");
  });
});

function running() {
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("mcp-server.ts")).length;
}
