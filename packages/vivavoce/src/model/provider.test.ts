import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { addressOf, ownClient, serverInWords, serversOf } from "./provider.ts";

describe("a model's name", () => {
  test.each([
    ["openai:gpt-5-mini", "openai", "gpt-5-mini", "https://api.openai.com/v1"],
    ["openrouter:google/gemini-2.5-flash", "openrouter", "google/gemini-2.5-flash", "https://openrouter.ai/api/v1"],
    ["openrouter:meta/llama-4:free", "openrouter", "meta/llama-4:free", "https://openrouter.ai/api/v1"],
    ["ollama:qwen3:8b", "ollama", "qwen3:8b", "http://localhost:11434/v1"],
    ["vllm:Qwen/Qwen3-8B", "vllm", "Qwen/Qwen3-8B", "http://localhost:8000/v1"],
    ["llamacpp:local", "llamacpp", "local", "http://localhost:8080/v1"],
  ])("%s is split at its first colon", (name, provider, model, baseURL) => {
    expect(addressOf(name, {})).toMatchObject({ id: name, provider, model, baseURL });
  });

  test("whatever stands after the first colon is the model", () => {
    fc.assert(
      fc.property(fc.constantFrom("openai", "ollama"), fc.string({ minLength: 1 }), (provider, model) => {
        expect(addressOf(`${provider}:${model}`, {})).toMatchObject({ provider, model });
      }),
    );
  });

  test.each(["gpt-5", ":gpt-5", "openai:", ""])("%j is not a name, and the error says how to write one", (name) => {
    expect(() => addressOf(name, {})).toThrow(InputError);
    expect(() => addressOf(name, {})).toThrow(/provider:model/);
  });

  test("an unknown provider is an error that names the known ones", () => {
    const open = () => addressOf("antropic:claude", {});
    expect(open).toThrow(/unknown provider "antropic"/);
    for (const provider of ["openai", "openrouter", "ollama", "vllm", "llamacpp", "compatible"])
      expect(open).toThrow(provider);
  });

  test.each(["constructor", "__proto__", "toString"])("%s is not a provider", (provider) => {
    expect(() => addressOf(`${provider}:model`, {})).toThrow(/unknown provider/);
  });
});

describe("the base URL", () => {
  test.each([
    ["openai", "OPENAI_BASE_URL"],
    ["openrouter", "OPENROUTER_BASE_URL"],
    ["ollama", "OLLAMA_BASE_URL"],
    ["vllm", "VLLM_BASE_URL"],
    ["llamacpp", "LLAMACPP_BASE_URL"],
    ["compatible", "COMPATIBLE_BASE_URL"],
  ])("of %s comes from %s where that is set", (provider, variable) => {
    expect(addressOf(`${provider}:m`, { [variable]: "http://gateway.test/v1/" }).baseURL).toBe(
      "http://gateway.test/v1",
    );
  });

  test("in the suite wins over the environment", () => {
    const spec = { model: "openai:m", baseURL: "http://suite.test/v1" };
    expect(addressOf(spec, { OPENAI_BASE_URL: "http://environment.test/v1" }).baseURL).toBe("http://suite.test/v1");
  });

  test("makes any provider a known one", () => {
    const spec = { model: "groq:llama-4", baseURL: "https://api.groq.test/openai/v1", keyVariable: "GROQ_KEY" };
    expect(addressOf(spec, { GROQ_KEY: "secret" })).toEqual({
      id: "groq:llama-4",
      host: "unknown",
      provider: "groq",
      model: "llama-4",
      baseURL: "https://api.groq.test/openai/v1",
      key: "secret",
      missingKey: undefined,
    });
  });

  test("is needed for a compatible server, and the error says where to put it", () => {
    expect(() => addressOf("compatible:m", {})).toThrow(/baseURL.*COMPATIBLE_BASE_URL/);
  });

  test.each(["localhost:8000", "ftp://files.test", "nonsense"])("%j is refused", (baseURL) => {
    expect(() => addressOf({ model: "compatible:m", baseURL }, {})).toThrow(/not an http or https address/);
  });

  test("with a password in it is refused, and the password is not repeated", () => {
    const open = () => addressOf({ model: "compatible:m", baseURL: "http://me:hunter2hunter2@host.test/v1" }, {});
    expect(open).toThrow(/user name or a password/);
    expect(open).not.toThrow(/hunter2/);
  });
});

describe("the missing key", () => {
  const missingKey = (...asked: Parameters<typeof addressOf>) => addressOf(...asked).missingKey;

  test.each([
    ["openai:gpt-5", "OPENAI_API_KEY"],
    ["openrouter:google/gemini-2.5-flash", "OPENROUTER_API_KEY"],
  ])("of %s is %s", (model, variable) => {
    expect(missingKey(model, {})).toBe(variable);
    expect(missingKey(model, { [variable]: "" })).toBe(variable);
    expect(missingKey(model, { [variable]: "sk-something" })).toBeUndefined();
  });

  test.each(["ollama:m", "vllm:m", "llamacpp:m"])("%s needs none", (model) => {
    expect(missingKey(model, {})).toBeUndefined();
  });

  test("of a server of one's own is the variable that was named for it", () => {
    const spec = { model: "compatible:m", baseURL: "https://models.test/v1", keyVariable: "MODELS_KEY" };
    expect(missingKey(spec, {})).toBe("MODELS_KEY");
    expect(missingKey({ ...spec, keyVariable: undefined }, {})).toBeUndefined();
  });

  test.each(["http://127.0.0.1:9/v1", "http://localhost:9/v1", "http://[::1]:9/v1", "http://127.8.9.10/v1"])(
    "is none when the base URL is moved to %s",
    (url) => {
      expect(missingKey("openai:m", { OPENAI_BASE_URL: url })).toBeUndefined();
      expect(missingKey({ model: "openai:m", baseURL: url, keyVariable: "MINE" }, {})).toBeUndefined();
    },
  );

  test.each(["http://localhost.evil.test/v1", "http://127.0.0.1.evil.test/v1", "https://gateway.test/v1"])(
    "stays missing at %s, which is not this machine",
    (url) => expect(missingKey("openai:m", { OPENAI_BASE_URL: url })).toBe("OPENAI_API_KEY"),
  );

  test("of a local server is sent when there is one", () => {
    expect(addressOf("vllm:m", { VLLM_API_KEY: "token" }).key).toBe("token");
    expect(addressOf("openai:m", { OPENAI_BASE_URL: "http://localhost/v1", OPENAI_API_KEY: "k" }).key).toBe("k");
  });
});

test("a server in words names what sets its address, and nothing in the address that may be secret", () => {
  expect(serverInWords("ollama", "http://maria:hush@localhost:1/v1?key=abc#d")).toBe(
    "http://localhost:1/v1 (OLLAMA_BASE_URL or baseURL sets it)",
  );
});

describe("where models are asked", () => {
  const servers = (environment: Record<string, string>, url?: string, upstream?: string) =>
    serversOf([["judge", url]], { environment, upstream });

  test("is an address without what may be secret, and the same address is the same text", () => {
    const { judge } = servers({}, "https://name:word@gw.test/openai/v1/?key=1");
    expect(judge).toBe("https://gw.test/openai/v1");
    const secret = servers({}, "https://gw.test/v1/9f3c77aa1c/openai").judge;
    expect(secret).toMatch(/^https:\/\/gw\.test\/… \([0-9a-f]{8}\)$/);
    expect(servers({}, "https://gw.test/v1/9f3c77aa1c/openai/").judge).toBe(secret);
    expect(servers({}, "https://gw.test/v1/another/openai").judge).not.toBe(secret);
  });

  test("an agent's own client goes where a variable or the gateway leads it, if that is not the vendor", () => {
    const usual = servers({})[ownClient];
    expect(servers({ OPENAI_BASE_URL: "https://api.openai.com/v1/" })[ownClient]).toBe(usual);
    expect(servers({ OPENAI_BASE_URL: "http://localhost:4000" }, undefined, "http://up.test")[ownClient]).toBe(
      "OPENAI_BASE_URL http://localhost:4000, gateway.upstream http://up.test",
    );
  });
});
