import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nothingAgent } from "../agent/index.ts";
import type { AgentIdentity } from "../shape/index.ts";
import { agentIdentity, identityDifferences } from "./agent-identity.ts";
import { folderOf, loadAll, problemsOf, suiteSource, write } from "./temporary-project.test-helper.ts";

const files = {
  "a.eval.ts": suiteSource("a", {
    imports: 'import { name } from "./name";',
    agentName: "name",
    more: 'files: ["./prompts/*.md", "./prompts/v2.md"],',
  }),
  "name.ts": 'export const name = "agent";',
  "prompts/v1.md": "Be kind.",
  "prompts/v2.md": "Be brief.",
  "prompts/notes.txt": "not a prompt",
  "prompts/archive.md/old.md": "a folder that looks like a file",
};
const facts = { variant: { prompt: "v2" }, models: { agent: { model: "m", temperature: 0 } } };

async function identityIn(folder: string, agent = nothingAgent(), given = facts): Promise<AgentIdentity> {
  const [loaded] = await loadAll(folder);
  if (!loaded) throw new Error("no suite");
  return agentIdentity(loaded, agent, given);
}

describe("an agent's identity", () => {
  test("is the same for the same agent, in any checkout", async () => {
    const first = await identityIn(folderOf(files));
    expect(await identityIn(folderOf(files))).toEqual(first);
    expect(first).toMatchObject({
      name: "nothing",
      version: "1",
      ...facts,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each([
    ["a prompt", { "prompts/v1.md": "Be kinder." }, "the suite's files (prompts)"],
    ["another prompt", { "prompts/v3.md": "Be both." }, "the suite's files (prompts)"],
    ["code", { "name.ts": 'export const name = "another";' }, "the code of the suite or of what it imports"],
  ])("changes with %s", async (_name, change, words) => {
    const folder = folderOf(files);
    const before = await identityIn(folder);
    write(folder, change);
    const after = await identityIn(folder);
    expect(after.hash).not.toBe(before.hash);
    expect(identityDifferences(before, after)).toEqual([words]);
  });

  test("changes with a file that the agent says it is made of", async () => {
    const folder = folderOf({ ...files, "desk/desk.py": "print(1)" });
    const agent = { ...nothingAgent(), files: () => [join(folder, "desk/desk.py")] };
    const before = await identityIn(folder, agent);
    write(folder, { "desk/desk.py": "print(2)" });
    expect(identityDifferences(before, await identityIn(folder, agent))).toEqual(["the suite's files (prompts)"]);
  });

  test("changes with the version of a package, but not with its content", async () => {
    const hashWith = async (version: string, content = "") => {
      const imports = 'import "pack";';
      const folder = folderOf({
        "a.eval.ts": suiteSource("a", { imports }),
        "node_modules/pack/package.json": `{ "name": "pack", "version": "${version}" }`,
        "node_modules/pack/index.js": content,
      });
      return (await identityIn(folder)).hash;
    };
    const before = await hashWith("1.0.0");
    expect(await hashWith("1.0.0", "exports.patched = true;")).toBe(before);
    expect(await hashWith("1.0.1")).not.toBe(before);
  });

  test("does not change with a file that is neither imported nor named", async () => {
    const folder = folderOf(files);
    const before = await identityIn(folder);
    write(folder, { "prompts/notes.txt": "changed", "unrelated.ts": "", "cases/new.json": "{}" });
    expect((await identityIn(folder)).hash).toBe(before.hash);
  });

  test("changes with name, version, tools, models and variant", async () => {
    const folder = folderOf(files);
    const before = await identityIn(folder);
    const tools = [{ name: "look", parameters: {}, effect: "read" as const }];
    const agent = nothingAgent();
    const differences = async (...given: [typeof agent, typeof facts]) => {
      const after = await identityIn(folder, ...given);
      expect(after.hash).not.toBe(before.hash);
      return identityDifferences(before, after);
    };
    expect(await differences({ ...agent, name: "other" }, facts)).toEqual(["the agent's name"]);
    expect(await differences({ ...agent, version: "2" }, facts)).toEqual(["the agent's version"]);
    expect(await differences({ ...agent, tools }, facts)).toEqual(["the agent's tools"]);
    const hotter = { ...facts, models: { agent: { model: "m", temperature: 1 } } };
    expect(await differences(agent, hotter)).toEqual(["the models or their parameters"]);
    expect(await differences(agent, { ...facts, variant: { prompt: "v1" } })).toEqual([]);
  });

  test("what compares equal is not a difference, whatever the order of its keys", async () => {
    const folder = folderOf(files);
    const turned = { ...facts, models: { agent: { temperature: 0, model: "m" } } };
    expect(await identityIn(folder, nothingAgent(), turned)).toEqual(await identityIn(folder));
  });

  test("a pipe among the files is refused at once", async () => {
    const folder = folderOf(files);
    execFileSync("mkfifo", [join(folder, "prompts/v9.md")]);
    expect(await problemsOf(identityIn(folder))).toMatchObject([
      { message: "this is a named pipe, not a regular file", place: { file: join(folder, "prompts/v9.md") } },
    ]);
  });

  test("files that match nothing are refused, a folder is not a file; all problems at once", async () => {
    const folder = folderOf({
      "a.eval.ts": suiteSource("a", { more: 'files: ["./prompts", "./prompts/*.md", "./missing.md"],' }),
      "prompts/v1.md": "Be kind.",
    });
    const place = { file: join(folder, "a.eval.ts") };
    const remedy = 'Name files, relative to the suite: "./prompts/*.md".';
    expect(await problemsOf(identityIn(folder))).toEqual([
      { message: "suite a: files: no file matches ./prompts", place, remedy },
      { message: "suite a: files: no file matches ./missing.md", place, remedy },
    ]);
  });
});
