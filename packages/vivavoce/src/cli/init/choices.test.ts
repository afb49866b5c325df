import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { nextSteps } from "../init.ts";
import { choicesOf } from "./choices.ts";

type Wishes = Parameters<typeof choicesOf>[0];

import { projectFacts } from "./project-facts.ts";
import { suiteText, testText } from "./suite-text.ts";

/** The choices for a project with these files. */
function chosen(files: Record<string, string>, { wishes = {}, variables = {} }: Given = {}) {
  const folder = mkdtempSync(join(tmpdir(), "viva-init-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const facts = projectFacts(folder, variables);
  const choices = choicesOf(wishes, facts);
  const around = { from: folder, package: undefined, recorded: false, ownConfig: undefined, lacksPython: false };
  return { ...choices, facts, steps: nextSteps(choices, facts, around) };
}

interface Given {
  wishes?: Wishes;
  variables?: Record<string, string>;
}

const manifest = (fields: object) => JSON.stringify(fields);

describe("what a project shows", () => {
  test.each([
    ["nothing", {}, ".ts"],
    ["a fresh package.json", { "package.json": "{}" }, ".ts"],
    ["JavaScript", { "package.json": "{}", "src/index.js": "" }, ".mjs"],
    ["JavaScript of ES modules", { "package.json": manifest({ type: "module" }), "index.js": "" }, ".js"],
    ["the config of a tool", { "package.json": "{}", "eslint.config.js": "" }, ".ts"],
    ["TypeScript beside JavaScript", { "tsconfig.json": "{}", "package.json": "{}", "index.js": "" }, ".ts"],
    ["a byte order mark", { "package.json": "\uFEFF{}" }, ".ts"],
  ] as [string, Record<string, string>, string][])("%s: files end in the right way", (_what, files, ending) => {
    expect(chosen(files).ending).toBe(ending);
  });

  test("version 7 of the AI SDK makes the suite's agent; for an older one there is a note", () => {
    const modern = chosen({ "package.json": manifest({ dependencies: { ai: "^7.0.1" } }) });
    expect(modern.agent).toBe("ai-sdk");
    expect(suiteText(modern)).toContain("aiSdkAgent<Shop>(");
    expect(modern.steps).toContain("npm install");
    const installed = { "node_modules/ai/package.json": manifest({ name: "ai", version: "5.1.0" }) };
    const old = chosen({ "package.json": manifest({ dependencies: { ai: "latest" } }), ...installed });
    expect(old.agent).toBe("function");
    expect(old.steps).toContain("The project has the AI SDK 5.");
  });

  test.each(["vitest", "jest"] as const)("%s gets a test file that imports its own entry", (runner) => {
    const choices = chosen({ "package.json": manifest({ devDependencies: { [runner]: "latest" } }) });
    expect(choices.tests).toBe(runner);
    expect(testText(choices)).toContain(`from "vivavoce/${runner}"`);
    expect(chosen({}).tests).toBe("none");
  });

  test.each([
    ["vitest", "^3.2.0", undefined, "Vitest ^3.2.0. vivavoce/vitest needs 4.1 or newer, so no test file was written."],
    ["vitest", "^4.0.0", "4.0.18", "Vitest 4.0.18."],
    ["vitest", "^4.0.0", undefined, undefined],
    ["vitest", "^4.0.0", "4.1.0", undefined],
    ["jest", "^29.7.0", "29.7.0", "Jest 29.7.0. vivavoce/jest needs 30.0 or newer"],
    ["jest", "catalog:", "30.2.0", undefined],
  ] as const)("%s %s, installed %s: too old or not", (runner, range, version, told) => {
    const installed = version && { [`node_modules/${runner}/package.json`]: manifest({ version }) };
    const { tests, steps } = chosen({
      "package.json": manifest({ devDependencies: { [runner]: range } }),
      ...installed,
    });
    expect(tests).toBe(told ? "none" : runner);
    if (told) expect(steps).toContain(told);
    else expect(steps).not.toContain("or newer");
  });

  test.each([
    ["the lock", { "bun.lock": "" }, {}, "bun"],
    [
      "package.json, before the lock",
      { "package.json": manifest({ packageManager: "yarn@4.0.0" }), "bun.lock": "" },
      {},
      "yarn",
    ],
    ["the command that runs it", {}, { npm_config_user_agent: "pnpm/10.1.0 npm/? node/v24" }, "pnpm"],
    ["nothing", {}, {}, "npm"],
  ] as [string, Record<string, string>, Record<string, string>, string][])(
    "the package manager, by %s",
    (_by, files, variables, manager) => {
      expect(chosen(files, { variables }).manager).toBe(manager);
    },
  );
});

describe("the model", () => {
  test.each([
    ["nothing set", {}, {}, "openai:gpt-5-mini", "OPENAI_API_KEY"],
    [
      "only a key of OpenRouter",
      {},
      { OPENROUTER_API_KEY: "k" },
      "openrouter:google/gemini-2.5-flash",
      "OPENROUTER_API_KEY",
    ],
    ["a server by OPENAI_BASE_URL", {}, { OPENAI_BASE_URL: "http://x.org/v1" }, "openai:gpt-5-mini", undefined],
    [
      "a name at that server",
      { model: "qwen3:8b" },
      { OPENAI_BASE_URL: "http://x.org/v1" },
      "openai:qwen3:8b",
      undefined,
    ],
    ["a model by its provider", { model: "ollama:qwen3:8b" }, {}, "ollama:qwen3:8b", undefined],
    [
      "a vendor's own address",
      { url: "https://openrouter.ai/api/v1/", model: "a/b" },
      {},
      "openrouter:a/b",
      "OPENROUTER_API_KEY",
    ],
  ] as [string, Wishes, Record<string, string>, string, string | undefined][])(
    "%s",
    (_what, wishes, variables, model, key) => {
      expect(chosen({}, { wishes, variables })).toMatchObject({ model, key });
    },
  );

  test(".env counts as the environment does", () => {
    const { isJudged, variables } = chosen({ ".env": "OPENAI_BASE_URL=http://x.org/v1\n" });
    expect({ isJudged, variables }).toEqual({ isJudged: true, variables: ["OPENAI_API_KEY", "OPENAI_BASE_URL"] });
  });

  test("a server elsewhere may need a key, one on this machine does not; without a model's name there is a note", () => {
    const away = chosen({}, { wishes: { url: "https://x.org/v1" } });
    expect(away.variables).toEqual(["COMPATIBLE_API_KEY"]);
    expect(away.steps).toContain('asks for the model "default"');
    expect(chosen({}, { wishes: { url: "http://localhost:8000/v1", model: "m" } }).variables).toEqual([]);
  });

  test("a key in the address is refused, an API's version is not", () => {
    const at = (query: string) => () => chosen({}, { wishes: { url: `http://x.org/v1?${query}`, model: "m" } });
    expect(at("api-key=0123456789abcdef")).toThrow("--url contains a secret");
    expect(at("api-version=2026-01-01")).not.toThrow();
  });

  test("what people name cannot leave its string in the suite", () => {
    const hostile = '"}; process.exit(0); //\n';
    const text = suiteText(chosen({}, { wishes: { url: "http://localhost:1/v1", model: hostile } }));
    expect(text).toContain(`model: ${JSON.stringify(`compatible:${hostile}`)}`);
  });
});
