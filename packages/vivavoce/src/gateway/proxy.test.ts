import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WireAnswer } from "../model/index.ts";
import { openRoute } from "./open-route.ts";
import { openProxy } from "./proxy.ts";
import type { GatewayTrial } from "./types.ts";

/** A conversation whose model answers with its name. */
function answering(caseId: string): GatewayTrial {
  const wire = async (): Promise<WireAnswer> => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ choices: [{ message: { content: caseId } }] }),
  });
  return { caseId, wire, lines: ["Hello"], cut() {} };
}

let proxy: Awaited<ReturnType<typeof openProxy>>;
beforeAll(async () => {
  proxy = await openProxy({ port: 0, between: answering("between runs") });
});
afterAll(() => proxy.close());

/** Asks as an agent does that was started with OPENAI_BASE_URL at the proxy. */
function ask(headers: Record<string, string> = {}): Promise<string> {
  return post("/v1/chat/completions", { model: "small", messages: [{ role: "user", content: "Hello" }] }, headers);
}

function post(path: string, body: object, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(`${proxy.origin}${path}`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve(`${answer.statusCode} ${text}`));
    });
    sending.on("error", reject).end(JSON.stringify(body));
  });
}

test("calls belong to the conversation that is under way, and between runs to nobody", async () => {
  expect(await ask()).toContain("between runs");
  for (const caseId of ["first", "second"]) {
    const route = openRoute(answering(caseId), { proxy: proxy.origin });
    await route.address();
    expect(await ask()).toContain(caseId);
    route.close();
  }
  await expect.poll(() => ask()).toContain("between runs");
});

test("of several conversations a call has to say which it belongs to", async () => {
  const cut: string[] = [];
  const trials = ["first", "second"].map((caseId) => ({ ...answering(caseId), cut: () => void cut.push(caseId) }));
  const routes = trials.map((trial) => openRoute(trial, { proxy: proxy.origin }));
  const [, second] = await Promise.all(routes.map((route) => route.address()));
  expect(await ask({ authorization: `Bearer ${second?.token}` })).toContain("second");
  expect(cut).toEqual([]);
  expect(await ask()).toMatch(/^400 .*does not say which conversation it belongs to.*traceparent/);
  // Its trial has lost an answer, and any of them may be its trial.
  expect(cut).toEqual(["first", "second"]);
  for (const route of routes) route.close();
  await expect.poll(() => ask()).toContain("between runs");
});

test("a run that was killed leaves nothing behind", async () => {
  const gone = { token: "viva-gone", url: "http://127.0.0.1:1/t/viva-gone" };
  expect(await post("/viva/trials", gone, { "x-viva-proxy": "1" })).toContain("204");
  expect(await ask()).toContain("between runs");
});

test("a proxy that is not there is told with the command that starts it", async () => {
  const route = openRoute(answering("first"), { proxy: "http://127.0.0.1:1" });
  await expect(route.address()).rejects.toThrow("the proxy at http://127.0.0.1:1 cannot be reached");
  route.close();
});
