import { describe, expect, test } from "vitest";
import { hashOf, InputError } from "../base/index.ts";
import type { Pace } from "../model/index.ts";
import { scriptedModel, scriptedServer } from "../testing/index.ts";
import { OpenedModels } from "./opened-models.ts";
import { defaultOptions, type RunOptions } from "./options.ts";
import { loadedSuite, projectOf } from "./run.test-helper.ts";
import { suiteModels } from "./suite-models.ts";

type Models = NonNullable<Parameters<typeof loadedSuite>[0]>["models"];
interface Wishes {
  config?: Parameters<typeof projectOf>[1];
  options?: Partial<RunOptions>;
  environment?: Record<string, string>;
  opened?: OpenedModels;
}

function modelsOf(models: Models, { config, options, environment = {}, opened = new OpenedModels() }: Wishes = {}) {
  const loaded = loadedSuite(models ? { models } : {});
  const project = projectOf(loaded.folder, config);
  return suiteModels(loaded, project, { ...defaultOptions, ...options }, environment, opened);
}

describe("which model a suite uses", () => {
  const config = { models: { agent: "openai:from-config", judge: "openai:judge-from-config" } };

  test("the suite's goes before the config's, the command line's before both", () => {
    expect(modelsOf(undefined, { config }).id("agent")).toBe("openai:from-config");
    expect(modelsOf({ agent: "openai:from-suite" }, { config }).id("agent")).toBe("openai:from-suite");
    const options = { model: "openai:from-flag", judge: "openai:judge-from-flag" };
    const models = modelsOf({ agent: "openai:from-suite" }, { config, options });
    expect(models.id("agent")).toBe("openai:from-flag");
    expect(models.id("judge")).toBe("openai:judge-from-flag");
    expect(modelsOf({ agent: "openai:from-suite" }, { config }).id("judge")).toBe("openai:judge-from-config");
  });

  test("another model keeps the settings, and not the address of the one before", () => {
    const spec = { model: "compatible:mine", baseURL: "http://localhost:1/v1", keyVariable: "MINE", temperature: 0.3 };
    const models = modelsOf({ agent: spec }, { options: { model: "openai:gpt-5" } });
    expect(models.choices.agent).toEqual({ model: "openai:gpt-5", temperature: 0.3 });
    expect(models.settings("agent")).toEqual({ temperature: 0.3 });
  });

  test("the judge answers at temperature 0 unless somebody says otherwise", () => {
    expect(modelsOf({ judge: "openai:gpt-5" }).settings("judge")).toEqual({ temperature: 0 });
    expect(modelsOf({ judge: { model: "openai:gpt-5", seed: 4 } }).settings("judge")).toEqual({
      temperature: 0,
      seed: 4,
    });
    expect(modelsOf({ judge: { model: "openai:gpt-5", temperature: 1 } }).settings("judge")).toEqual({
      temperature: 1,
    });
    expect(modelsOf({ agent: "openai:gpt-5" }).settings("agent")).toEqual({});
  });

  test("one that nobody names is refused with what to write", () => {
    const models = modelsOf({ agent: "openai:gpt-5" });
    expect(() => models.id("critic")).toThrow(InputError);
    expect(() => models.open("critic")).toThrow('models: { critic: "openrouter:…" }');
  });

  test("a ready model is used as it is", async () => {
    const ready = scriptedModel("Hello");
    const models = modelsOf({ agent: ready });
    expect(models.id("agent")).toBe("scripted:model");
    expect((await models.open("agent").call({ messages: [] })).text).toBe("Hello");
    expect(models.settings("agent")).toEqual({});
  });
});

describe("keys and prices", () => {
  test("names the variables that are missing, of the models that will be asked", () => {
    const given = { agent: "openrouter:a/b", judge: "openai:gpt-5", local: "ollama:qwen3" };
    expect(modelsOf(given).missingKeys()).toEqual(["OPENROUTER_API_KEY", "OPENAI_API_KEY"]);
    expect(modelsOf(given).missingKeys((name) => name === "judge")).toEqual(["OPENAI_API_KEY"]);
    expect(modelsOf(given, { environment: { OPENAI_API_KEY: "x" } }).missingKeys()).toEqual(["OPENROUTER_API_KEY"]);
    expect(modelsOf({ agent: scriptedModel("") }).missingKeys()).toEqual([]);
  });

  test("a price is known from OpenRouter, from the list, for local models, and from the config", () => {
    const config = { prices: { "compatible:mine": { input: 1, output: 2 } } };
    const given = {
      agent: "openrouter:any/thing",
      mine: "compatible:mine",
      other: "compatible:other",
      local: "ollama:x",
    };
    const models = modelsOf(given, { config });
    expect(["agent", "mine", "other", "local"].map((name) => models.hasPrice(name))).toEqual([true, true, false, true]);
  });

  test("a price is not known by a model's name where another server answers", () => {
    const environment = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENROUTER_BASE_URL: "https://gateway.test/v1" };
    const given = {
      agent: "openrouter:any/thing",
      judge: "openai:gpt-5",
      ready: { ...scriptedModel(""), id: "openai:gpt-5" },
    };
    expect(Object.keys(given).map((name) => modelsOf(given, { environment }).hasPrice(name))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("what of the models makes an agent what it is", () => {
  test("names and parameters of all but the judge and the simulated user", () => {
    const agent = { model: "openai:gpt-5", temperature: 0.2 };
    const models = modelsOf({ agent, planner: "openai:gpt-5-mini", judge: "openai:a", user: "openai:b" });
    expect(models.agentIdentity).toEqual({ agent, planner: { model: "openai:gpt-5-mini" } });
    expect(modelsOf({ agent: scriptedModel("") }).agentIdentity).toEqual({ agent: { model: "scripted:model" } });
  });
});

describe("what of the models makes a judge what it is", () => {
  const judged = (judge: NonNullable<Models>[string], agent = "openai:gpt-5") =>
    hashOf(modelsOf({ agent, judge }).judgeIdentity);

  test("its name and its parameters, and not the agent's", () => {
    expect(judged("openai:a")).toBe(judged("openai:a", "openai:gpt-5-mini"));
    expect(judged("openai:a")).toBe(judged({ model: "openai:a", temperature: 0 }));
    expect(judged("openai:a")).not.toBe(judged("openai:b"));
    expect(judged("openai:a")).not.toBe(judged({ model: "openai:a", temperature: 1 }));
  });
});

describe("calls at once", () => {
  const most = async (own: number | undefined, all: number | undefined) => {
    await using server = await scriptedServer({ delayMs: 1 });
    const opened = new OpenedModels(10, { concurrency: all });
    const model = opened.open({ model: "compatible:m", baseURL: server.url, concurrency: own }, {}, undefined);
    await Promise.all(Array.from({ length: 60 }, () => model.call({ messages: [] })));
    return server.mostAtOnce;
  };

  test("are limited by the model and by the command line, and the lower counts", async () => {
    expect(await most(2, undefined)).toBeLessThanOrEqual(2);
    expect(await most(undefined, 2)).toBeLessThanOrEqual(2);
    expect(await most(1, 9)).toBe(1);
    expect(await most(9, 1)).toBe(1);
  });

  test("that nobody can mean are refused before anything is asked", () => {
    expect(() => modelsOf({ judge: { model: "ollama:m", concurrency: 0 } })).toThrow(
      /concurrency of the model "ollama:m"/,
    );
  });

  test("change no identity, and go with the server when the command line names another model", () => {
    const slow = { model: "ollama:m", concurrency: 1 };
    expect(modelsOf({ agent: slow }).agentIdentity).toEqual({ agent: { model: "ollama:m" } });
    const models = modelsOf({ agent: slow }, { options: { model: "openai:gpt-5" } });
    expect(models.choices.agent).toEqual({ model: "openai:gpt-5" });
  });
});

describe("models are opened once for a run", () => {
  test("the same choice is the same model, so that its limits are shared", () => {
    const opened = new OpenedModels();
    const spec = { model: "ollama:qwen3", temperature: 0 };
    const first = opened.open(spec, {}, undefined);
    expect(opened.open({ ...spec }, {}, undefined)).toBe(first);
    expect(opened.open({ ...spec, temperature: 1 }, {}, undefined)).not.toBe(first);
    const ready = scriptedModel("");
    expect(opened.open(ready, {}, undefined)).toBe(opened.open(ready, {}, undefined));
  });
});

test("a call of an agent's own client that nobody knows the price of is refused under a cost limit", async () => {
  const body = { model: "odd", messages: [{ role: "user", content: "Hi" }] };
  const asked = { dialect: "openai-chat", path: "/v1/chat/completions", body, headers: {} } as const;
  const ask = (wishes: Wishes) => modelsOf(undefined, wishes).wire(asked).model;
  const options = { maxCost: 1 };
  await expect(ask({ options }).send(asked, {})).rejects.toThrow(
    "a cost limit of $1 cannot be kept, because the price of openai:odd is not known",
  );
  const server = await scriptedServer();
  const gateway = { upstream: server.url };
  const id = `${new URL(server.url).host}:odd`;
  await expect(ask({ options, config: { gateway } }).send(asked, {})).rejects.toThrow(
    `the price of ${id} is not known`,
  );
  const prices = { [id]: { input: 1, output: 1 } };
  expect((await ask({ options, config: { gateway, prices } }).send(asked, {})).status).toBe(200);
  expect((await ask({ config: { gateway } }).send(asked, {})).status).toBe(200);
  await server.close();
});

describe("limits per minute", () => {
  test("are not part of an agent's or a judge's identity", () => {
    const limited = { model: "openai:a", requestsPerMinute: 60, tokensPerMinute: 9_000, concurrency: 2 };
    const own = modelsOf({ agent: limited, judge: limited });
    const plain = modelsOf({ agent: { model: "openai:a" }, judge: "openai:a" });
    expect(own.agentIdentity).toEqual(plain.agentIdentity);
    expect(own.judgeIdentity).toEqual(plain.judgeIdentity);
  });

  test.each(["requestsPerMinute", "tokensPerMinute"])("%s that nobody can mean are refused", (name) => {
    expect(() => modelsOf({ judge: { model: "ollama:m", [name]: 0 } })).toThrow(`${name} of the model "ollama:m" is 0`);
  });

  test("hold for Viva's own calls and those of an agent's own client together, wherever they are set", async () => {
    await using server = await scriptedServer();
    const asked: string[] = [];
    const pace: Pace = {
      keeps: ["requestsPerMinute"],
      ask(model, limits) {
        asked.push(`${model.replace(server.url.replace("/v1", ""), "HOST")} ${limits.requestsPerMinute}`);
        return { done() {}, unsent() {} };
      },
    };
    const opened = new OpenedModels(10, { requestsPerMinute: 30 }, pace);
    const agent = { model: "compatible:m", baseURL: server.url, requestsPerMinute: 60 };
    const models = modelsOf({ agent }, { opened });
    await models.open("agent").call({ messages: [{ role: "user", content: "hello" }] });
    const body = { model: "m", messages: [{ role: "user", content: "hello" }] };
    const request = { dialect: "openai-chat", path: "/v1/chat/completions", headers: {}, body } as const;
    await models.wire(request).model.send(request, {});
    expect(asked).toEqual(["compatible:m at HOST 30", "compatible:m at HOST 30"]);
  });
});
