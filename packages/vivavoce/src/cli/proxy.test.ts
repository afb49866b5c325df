import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { projectHere, projectOf } from "./cli.test-helper.ts";

test("says where it listens, passes calls on between runs and logs them, and ends with 0 at Ctrl-C", async () => {
  await using upstream = await scriptedServer({ answer: "Good morning." });
  const { child, ended } = projectOf({}).start(`proxy --port 0 --upstream ${upstream.url}`);
  const [told] = await once(child.stdout ?? child, "data");
  const [address = "", origin = ""] = /(http:\/\/127\.0\.0\.1:\d+)\/viva-[0-9a-f]{32}/.exec(String(told)) ?? [];
  const messages = [{ role: "user", content: "Hello" }];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ model: "small", messages });
  const answer = await fetch(`${address}/v1/chat/completions`, { method: "POST", body, headers });
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: "Good morning." } }] });
  expect(upstream.requests).toEqual([{ model: "small", messages }]);
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/small: 200/);
  expect(String(told)).toContain(`OPENAI_BASE_URL=${address}/v1`);
  expect(String(told)).toContain(`gateway: { proxy: "${origin}" }`);
});

test.each(["70000", "-1", "http", "4711.5"])("--port %s is refused", async (port) => {
  const { code, stderr } = await projectHere({}).viva(`proxy --port=${port}`);
  expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining("whole number from 0 to 65535") });
});

test("a port that is taken is reported, with a remedy", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await projectHere({}).viva(`proxy --port ${port}`);
  expect(code).toBe(64);
  expect(stderr).toMatch(new RegExp(`cannot listen on port ${port}.*EADDRINUSE[^]*--port`));
});
