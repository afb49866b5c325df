import { resolve } from "node:path";
import { expect, it } from "vitest";
import { suiteMcp } from "./load-suites.ts";
import type { Suite } from "./suite.ts";
import { trafficFields } from "./traffic-schemas.ts";

const tools = [{ name: "read", parameters: {}, effect: "read" }];

it.each([
  { files: { command: "npx", args: ["server"], env: { A: "b" }, cwd: "..", effects: { read: "read" } } },
  { files: { url: "https://mcp.example.com", headers: { authorization: "x" } } },
  { "my-files": { tools, mocks: { read: () => "text" } } },
])("takes %j", (mcp) => {
  expect(trafficFields.mcp.safeParse(mcp).success).toBe(true);
});

it.each([
  [{ "two words": { command: "x" } }, "one word"],
  [{ Shim: { command: "x" } }, "VIVA_MCP_SHIM is taken"],
  [{ files: {} }, "expected string"],
  [{ files: "npx server" }, "expected object"],
  [{ files: { url: "files.example.com" } }, "http or https"],
  [{ files: { command: "x", arguments: [] } }, "arguments"],
  [{ files: { command: "x", effects: { read: "none" } } }, "read"],
  [{ files: { tools, mocks: { raed: () => "" } } }, "raed is mocked, but the tools are read"],
  [{ files: { tools, mocks: { read: "text" } } }, "expected function"],
])("refuses %j", (mcp, why) => {
  expect(JSON.stringify(trafficFields.mcp.safeParse(mcp).error?.issues)).toContain(why);
});

it("starts commands in the suite's folder, or where they say, from there", () => {
  const url = { url: "http://localhost:1" };
  const mcp = { a: { command: "x" }, b: { command: "x", cwd: "../server" }, c: url };
  const folder = resolve("/project/evals");
  expect(suiteMcp({ suite: { mcp } as unknown as Suite, folder })).toEqual({
    a: { command: "x", cwd: folder },
    b: { command: "x", cwd: resolve("/project/server") },
    c: url,
  });
});
