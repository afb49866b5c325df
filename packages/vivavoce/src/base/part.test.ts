import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "viva-part-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const launcher = join(import.meta.dirname, "../../bin/viva.js");

function viva(args: readonly string[], { cache, cwd = cache }: { cache: string; cwd?: string }) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const { status, stdout } = spawnSync(process.execPath, [launcher, ...args], { cwd, env, encoding: "utf8" });
  return { status, stdout };
}

/** The files that hold compiled code of Viva's parts. */
function keptIn(cache: string): string[] {
  const files = readdirSync(cache, { recursive: true, encoding: "utf8" });
  return files.filter((name) => /viva-[0-9a-f]{16}-/.test(name)).map((name) => join(cache, name));
}

const folder = () => mkdtempSync(join(root, "cache-"));

test("what a command compiled is kept, and left as it is when a few commands had nothing to add", () => {
  const cache = folder();
  const first = viva(["list"], { cache });
  const kept = keptIn(cache);
  expect(kept.length).toBeGreaterThan(0);
  for (const file of kept) expect(file).toMatch(/-list$/);
  for (let time = 0; time < 4; time++) expect(viva(["list"], { cache })).toEqual(first);
  const written = () => kept.map((file) => statSync(file).mtimeMs);
  const before = written();
  expect(viva(["list"], { cache })).toEqual(first);
  expect(keptIn(cache)).toEqual(kept);
  expect(written()).toEqual(before);
});

test("a command that compiled more than the one before adds it", () => {
  const cache = folder();
  viva(["list", "--help"], { cache });
  const size = () => keptIn(cache).reduce((sum, file) => sum + statSync(file).size, 0);
  const before = size();
  expect(before).toBeGreaterThan(0);
  viva(["list"], { cache });
  expect(size()).toBeGreaterThan(before * 1.01);
});

test("damaged code is not run: it is compiled again, and replaced", () => {
  const cache = folder();
  const first = viva(["list"], { cache });
  const [file = ""] = keptIn(cache);
  const whole = readFileSync(file);
  for (const damaged of [Buffer.from(whole).fill(0, 1_000, 50_000), whole.subarray(0, 5_000), Buffer.alloc(0)]) {
    writeFileSync(file, damaged);
    expect(viva(["list"], { cache })).toEqual(first);
    expect(readFileSync(file).length).toBeGreaterThan(50_000);
  }
});

test("a command that does not exist leaves nothing", () => {
  const cache = folder();
  expect(viva(["rnu"], { cache }).status).toBe(64);
  expect(keptIn(cache)).toEqual([]);
});
