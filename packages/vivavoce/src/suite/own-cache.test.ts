import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { version } from "../base/index.ts";
import { loadModule } from "./module-loader.ts";
import { folderOf, ownModules, problemsOf } from "./temporary-project.test-helper.ts";

function cacheHome(): string {
  const [home, temporary] = [folderOf({}), folderOf({})];
  vi.stubEnv("XDG_CACHE_HOME", home);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return home;
}

/** The folder for compiled suites. */
const suitesIn = (home: string) => join(home, "vivavoce", `suites-${version}`);

test("a compiled suite is kept in a folder that only its user can read, and nowhere else", async () => {
  const home = cacheHome();
  const folder = folderOf({ "main.eval.ts": "export default 1 as number;" });
  await loadModule(join(folder, "main.eval.ts"), { own: ownModules });
  expect(statSync(join(home, "vivavoce")).mode & 0o777).toBe(0o700);
  expect(readdirSync(suitesIn(home))).toHaveLength(1);
  expect(existsSync(join(process.env.TMPDIR ?? "", "jiti"))).toBe(false);
});

test("what was compiled is taken for the same source in another folder; another source or a damaged copy is compiled anew", async () => {
  const folder = suitesIn(cacheHome());
  const load = (source: string) =>
    loadModule(join(folderOf({ "main.eval.ts": source }), "main.eval.ts"), { own: ownModules });
  const source = "export default 1 as number;";
  await load(source);
  const [kept = ""] = readdirSync(folder).map((name) => join(folder, name));
  const whole = readFileSync(kept, "utf8");
  const changed = whole.replace(/\b1\b/, "2");
  expect(changed).not.toBe(whole);
  writeFileSync(kept, changed);
  expect(await load(source)).toMatchObject({ value: 1 });
  writeFileSync(kept, whole.slice(0, 30));
  expect(await load(source)).toMatchObject({ value: 1 });
  expect(readFileSync(kept, "utf8")).toBe(whole);
  expect(await load("export default 3 as number;")).toMatchObject({ value: 3 });
});

test("a file that asks where it lies is compiled for each place", async () => {
  cacheHome();
  const source = "export default [import.meta.dirname, import.meta.url, import.meta.filename] as string[];";
  for (const folder of [folderOf({ "main.eval.ts": source }), folderOf({ "main.eval.ts": source })]) {
    const file = join(realpathSync(folder), "main.eval.ts");
    const loaded = await loadModule(file, { own: ownModules });
    expect(loaded.value).toEqual([dirname(file), pathToFileURL(file).href, file]);
  }
});

test("a syntax error names the file where it lies now, and not where the same text lay before", async () => {
  cacheHome();
  const source = "export default = 1;";
  for (const folder of [folderOf({ "main.eval.ts": source }), folderOf({ "main.eval.ts": source })]) {
    const [problem] = await problemsOf(loadModule(join(folder, "main.eval.ts"), { own: ownModules }));
    expect(problem?.place).toMatchObject({ file: join(realpathSync(folder), "main.eval.ts"), line: 1 });
  }
});

test("no more than a thousand compiled files are kept", async () => {
  const folder = suitesIn(cacheHome());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let index = 0; index < 1_000; index++) writeFileSync(join(folder, String(index)), "");
  const project = folderOf({ "main.eval.ts": "export default 1 as number;" });
  await loadModule(join(project, "main.eval.ts"), { own: ownModules });
  expect(readdirSync(folder)).toHaveLength(1);
});

test.runIf(process.platform !== "win32")(
  "a folder that others can write is not used: suites are compiled anew",
  async () => {
    const folder = join(cacheHome(), "vivavoce");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const project = folderOf({ "main.eval.ts": "export default 1 as number;" });
    expect(await loadModule(join(project, "main.eval.ts"), { own: ownModules })).toMatchObject({ value: 1 });
    expect(readdirSync(folder)).toEqual([]);
  },
);
