import { describe, expect, test } from "vitest";
import { isModelHost, keptKeys, modelHosts } from "./model-hosts.ts";

const around = { baseURLs: [] as string[], reached: [] as string[] };
const hosts = (given: Parameters<typeof modelHosts>[0], more = {}) => {
  const found = modelHosts(given, { ...around, ...more });
  return found ? isModelHost(found) : undefined;
};

describe("the hosts whose requests are model calls", () => {
  test.each([
    "api.openai.com",
    "API.OpenAI.com",
    "api.anthropic.com",
    "openrouter.ai",
    "generativelanguage.googleapis.com",
    "ours.openai.azure.com",
    "us-central1-aiplatform.googleapis.com",
    "bedrock-runtime.eu-west-1.amazonaws.com",
  ])("%s is one", (host) => {
    expect(hosts([])?.(host, 443)).toBe(true);
    expect(hosts([])?.(host, undefined)).toBe(true);
  });

  test.each(["example.com", "localhost", "api.openai.com.evil.test", "openai.com", "s3.eu-west-1.amazonaws.com"])(
    "%s is not",
    (host) => expect(hosts([])?.(host, 443)).toBe(false),
  );

  test("include those of the suite's own models, by their port", () => {
    const isOne = hosts([], { baseURLs: ["http://localhost:11434/v1", "https://models.test/v1", "no address"] });
    expect(isOne?.("127.0.0.1", 11434)).toBe(true);
    expect(isOne?.("localhost", 5432)).toBe(false);
    expect(isOne?.("models.test", 443)).toBe(true);
  });

  test("include those that config and suite name", () => {
    const isOne = hosts([{ hosts: ["one.test"] }, { hosts: ["two.test:8080"] }]);
    expect([isOne?.("one.test", 80), isOne?.("two.test", 8080), isOne?.("two.test", 80)]).toEqual([true, true, false]);
  });

  test("do not include those that may pass, nor those that a replay may reach unless they are named", () => {
    const isOne = hosts([{ allow: ["api.openai.com"] }, { hosts: ["localhost:8000"] }], {
      baseURLs: ["http://localhost:11434/v1"],
      reached: ["localhost", "openrouter.ai"],
    });
    expect(isOne?.("api.openai.com", 443)).toBe(false);
    expect(isOne?.("openrouter.ai", 443)).toBe(false);
    expect(isOne?.("localhost", 11434)).toBe(false);
    expect(isOne?.("localhost", 8000)).toBe(true);
  });

  test("are none where it is turned off, by the suite before the config", () => {
    expect(modelHosts([undefined, false], around)).toBe(undefined);
    expect(modelHosts([{ hosts: ["one.test"] }, false], around)).toBe(undefined);
    expect(modelHosts([false, undefined], around)).toBe(undefined);
    expect(hosts([false, {}])?.("api.openai.com", 443)).toBe(true);
  });
});

describe("the keys that an agent's process need not have", () => {
  const kept = (given: Parameters<typeof modelHosts>[0], environment = {}, more = {}) =>
    keptKeys(modelHosts(given, { ...around, ...more }), environment);
  const all = ["OPENAI_API_KEY", "OPENROUTER_API_KEY", "ANTHROPIC_API_KEY"];

  test("are those of the vendors whose requests Viva sends on", () => {
    expect(kept([])).toEqual(all);
    const local = { OPENAI_BASE_URL: "http://localhost:8000/v1" };
    expect(kept([], local)).toEqual(all.slice(1));
    expect(kept([], local, { baseURLs: ["http://localhost:8000/v1"] })).toEqual(all);
  });

  test("are none where nothing is captured, or a client may take any key to a host of the suite's own or past Viva", () => {
    expect(kept([false])).toEqual([]);
    expect(kept([{ allow: ["eu.api.openai.com"] }])).toEqual([]);
    expect(kept([{ hosts: ["models.test"] }])).toEqual([]);
  });
});
