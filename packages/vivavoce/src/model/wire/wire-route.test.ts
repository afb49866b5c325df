import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { modelLimits } from "../model-limits.ts";
import type { WireRequest } from "./types.ts";
import { keyMark, wireLabel, wireRoute } from "./wire-route.ts";

type WireSettings = Parameters<typeof wireRoute>[0];

const settings: WireSettings = {
  choices: {},
  environment: {},
  prices: undefined,
  limits: modelLimits(),
  upstream: undefined,
};
const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  dialect: "openai-chat",
  path: "/v1/chat/completions",
  body: { model: "gpt-5-mini", messages: [{ role: "user", content: "Hello" }] },
  headers: {},
  ...more,
});

/** A server that says where it was asked, and with which key. */
async function echo() {
  const server = createServer((incoming, response) => {
    const { url, headers } = incoming;
    const content = JSON.stringify({ url, authorization: headers.authorization, key: headers["x-api-key"] });
    incoming.resume();
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{ message: { content }, finish_reason: "stop" }],
        usage: { prompt_tokens: 10, completion_tokens: 2 },
      }),
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function asked(given: Partial<WireSettings>, sent: Partial<WireRequest>) {
  const { model } = wireRoute({ ...settings, ...given }, request(sent));
  const wired = await model.send(request(sent), {});
  return { ...JSON.parse(wired.answer.text), id: model.id, cost: wired.answer.cost };
}

test("over plain http nobody is a vendor, who would be sent the key of the environment", () => {
  const environment = { OPENAI_API_KEY: "sk-of-the-environment", ANTHROPIC_API_KEY: "sk-ant-of-the-environment" };
  for (const origin of ["http://api.openai.com", "http://api.anthropic.com", "https://api.openai.com.evil.example"])
    expect(wireRoute({ ...settings, environment }, request({ origin })).model.id).toBe(
      `${new URL(origin).host}:gpt-5-mini`,
    );
});

describe("the mark that an agent's process has in place of a key", () => {
  const sent = (given: Partial<WireSettings>, origin?: string, key = `Bearer ${keyMark("OPENAI_API_KEY")}`) =>
    asked(given, { origin, key: { authorization: key } });

  test("becomes the key of this process wherever the client could have sent it, whoever owns the server", async () => {
    vi.stubEnv("OPENAI_API_KEY", "of-this-process");
    vi.stubEnv("OTHER_SECRET", "not-a-key-of-a-vendor");
    const { origin, close } = await echo();
    const own = { authorization: "Bearer of-this-process" };
    expect(await sent({ environment: { OPENAI_API_KEY: "of-a-file" } }, origin)).toMatchObject(own);
    expect(await sent({ upstream: `${origin}/v1` })).toMatchObject(own);
    expect(await sent({}, origin, `Bearer ${keyMark("OTHER_SECRET")}`)).not.toHaveProperty("authorization");
    expect(await sent({}, origin, "Bearer of-the-client")).toMatchObject({ authorization: "Bearer of-the-client" });
    close();
    vi.unstubAllEnvs();
  });

  test("is dropped over plain http to a server that nobody named", () => {
    vi.stubEnv("OPENAI_API_KEY", "of-this-process");
    const sentTo = (origin: string, environment = {}) => {
      const key = { authorization: `Bearer ${keyMark("OPENAI_API_KEY")}` };
      const given = request({ origin, key });
      return wireRoute({ ...settings, environment }, given).model.sentTo?.(given);
    };
    const own = { authorization: "Bearer of-this-process" };
    expect(sentTo("https://api.groq.com")).toHaveProperty("key", own);
    expect(sentTo("http://api.openai.com")).toHaveProperty("key", {});
    const base = { OPENAI_BASE_URL: "http://box.corp:4000/v1" };
    expect(sentTo("http://box.corp:4000", base)).toHaveProperty("key", own);
    vi.unstubAllEnvs();
  });
});

test("a path that looks like an address stays at its server", () => {
  const given = request({ origin: "https://api.openai.com", path: "//evil.example/v1/models" });
  expect(wireRoute(settings, given).model.sentTo?.(given)).toMatchObject({
    url: "https://api.openai.com/evil.example/v1/models",
  });
});

describe("where a request of an agent's own client goes", () => {
  test("to the upstream, whatever the client says; the endpoint under the base that is given", async () => {
    const { origin, close } = await echo();
    const upstream = `${origin}/api/v1`;
    expect(await asked({ upstream }, { origin: "https://api.openai.com" })).toMatchObject({
      url: "/api/v1/chat/completions",
    });
    expect(await asked({ upstream }, { path: "/v1/chat/completions?v=2" })).toMatchObject({
      url: "/api/v1/chat/completions?v=2",
    });
    close();
  });

  test("else where it was going, with its own key, byte for byte the same path", async () => {
    const { origin, close } = await echo();
    const sent = { origin, path: "/deep/v9/chat/completions", key: { authorization: "Bearer mine" } };
    expect(await asked({}, sent)).toMatchObject({ url: "/deep/v9/chat/completions", authorization: "Bearer mine" });
    close();
  });

  test("else where the suite's model is asked, with its key", async () => {
    const { origin, close } = await echo();
    const agent = { model: "compatible:gpt-5-mini", baseURL: `${origin}/v1`, keyVariable: "DESK_KEY" };
    const given = { choices: { agent }, environment: { DESK_KEY: "desk" } };
    expect(await asked(given, {})).toMatchObject({
      url: "/v1/chat/completions",
      authorization: "Bearer desk",
      id: "compatible:gpt-5-mini",
    });
    close();
  });

  test("else to the vendor whose dialect it is in, at the address that the environment gives", async () => {
    const { origin, close } = await echo();
    const environment = { OPENAI_BASE_URL: `${origin}/v1`, ANTHROPIC_BASE_URL: `${origin}/v1` };
    expect(await asked({ environment }, {})).toMatchObject({ url: "/v1/chat/completions" });
    close();
    expect(wireRoute(settings, request()).model.id).toBe("openai:gpt-5-mini");
    const messages = request({ dialect: "anthropic-messages", path: "/v1/messages" });
    expect(wireRoute(settings, messages).model.id).toBe("anthropic:gpt-5-mini");
  });

  test("a base that is a mere origin takes the client's path, as Anthropic's SDK has it", async () => {
    const { origin, close } = await echo();
    const environment = { ANTHROPIC_BASE_URL: origin };
    const { model } = wireRoute(
      { ...settings, environment },
      request({ dialect: "anthropic-messages", path: "/v1/messages" }),
    );
    const { body } = await model.send(request({ dialect: "anthropic-messages", path: "/v1/messages" }), {});
    expect(body).toContain("/v1/messages");
    close();
  });

  test("the key of a model goes to its own server alone, though another's address begins alike", async () => {
    const { origin, close } = await echo();
    const agent = { model: "compatible:gpt-5-mini", baseURL: origin.slice(0, -1), keyVariable: "DESK_KEY" };
    const given = { choices: { agent }, environment: { DESK_KEY: "desk" } };
    expect(await asked(given, { origin })).not.toHaveProperty("authorization");
    close();
  });

  test("an empty address is none, and one that cannot be read is told", () => {
    expect(wireRoute({ ...settings, environment: { OPENAI_BASE_URL: "" } }, request()).model.id).toBe(
      "openai:gpt-5-mini",
    );
    const broken = { ...settings, environment: { OPENAI_BASE_URL: "nowhere" } };
    expect(() => wireRoute(broken, request())).toThrow("cannot be sent on to nowhere");
  });

  test("a server that nobody knows has no price, and one of one's own counts", async () => {
    const { origin, close } = await echo();
    const agent = { model: "compatible:gpt-5-mini", baseURL: `${origin}/v1` };
    expect((await asked({ choices: { agent } }, {})).cost).toBeUndefined();
    const prices = { "compatible:gpt-5-mini": { input: 100_000, output: 0 } };
    expect((await asked({ choices: { agent }, prices }, {})).cost).toBe(1);
    close();
  });
});

test("a request is addressed by the model's name in the suite, else by the client's", () => {
  expect(wireLabel({ agent: "openai:gpt-5-mini" }, request())).toBe("");
  expect(wireLabel({ agent: "openai:gpt-5", small: "openai:gpt-5-mini" }, request())).toBe("small");
  expect(wireLabel({}, request())).toBe("gpt-5-mini");
  expect(wireLabel({}, request({ dialect: "unread", path: "/v1/models", body: null }))).toBe("unread");
});

describe("a request is for", () => {
  const ready = { id: "scripted", call: async () => ({ text: "", toolCalls: [], finish: "stop" as const }) };

  test.each([
    ["a model by the name that its provider gives it", { agent: "openai:gpt-5-mini" }, "gpt-5-mini", ""],
    ["one with a slash in it", { agent: "openrouter:google/gemini-2.5-flash" }, "google/gemini-2.5-flash", ""],
    ["one with a colon in it", { agent: "ollama:qwen3:8b" }, "qwen3:8b", ""],
    ["one that the client names with its provider", { agent: "openai:gpt-5" }, "openai:gpt-5", ""],
    [
      "another than the agent's",
      { agent: "openai:gpt-5", router: { model: "openai:gpt-5-nano" } },
      "gpt-5-nano",
      "router",
    ],
    ["one that the suite does not name", { agent: "openai:gpt-5" }, "gpt-4o", "gpt-4o"],
    ["the judge's, which the agent does not ask", { judge: "openai:gpt-5" }, "gpt-5", "gpt-5"],
    ["anything, where the agent's model is ready to be called", { agent: ready }, "whatever", ""],
    ["the one that is named, beside one that is ready", { agent: ready, small: "openai:gpt-5" }, "gpt-5", "small"],
  ])("%s", (_what, choices, requested, name) => {
    expect(wireLabel(choices, request({ body: { model: requested, messages: [] } }))).toBe(name);
  });
});
