import { spawnSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { replyOf, type Transcript } from "../../shape/index.ts";
import { serving, talk } from "./http-agent.test-helper.ts";
import { claimPort, endServers } from "./server-for.ts";
import { isListening } from "./started-server.ts";

/** A server in a process of its own that does what a message says. */
const code = `
  const { spawn } = require("node:child_process");
  const child = 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => console.log(s.address().port))';
  require("node:http").createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => { body += chunk; }).on("end", () => {
      const { message } = JSON.parse(body || "{}");
      if (message === "crash") { console.error("out of rooms"); process.exit(7); }
      if (message === "hang up") return request.socket.destroy();
      if (message === "child") return spawn(process.execPath, ["-e", child]).stdout.on("data", (port) => response.end(String(port)));
      const { PORT, OPENAI_BASE_URL, OPENAI_API_KEY, DESK_SECRET, OWN } = process.env;
      response.end(JSON.stringify([process.pid, PORT, OPENAI_BASE_URL, OPENAI_API_KEY, DESK_SECRET, OWN].join()));
    });
  }).listen(process.env.PORT, "127.0.0.1");`;
const start = { command: process.execPath, args: ["-e", code] };
const url = "http://127.0.0.1:{port}/chat";

const firstReply = ({ exchanges: [first] }: Transcript) => (first ? replyOf(first) : "");

/** Nobody else is given its port, as long as this process lives. */
async function freeUrl(): Promise<string> {
  return `http://127.0.0.1:${(await claimPort()).port}/chat`;
}

describe.concurrent("a server that Viva starts", () => {
  test("for each conversation, with its token, without secrets; it ends with it, and with all it started", async () => {
    process.env.DESK_SECRET = "hunter2-hunter2";
    const one = { url, start: { ...start, env: { OWN: "mine" } } };
    const [first, second, parent] = await Promise.all([talk(one), talk(one), talk(one, ["child"])]);
    const [pid, port, base, key, secret, own] = firstReply(first).split(",");
    expect([base, key, secret, own]).toEqual([expect.stringContaining(`/t/${key}/v1`), expect.any(String), "", "mine"]);
    expect(firstReply(second).split(",")[3]).not.toBe(key);
    expect(firstReply(second).split(",")[0]).not.toBe(pid);
    for (const listened of [port, firstReply(parent).trim()])
      await vi.waitFor(async () => expect(await isListening(new URL(`http://127.0.0.1:${listened}`))).toBe(false));
  });

  test("for all conversations, where the port is fixed; no conversation's token is in its environment", async () => {
    const fixed = await freeUrl();
    const both = await Promise.all([talk({ url: fixed, start }), talk({ url: fixed, start })]);
    const [one, other] = both.map(firstReply);
    expect(one).toBe(other);
    expect(one?.split(",").slice(2, 4)).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/), "viva"]);
    // One that is gone is started anew.
    expect((await talk({ url: fixed, start }, ["crash"])).outcome).toMatchObject({ reason: "crashed" });
    const third = firstReply(await talk({ url: fixed, start }));
    expect(third.split(",")[0]).not.toBe(one?.split(",")[0]);
    await endServers();
    expect(await isListening(new URL(fixed))).toBe(false);
  });

  test("one after the other at the same port, where there is one conversation at a time", async () => {
    const alone = { url: await freeUrl(), start, concurrency: 1 };
    const first = firstReply(await talk(alone)).split(",");
    const second = firstReply(await talk(alone)).split(",");
    expect(first[0]).not.toBe(second[0]);
    expect(first[3]).not.toBe(second[3]);
  });

  test("and that ends in an exchange has crashed; one that only hangs up has not", async () => {
    const crashed = await talk({ url, start }, ["Hello", "crash"]);
    expect(crashed.outcome).toMatchObject({ kind: "agent-failed", reason: "crashed", exchange: 2 });
    expect(crashed.outcome).toHaveProperty("message", expect.stringMatching(/exit code 7\. It printed: out of rooms$/));
    expect((await talk({ url, start }, ["hang up"])).outcome).toMatchObject({ kind: "agent-failed", reason: "threw" });
  });

  const idle = ["-e", "setInterval(() => {}, 1e6)"];
  test.each([
    [{ command: "no-such-command" }, "(no-such-command) was not found; PATH is "],
    [
      { ...start, args: ["-e", "const cause = new Error('no such module'); console.error(cause); process.exit(1)"] },
      "ended with exit code 1. It printed: Error: no such module. Check",
    ],
    [{ ...start, args: idle, readyMs: 100 }, "within 100 ms"],
    [{ ...start, args: idle, ready: "/health", readyMs: 1 }, "/health within 1 ms"],
  ])("and that does not come up is an outage", async (wrong, message) => {
    const { outcome } = await talk({ url, start: wrong });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining(message) });
  });

  test("is waited for until it has ended, by a process that has nothing else to do", () => {
    const module = JSON.stringify(new URL("./started-server.ts", import.meta.url).href);
    const script = `
      import { StartedServer } from ${module};
      const idle = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1e6)"] };
      await new StartedServer(idle, new URL("http://127.0.0.1:1"), {}).end();
      console.log("ended");`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(stdout).toBe("ended\n");
  });

  test("is not started where something answers already", async () => {
    const taken = await serving((_request, response) => response.end());
    const { outcome } = await talk({ url: taken, start });
    expect(outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("answers at 127.0.0.1:"),
    });
  });
});
