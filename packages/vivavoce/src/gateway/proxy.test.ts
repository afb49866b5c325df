import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Agent } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { playCase } from "../conversation/index.ts";
import { decodedWire, liveTraffic, type WireRequest } from "../model/index.ts";
import { caseSchema } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { openRoute } from "./open-route.ts";
import type { GatewayTrial } from "./open-trials.ts";
import { traceIdOf } from "./open-trials.ts";
import { beyondProxy, openProxy } from "./proxy.ts";

/** A conversation that answers with its own name. */
function trialNamed(caseId: string) {
  const asked: WireRequest[] = [];
  const cut = vi.fn<(error: Error) => void>();
  const trial: GatewayTrial = {
    caseId,
    lines: [],
    cut,
    async wire(wired, { onHead, onEvent }) {
      asked.push(wired);
      onHead?.({ status: 200, headers: { "content-type": "text/plain" } });
      onEvent?.(caseId);
      return { status: 200 } as never;
    },
  };
  return { trial, asked, cut };
}

async function proxyWith(port = 0) {
  const between = trialNamed("between runs");
  const proxy = await openProxy({ port, token: `viva-${"0".repeat(32)}`, between: between.trial });
  onTestFinished(proxy.close);
  const join = async (caseId: string) => {
    const { trial, asked, cut } = trialNamed(caseId);
    const route = openRoute(trial, { proxy: proxy.origin });
    onTestFinished(() => route.close());
    return { route, asked, cut, ...(await route.address()) };
  };
  const ask = (headers: Record<string, string> = {}, path = "/v1/chat/completions") =>
    send(`${proxy.address}${path}`, { model: "small", messages: [] }, headers);
  return { ...proxy, between, join, ask };
}

async function send(url: string, body: unknown, headers: Record<string, string> = {}) {
  const sending = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } });
  sending.end(typeof body === "string" ? body : JSON.stringify(body));
  const [answer] = await once(sending, "response");
  return { status: answer.statusCode as number, text: await text(answer) };
}

test("while no run is under way, calls are passed on with the agent's own key", async () => {
  const { ask, between } = await proxyWith();
  expect(await ask({ authorization: "Bearer my-own" })).toEqual({ status: 200, text: "between runs" });
  expect(between.asked).toMatchObject([{ path: "/v1/chat/completions", key: { authorization: "Bearer my-own" } }]);
});

test("while one conversation is under way, all calls are its; when it is over, they are passed on again", async () => {
  const { ask, join } = await proxyWith();
  const { route } = await join("one");
  expect((await ask({ authorization: "Bearer my-own" })).text).toBe("one");
  route.close();
  await vi.waitFor(async () => expect((await ask()).text).toBe("between runs"));
});

test("of several, a call belongs to the one whose token or trace it has", async () => {
  const { ask, join } = await proxyWith();
  const [one, two] = [await join("one"), await join("two")];
  expect((await ask({ authorization: `Bearer ${two.token}` })).text).toBe("two");
  expect((await ask({ "x-api-key": one.token }, "/v1/messages")).text).toBe("one");
  expect((await ask({ traceparent: `00-${traceIdOf(two.token)}-0123456789abcdef-01` })).text).toBe("two");
  expect([one.cut, two.cut].map((cut) => cut.mock.calls)).toEqual([[], []]);
});

test("of several, a call that does not say whose it is is refused, and nothing is known about any of them", async () => {
  const { ask, between, join } = await proxyWith();
  const [one, two] = [await join("one"), await join("two")];
  const refused = await ask();
  expect(refused).toMatchObject({
    status: 400,
    text: expect.stringMatching(/2 conversations.*traceparent.*--concurrency 1/),
  });
  await vi.waitFor(() => expect([one.cut, two.cut].every((cut) => cut.mock.calls.length === 1)).toBe(true));
  expect(one.cut.mock.calls[0]?.[0]).toMatchObject({
    name: "InfrastructureError",
    message: expect.stringContaining("traceparent"),
  });
  expect([one.asked, two.asked, between.asked]).toEqual([[], [], []]);
});

test("a call of a conversation that is over is not laid to another, and not passed on", async () => {
  const { ask, between, join } = await proxyWith();
  const { route, token } = await join("one");
  const two = await join("two");
  route.close();
  await vi.waitFor(async () =>
    expect(await ask({ authorization: `Bearer ${token}` })).toMatchObject({
      status: 400,
      text: expect.stringContaining("is over"),
    }),
  );
  expect([two.asked, between.asked]).toEqual([[], []]);
});

test("a page in a browser cannot take the calls to itself, and nobody to another machine", async () => {
  const { origin, ask } = await proxyWith();
  const trial = { token: "viva-x", url: "http://127.0.0.1:1/t/viva-x" };
  const runs = { "x-viva-proxy": "1" };
  const refused = await Promise.all([
    send(`${origin}/viva/trials`, trial),
    send(`${origin}/viva/trials`, { ...trial, url: "http://models.example.com/t/viva-x" }, runs),
    send(`${origin}/viva/trials`, { ...trial, url: "http://127.0.0.1.example.com/t/viva-x" }, runs),
    send(`${origin}/viva/trials`, { ...trial, url: "nowhere" }, runs),
    send(`${origin}/viva/trials`, "not JSON", runs),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await ask()).text).toBe("between runs");
});

test("a proxy that ends takes no conversation with it as failed: that is an outage", async () => {
  const { close, join } = await proxyWith();
  const { cut } = await join("one");
  close();
  await vi.waitFor(() => expect(cut).toHaveBeenCalledTimes(1));
  expect(cut.mock.calls[0]?.[0]).toMatchObject({
    name: "InfrastructureError",
    message: expect.stringContaining("has ended"),
    remedy: expect.stringContaining("viva proxy --port"),
  });
});

test("a proxy that does not run, or is something else, is an outage with a remedy", async () => {
  const other = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const address = () => {
    const route = openRoute(trialNamed("one").trial, { proxy: `http://127.0.0.1:${port}` });
    onTestFinished(() => route.close());
    return route.address();
  };
  await expect(address()).rejects.toMatchObject({
    name: "InfrastructureError",
    message: expect.stringContaining("not a `viva proxy`"),
  });
  other.close();
  other.closeAllConnections();
  await expect(address()).rejects.toMatchObject({
    message: expect.stringContaining("ECONNREFUSED"),
    remedy: expect.stringContaining(`viva proxy --port ${port}`),
  });
});

test("variables that lead to the proxy are the agent's: Viva does not follow them in a circle", () => {
  const environment = {
    OPENAI_BASE_URL: "http://localhost:4711/v1",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:4711",
    OPENROUTER_BASE_URL: "http://127.0.0.1:8080/v1",
    OPENAI_API_KEY: "4711",
  };
  const { OPENROUTER_BASE_URL, OPENAI_API_KEY } = environment;
  expect(beyondProxy(environment, "http://127.0.0.1:4711")).toEqual({ OPENROUTER_BASE_URL, OPENAI_API_KEY });
  expect(beyondProxy(environment, undefined)).toEqual(environment);
});

test("an agent that knows nothing but the proxy is examined there, in its own conversation", async () => {
  const { origin, ask } = await proxyWith();
  const agent: Agent = {
    name: "elsewhere",
    version: "1",
    open: ({ record }) => ({
      reply: async () => record({ type: "text", text: (await ask()).text }),
    }),
  };
  const redact = redactor({});
  const wireFor = () => ({ label: "", model: decodedWire(scriptedModel(["Good morning."])) });
  const played = (proxy: string) =>
    playCase(agent, caseSchema.parse({ id: "hello", script: [{ content: "Hello" }] }), {
      variant: {},
      repeat: 1,
      traffic: liveTraffic({ modelFor: () => scriptedModel([]), wireFor, redactor: redact }),
      seed: 1,
      signal: new AbortController().signal,
      proxy,
    });
  const { outcome, exchanges } = await played(origin);
  expect(outcome.kind).toBe("completed");
  expect(exchanges[0]).toMatchObject({ modelCalls: 1, items: [{ text: expect.stringContaining("Good morning.") }] });
  expect((await played("http://127.0.0.1:9")).outcome).toMatchObject({
    kind: "infrastructure",
    message: expect.stringContaining("viva proxy --port 9"),
  });
});

test("a page of another site, a rebound name and whoever lacks the token are refused, and nothing is asked", async () => {
  const { origin, address, between, ask } = await proxyWith();
  const path = "/v1/chat/completions";
  const body = { model: "small", messages: [] };
  const { port } = new URL(origin);
  const refused = await Promise.all([
    ask({ origin: "https://evil.example" }),
    ask({ origin: "null" }),
    ask({ origin }),
    ask({ "sec-fetch-site": "cross-site" }),
    ask({ host: `evil.example:${port}` }),
    ask({ host: `127.0.0.1.evil.example:${port}` }),
    send(`${origin}${path}`, body),
    send(`${origin}/viva-${"1".repeat(32)}${path}`, body),
    send(`${address}/to/https/evil.example${path}`, body),
    send(`${address}/to/http/api.openai.com${path}`, body),
    send(`${origin}/viva/trials`, body, { "x-viva-proxy": "1", origin: "https://evil.example" }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  expect(between.asked).toEqual([]);
  expect((await ask({ host: `localhost:${port}` })).status).toBe(200);
});

test("a run's own gateway knows its name too, answers no page, and passes nothing on to hosts that nobody named", async () => {
  const { trial, asked, cut } = trialNamed("one");
  const route = openRoute({ ...trial, leads: (host, port) => host === "api.openai.com" && port === 443 });
  onTestFinished(() => route.close());
  const { url } = await route.address();
  const body = { model: "small", messages: [] };
  const path = "/v1/chat/completions";
  for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }])
    expect((await send(`${url}${path}`, body, headers)).status).toBe(403);
  expect(cut).toHaveBeenCalledTimes(2);
  expect((await send(`${url}/to/https/api.openai.com${path}`, body)).status).toBe(200);
  for (const host of ["https/evil.example", "http/api.openai.com", "https/api.openai.com:8443"])
    expect(await send(`${url}/to/${host}${path}`, body)).toMatchObject({
      status: 400,
      text: expect.stringContaining("the suite does not name"),
    });
  expect(asked).toHaveLength(1);
});
