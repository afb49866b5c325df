import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { SuiteNetwork } from "../network/index.ts";
import { loadModule } from "./module-loader.ts";
import { folderOf, ownModules, write } from "./temporary-project.test-helper.ts";

const load = (folder: string, name = "main.eval.js") => loadModule(join(folder, name), { own: ownModules });

/** Node loads these itself: once in a process, and without telling the loader of the suite. */
const files = {
  "package.json": '{ "type": "module" }',
  "main.eval.js":
    'import { agent } from "./agent.js";\nexport default { agent, later: () => import("./state.js"), url: import.meta.filename };',
  "agent.js":
    'import { state } from "./state.js";\nimport data from "./data.json" with { type: "json" };\nexport const agent = { state, data };',
  "state.js": "export const state = { count: 0 };",
  "data.json": "{}",
  "main.eval.ts":
    'import { agent } from "./agent.js";\nimport { old } from "./old.mjs";\nexport default { agent, old };',
  "old.mjs": "export const old = 1;",
};
type Loaded = {
  agent: { state: { count: number; more?: number } };
  later(): Promise<{ state: object }>;
  url: string;
};

describe("ES modules in plain JavaScript", () => {
  test.each([
    ["main.eval.js", ["agent.js", "data.json", "main.eval.js", "state.js"]],
    ["main.eval.ts", ["agent.js", "data.json", "main.eval.ts", "old.mjs", "state.js"]],
  ])("are part of the module graph of %s, also when another suite has brought them along", async (name, graph) => {
    const folder = folderOf(files);
    for (const _load of ["first", "second"]) {
      expect((await load(folder, name)).files.map((file) => basename(file))).toEqual(graph);
    }
  });

  test("are loaded anew each time: what has changed is seen, and nothing is shared", async () => {
    const folder = folderOf(files);
    const before = (await load(folder)).value as Loaded;
    before.agent.state.count += 1;
    write(folder, { "state.js": "export const state = { count: 0, more: 1 };" });
    const after = (await load(folder)).value as Loaded;
    expect(after.agent.state).toEqual({ count: 0, more: 1 });
    write(folder, { "main.eval.js": 'export { agent as default } from "./agent.js";' });
    expect((await load(folder)).value).toMatchObject({ state: { count: 0, more: 1 } });
  });

  test("keep to their own graph in what they import later, and know their file", async () => {
    const folder = folderOf(files);
    const first = (await load(folder)).value as Loaded;
    const second = (await load(folder)).value as Loaded;
    expect((await first.later()).state).toBe(first.agent.state);
    expect((await second.later()).state).toBe(second.agent.state);
    expect(second.agent.state).not.toBe(first.agent.state);
    expect([first.url, second.url]).toEqual([join(folder, "main.eval.js"), join(folder, "main.eval.js")]);
  });

  test.each(["js", "ts"])(
    "are the same again in a conversation of a suite in %s that is not the first",
    async (type) => {
      const source = files["main.eval.js"];
      const folder = folderOf({ ...files, [`one.eval.${type}`]: source, [`two.eval.${type}`]: source });
      const suites = ["one", "two"].map((name) => ({ name, network: new SuiteNetwork() }));
      const loaded = [];
      for (const { name, network } of suites) {
        const { value } = await network.within(() => load(folder, `${name}.eval.${type}`));
        loaded.push({ network, suite: value as Loaded });
      }
      for (const { network, suite } of loaded) {
        const { state } = await network.trial().within(() => suite.later());
        expect(state).toBe(suite.agent.state);
      }
    },
  );

  test("of a workspace are part of the graph, those of packages are not", async () => {
    const folder = folderOf({
      "main.eval.ts": 'import { lib } from "lib";\nimport { pack } from "pack";\nexport default [lib, pack];',
      "packages/lib/package.json": '{ "name": "lib", "type": "module", "exports": "./lib.js" }',
      "packages/lib/lib.js": "export const lib = 1;",
      "node_modules/pack/package.json": '{ "name": "pack", "type": "module", "exports": "./pack.js" }',
      "node_modules/pack/pack.js": "export const pack = 1;",
    });
    symlinkSync(join(folder, "packages/lib"), join(folder, "node_modules/lib"));
    const { files: graph } = await load(folder, "main.eval.ts");
    expect(graph.map((file) => basename(file))).toEqual(["main.eval.ts", "lib.js"]);
  });
});
