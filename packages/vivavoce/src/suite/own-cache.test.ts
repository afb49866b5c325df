import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadModule, ownCache } from "./module-loader.ts";
import { folderOf, ownModules } from "./temporary-project.test-helper.ts";

function cacheHome(): string {
  const [home, temporary] = [folderOf({}), folderOf({})];
  vi.stubEnv("XDG_CACHE_HOME", home);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return home;
}

test("a compiled suite is kept in a folder that only its user can read, and nowhere else", async () => {
  const home = cacheHome();
  const folder = folderOf({ "main.eval.ts": "export default 1 as number;" });
  await loadModule(join(folder, "main.eval.ts"), { own: ownModules });
  expect(statSync(join(home, "vivavoce")).mode & 0o777).toBe(0o700);
  expect(readdirSync(ownCache() ?? "", { recursive: true }).join()).toContain("main.eval");
  expect(existsSync(join(process.env.TMPDIR ?? "", "jiti"))).toBe(false);
});

test.runIf(process.platform !== "win32")("a folder that others can write is not used: suites are compiled anew", () => {
  const folder = join(cacheHome(), "vivavoce");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(ownCache()).toBeUndefined();
});
