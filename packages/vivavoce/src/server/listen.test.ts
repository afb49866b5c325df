import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { action } from "../report/index.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import { Store } from "../store/index.ts";
import { listen } from "./listen.ts";

const store = sharedStore();

async function served(host?: string) {
  const actions = { keep: action({ about: "", body: z.object({}), act: async () => ({ kept: true }) }) };
  const listening = await listen({ store: store(), invocation: "viva" }, { host, actions });
  onTestFinished(() => listening.close());
  return listening;
}

/** What the server sends for these bytes; of a request that is far too long, perhaps nothing. */
async function sent(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  socket.end(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return received;
}

const climbs = [
  "/../package.json",
  "/../../../../etc/passwd",
  "/./../etc/passwd",
  "/..%2f..%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%252e%252e/%252e%252e/etc/passwd",
  "/..%5c..%5cetc%5cpasswd",
  "/..\\..\\etc\\passwd",
  "/assets/../../package.json",
  "/assets/..%2f..%2fcli/main.js",
  "/assets/%2e%2e/%2e%2e/cli/main.js",
  "/report/../../cli/main.js",
  "/index.html/../../package.json",
  "/etc/passwd",
  "//etc/passwd",
  "//evil.example/",
  "///etc/passwd",
  "/file:///etc/passwd",
  "file:///etc/passwd",
  "http://evil.example/",
  "http://evil.example/api/runs",
  "*",
  "evil.example:443",
  "api/runs",
  "/api",
  "/api/",
  "/api/runs/",
  "/api//runs",
  "/API/RUNS",
  "/api/runs/7f3a",
  "/api/runs%00",
  "/%00",
  "/a%00.html",
  "/api/constructor",
  "/api/__proto__",
  "/constructor",
  "/__proto__",
  "/%",
  "/%zz",
  "/%c0%ae%c0%ae/etc/passwd",
  "/.git/config",
  "/.viva/store.sqlite",
  "/store.sqlite",
  `/${"a".repeat(12_000)}`,
  `/${"../".repeat(3_000)}etc/passwd`,
  `/${"a".repeat(70_000)}`,
  `/api/case?case=${"a".repeat(5_000)}`,
  "/api/run?run=../../etc/passwd",
  "/api/run?run=%00",
  "/api/run?run[]=x",
  "/api/run",
];

test("no address leads to a file, a run or another server", async () => {
  const { address } = await served();
  const { host } = new URL(address);
  for (const target of climbs) {
    const answer = await sent(address, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const where = target.slice(0, 80);
    // "/.." leads a browser to the front page, which everybody may see.
    const isFront = new URL(target.startsWith("/") ? `http://x${target}` : "http://x/x").pathname === "/";
    expect(`${where}: ${answer}`).toMatch(isFront ? /: HTTP\/1\.1 (200|400|404)/ : /: (HTTP\/1\.1 (400|404|431)|$)/);
    expect(answer).not.toMatch(/root:|"name": "vivavoce"|SQLite format|node_modules|at .*\.(js|ts):\d/);
  }
});

test.each([
  ["no host", "GET /api/runs HTTP/1.1\r\n"],
  ["HTTP/1.0 without a host", "GET /api/runs HTTP/1.0\r\n"],
  ["two hosts", "GET /api/runs HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n"],
  ["two hosts, ours last", "GET /api/runs HTTP/1.1\r\nHost: evil.example\r\nHost: HOST\r\n"],
  ["two origins", "GET /api/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nOrigin: http://evil.example\r\n"],
  ["another host in the target", "GET http://evil.example/api/runs HTTP/1.1\r\nHost: HOST\r\n"],
  ["a path in the host", "GET /api/runs HTTP/1.1\r\nHost: HOST/api\r\n"],
])("%s: nothing is told", async (_, head) => {
  const { address } = await served();
  const answer = await sent(address, `${head.replaceAll("HOST", new URL(address).host)}Connection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|403)/);
  expect(answer).not.toContain('"runs"');
});

test("a body that comes in pieces is cut off as well", async () => {
  const { address } = await served();
  const { host } = new URL(address);
  const { token } = (await (await fetch(`${address}api/session`)).json()) as { token: string };
  const headers = `Host: ${host}\r\nx-viva-token: ${token}\r\nContent-Type: application/json\r\nConnection: close`;
  const post = (body: string) => {
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    return sent(address, `POST /api/keep HTTP/1.1\r\n${headers}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  };
  expect(await post("{}")).toMatch(/^HTTP\/1\.1 200/);
  expect(await post(`{"a":"${"x".repeat(100_000)}"}`)).toMatch(/^HTTP\/1\.1 413/);
});

test("it is reached by this machine's names for itself, at its port", async () => {
  const { address } = await served();
  const { port } = new URL(address);
  const ask = async (host: string) =>
    (await sent(address, `GET /api/runs HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split(" ")[1];
  expect(await ask(`127.0.0.1:${port}`)).toBe("200");
  expect(await ask(`localhost:${port}`)).toBe("200");
  expect(await ask(`[::1]:${port}`)).toBe("403");
  expect(await ask("localhost")).toBe("403");
});

test("beyond this machine it wants a token, which its address has", async () => {
  const { address } = await served("0.0.0.0");
  const { searchParams, port } = new URL(address);
  const here = `http://127.0.0.1:${port}/`;
  expect((await fetch(`${here}api/runs`)).status).toBe(401);
  const opened = await fetch(`${here}?token=${searchParams.get("token")}`, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await fetch(`${here}api/runs`, { headers: { cookie } })).status).toBe(200);
});

test("it ends although somebody listens to events", async () => {
  const { address, close } = await served();
  const { body } = await fetch(`${address}api/events`);
  const reader = body?.getReader();
  await reader?.read();
  const rest = reader?.read().catch(() => ({ done: true }));
  await close();
  expect(await rest).toMatchObject({ done: true });
  await expect(fetch(address)).rejects.toThrow();
});

test("a port that is taken is an error", async () => {
  const { address } = await served();
  const port = Number(new URL(address).port);
  await expect(listen({ store: store(), invocation: "viva" }, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("a store that was moved away is not shown as if it were still there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "viva-moved-"));
  const own = await Store.open(join(folder, "store.sqlite"));
  const { address, close } = await listen({ store: own, invocation: "viva" });
  onTestFinished(async () => {
    await close();
    await own.close().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  expect((await fetch(`${address}api/runs`)).status).toBe(200);
  renameSync(String(own.file), `${own.file}.old`);
  const { status, ...answer } = await fetch(`${address}api/runs`).then(async (one) => ({
    status: one.status,
    ...((await one.json()) as object),
  }));
  expect([status, answer]).toEqual([
    500,
    { error: "the store was deleted, moved or replaced: start `viva view` again" },
  ]);
});
