import { expect, it } from "vitest";
import { redactor } from "../base/index.ts";
import { distantTraffic, servedTraffic } from "./distant-traffic.ts";
import { liveTraffic } from "./live-traffic.ts";
import type { McpRecord, McpRequest } from "./mcp.ts";
import { replayTraffic } from "./replay-traffic.ts";
import { dataFromTape, type Tape, tapeFromData } from "./tape.ts";
import { parseTapeFile } from "./tape-format.ts";

const secret = "hunter2-hunter2-hunter2";
const redact = () => redactor({ MY_API_KEY: secret });
const live = () => liveTraffic({ modelFor: () => ({ id: "m", call: async () => ({}) as never }), redactor: redact() });
const replay = (mcp: McpRecord[], matchers?: object) => {
  const tape: Tape = { origin: "recorded", repeat: 1, records: [], mcp };
  return replayTraffic({ tape, modelId: () => "m", redactor: redact(), file: "cassettes/c.yaml", matchers });
};
const call = (path: string, more = {}): McpRequest => ({
  server: "files",
  method: "tools/call",
  params: { name: "read", arguments: { path }, ...more },
});
const never = () => Promise.reject(new Error("the server was asked"));

it("records what a server is asked and says, without secrets and what belongs to the client", async () => {
  const traffic = live();
  const request = call("a", { _meta: { progressToken: 1 } });
  const reply = { result: { content: [{ type: "text", text: `key ${secret}` }] }, ms: 3 };
  expect(await traffic.mcp?.(request, async () => reply)).toBe(reply);
  await traffic.mcp?.({ server: "files", method: "initialize", params: { clientInfo: {} } }, async () => ({
    result: 1,
  }));
  expect(traffic.mcpRecords()).toMatchObject([
    { ...call("a"), ms: 3 },
    { server: "files", method: "initialize" },
  ]);
  expect(JSON.stringify(traffic.mcpRecords())).not.toMatch(/hunter2|_meta|clientInfo/);
});

it("records nothing of a server that gave no answer", async () => {
  const traffic = live();
  await expect(traffic.mcp?.(call("a"), never)).rejects.toThrow("the server was asked");
  expect(traffic.mcpRecords()).toEqual([]);
});

it("gives each reply once, to the request that it answered, in whatever order", async () => {
  const traffic = replay([
    { ...call("a"), result: 1 },
    { ...call("b"), error: { code: 1, message: "no" } },
    { ...call("a"), result: 2, ms: 5 },
  ]);
  const meta = { _meta: { progressToken: 7 } };
  expect(await traffic.mcp?.(call("b", meta), never)).toEqual({ error: { code: 1, message: "no" } });
  expect(await traffic.mcp?.(call("a"), never)).toEqual({ result: 1 });
  expect(await traffic.mcp?.(call("a", meta), never)).toEqual({ result: 2, ms: 5 });
  await expect(traffic.mcp?.(call("a"), never)).rejects.toThrow("holds this request, but not so often");
});

it("gives a secret back that the request held", async () => {
  const traffic = live();
  await traffic.mcp?.(call(secret), async () => ({ result: `read ${secret}` }));
  const again = replay([...traffic.mcpRecords()]);
  expect(await again.mcp?.(call(secret), never)).toEqual({ result: `read ${secret}` });
});

it("is an outage where something else is asked, from there on, whatever the agent makes of it", async () => {
  const traffic = replay([{ ...call("a"), result: 1 }]);
  const miss = "the MCP server files is asked something that was not recorded: tools/call";
  await expect(traffic.mcp?.(call("b"), never)).rejects.toThrow(miss);
  await expect(traffic.mcp?.(call("a"), never)).rejects.toThrow(miss);
  const outcome = traffic.concluded({ kind: "completed" });
  expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("params.arguments.path") });
  const empty = replay([]);
  await expect(empty.mcp?.(call("a"), never)).rejects.toThrow("cassettes/c.yaml holds nothing of this server");
});

it("leaves out what does not count in a replay", async () => {
  const traffic = replay([{ ...call("req-1"), result: 1 }], { normalise: [/req-\d+/] });
  expect(await traffic.mcp?.(call("req-2"), never)).toEqual({ result: 1 });
});

it("is kept in a file and read from it", () => {
  const mcp: McpRecord[] = [{ ...call("a"), result: { content: [] }, ms: 1 }];
  const tape: Tape = { origin: "recorded", repeat: 1, records: [], mcp };
  const file = (written: object) => JSON.stringify({ viva: "tape 2", origin: "recorded", case: "c", tapes: [written] });
  const [data] = parseTapeFile(file(dataFromTape(tape)), "c.yaml", "c").file.tapes;
  expect(data && tapeFromData(data, "recorded")).toEqual(tape);
  const both = file({ mcp: [{ server: "s", method: "m", result: 1, error: {} }] });
  expect(() => parseTapeFile(both, "c.yaml", "c")).toThrow("either result or error");
  const text =
    "viva: tape 2\norigin: recorded\ncase: c\ntapes:\n  - mcp:\n      - { server: s, methd: m, result: 1 }\n";
  const problem = "An entry has the fields server, method, params, result, error, ms.";
  expect(() => parseTapeFile(text, "c.yaml", "c")).toThrow(
    expect.objectContaining({ problems: expect.arrayContaining([expect.objectContaining({ remedy: problem })]) }),
  );
});

it("is recorded and replayed for a conversation in another process", async () => {
  const recording = live();
  const elsewhere = (traffic: Parameters<typeof servedTraffic>[0]) => {
    const { start, answers } = servedTraffic(traffic, []);
    const { signal } = new AbortController();
    const ask = async (kind: string, value: unknown) => answers[kind]?.(value as never, signal);
    return distantTraffic({ ask, tell: () => {}, close: () => {}, closed: Promise.resolve() } as never, start);
  };
  expect(await elsewhere(recording).mcp?.(call("a"), async () => ({ result: 1 }))).toEqual({ result: 1 });
  expect(recording.mcpRecords()).toEqual([{ ...call("a"), result: 1 }]);
  expect(await elsewhere(replay([...recording.mcpRecords()])).mcp?.(call("a"), never)).toEqual({ result: 1 });
});
