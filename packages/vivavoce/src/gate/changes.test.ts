import { describe, expect, test } from "vitest";
import type { VariantResult } from "../shape/index.ts";
import { changesBetween } from "./changes.ts";
import { after, resultOf } from "./results.test-helper.ts";

const before = resultOf([]);
const changes = (agent: Partial<VariantResult["agent"]>, more: Partial<VariantResult> = {}, earlier = before) =>
  changesBetween(earlier, after([], { agent: { ...earlier.agent, ...agent }, ...more }));

describe("what changed between two runs", () => {
  test("nothing", () => expect(changes({})).toEqual([]));

  test("the agent's name and version, Viva, and where answers come from", () => {
    expect(changes({ name: "tutor", version: "2" }, { viva: "0.2.0", origin: "recorded" })).toEqual([
      { kind: "value", what: "agent", before: "coach", after: "tutor" },
      { kind: "value", what: "agent version", before: "1", after: "2" },
      { kind: "value", what: "answers", before: "live", after: "recorded" },
      { kind: "value", what: "viva", before: "0.1.0", after: "0.2.0" },
    ]);
  });

  test("models and their parameters, by role", () => {
    const earlier = resultOf([], {
      agent: { ...before.agent, models: { agent: { model: "a:1", temperature: 0 }, helper: { model: "h:1" } } },
    });
    const models = { agent: { model: "a:2", temperature: 0.5 }, critic: { model: "c:1", stop: ["END"] } };
    expect(changes({ models }, {}, earlier)).toEqual([
      { kind: "value", what: "model agent", before: "a:1", after: "a:2" },
      { kind: "value", what: "temperature of agent", before: "0", after: "0.5" },
      { kind: "value", what: "model helper", before: "h:1", after: "none" },
      { kind: "value", what: "model critic", before: "none", after: "c:1" },
      { kind: "value", what: "stop of critic", before: "none", after: '["END"]' },
    ]);
  });

  test("the model of the simulated user, where both runs know it", () => {
    const earlier = resultOf([], { user: { user: { model: "u:1", temperature: 0 } } });
    expect(changes({}, { user: { user: { model: "u:2", temperature: 1 } } }, earlier)).toEqual([
      { kind: "value", what: "model user", before: "u:1", after: "u:2" },
      { kind: "value", what: "temperature of user", before: "0", after: "1" },
    ]);
    expect(changes({}, {}, earlier)).toEqual([]);
  });

  test("the agent's tools, and code of which no file is known", () => {
    expect(changes({ tools: "other", code: "other", files: "other" })).toEqual([
      { kind: "code", what: "the suite's files (prompts)", files: [] },
      { kind: "code", what: "the agent's tools", files: [] },
      { kind: "code", what: "the code of the suite or of what it imports", files: [] },
    ]);
  });
});

describe("files by name", () => {
  const sources = {
    files: { "prompts/a.md": { hash: "1", text: "one" }, "prompts/b.md": { hash: "2" }, "same.md": { hash: "3" } },
    modules: { "agent.ts": "1", "gone.ts": "2", "same.ts": "3" },
  };
  const earlier = resultOf([], { agent: { ...before.agent, sources } });

  test("prompts that changed, came and went, with their texts where they are known", () => {
    const files = {
      "prompts/a.md": { hash: "9", text: "two" },
      "new.md": { hash: "4", text: "new" },
      "same.md": { hash: "3" },
    };
    expect(changes({ files: "other", sources: { ...sources, files } }, {}, earlier)).toEqual([
      { kind: "file", name: "new.md", how: "added", after: "new" },
      { kind: "file", name: "prompts/a.md", how: "changed", before: "one", after: "two" },
      { kind: "file", name: "prompts/b.md", how: "removed" },
    ]);
  });

  test("the modules whose code differs", () => {
    const modules = { "agent.ts": "9", "same.ts": "3", "new.ts": "4" };
    expect(changes({ code: "other", sources: { ...sources, modules } }, {}, earlier)).toEqual([
      { kind: "code", what: "the code of the suite or of what it imports", files: ["agent.ts", "gone.ts", "new.ts"] },
    ]);
  });

  test("the prompt that one variant reads in place of another's", () => {
    const files = {
      "prompts/coach.v1.md": { hash: "1", text: "old" },
      "prompts/coach.v2.md": { hash: "2", text: "new" },
      "prompts/v10.md": { hash: "3", text: "no version at all" },
    };
    const agent = { ...before.agent, sources: { files, modules: {} } };
    const found = changesBetween(
      resultOf([], { agent, variant: { prompt: "v1" } }),
      after([], { agent, variant: { prompt: "v2" } }),
    );
    expect(found).toEqual([
      { kind: "value", what: "variant prompt", before: "v1", after: "v2" },
      { kind: "file", name: "prompts/coach.v1.md → prompts/coach.v2.md", how: "changed", before: "old", after: "new" },
    ]);
  });

  test("a variant's value is a value, not a pattern", () => {
    const agent = {
      ...before.agent,
      sources: { files: { "a.md": { hash: "1" }, "b.md": { hash: "2" } }, modules: {} },
    };
    const found = changesBetween(
      resultOf([], { agent, variant: { mode: "(.)" } }),
      after([], { agent, variant: { mode: "$&" } }),
    );
    expect(found).toEqual([{ kind: "value", what: "variant mode", before: "(.)", after: "$&" }]);
  });
});

describe("packages and Node", () => {
  const sources = (packages?: Record<string, string>) => ({
    sources: { files: {}, modules: {}, ...(packages ? { packages } : {}) },
  });
  const earlier = resultOf([], {
    node: "24.16.0",
    agent: { ...before.agent, ...sources({ openai: "6.7.0", zod: "4.0.0", gone: "1.0.0" }) },
  });

  test("by name, with both versions", () => {
    const packages = { openai: "6.9.1", zod: "4.0.0", added: "1.0.0, 2.0.0" };
    expect(changes(sources(packages), { node: "24.21.0" }, earlier)).toEqual([
      { kind: "value", what: "added", before: "none", after: "1.0.0, 2.0.0" },
      { kind: "value", what: "gone", before: "1.0.0", after: "none" },
      { kind: "value", what: "openai", before: "6.7.0", after: "6.9.1" },
      { kind: "value", what: "Node", before: "24.16.0", after: "24.21.0" },
    ]);
  });

  test("those of a run that does not know them have not changed", () => {
    expect(changes(sources(), {}, earlier)).toEqual([]);
    expect(changes(sources({ openai: "1.0.0" }), { node: "24.21.0" })).toEqual([]);
  });

  test("many of them: the first by themselves, the others together", () => {
    const all = (version: string) =>
      sources(Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`p${10 + index}`, version])));
    const found = changes(all("2"), {}, resultOf([], { agent: { ...before.agent, ...all("1") } }));
    expect(found).toHaveLength(13);
    expect(found.at(-1)).toEqual({
      kind: "code",
      what: "3 more packages",
      files: ["p22 1 → 2", "p23 1 → 2", "p24 1 → 2"],
    });
  });
});
