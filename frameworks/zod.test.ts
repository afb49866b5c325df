import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const installed = join(import.meta.dirname, "node_modules");
const vivavoce = join(import.meta.dirname, "../packages/vivavoce");

const suite = (zod: string) => `
import { cases, suite } from "vivavoce";
import { json } from "vivavoce/metrics";
import { z } from ${JSON.stringify(zod)};
const mine = z
  .object({ name: z.string().min(1).describe("what it is called"), says: z.string() })
  .transform(({ name, says }) => ({ id: name, script: [{ content: says }] }));
export default suite({
  name: "zod",
  cases: cases("./cases.jsonl", mine),
  agent: { name: "echo", version: "1", open: (context) => ({ reply: async (text) => context.record({ type: "text", text }) }) },
  metrics: [json({ schema: z.object({ a: z.number() }) })],
});
`;

// Viva brings a copy of its own. The last release of zod 3 holds the first form of zod 4.
test.each([
  ["the newest zod 4", join(installed, "zod")],
  ["the first zod 4", join(installed, "zod-from-json-schema-v3/node_modules/zod")],
])("schemas of %s read cases, describe them, and check replies", (name, folder) => {
  const cwd = mkdtempSync(join(tmpdir(), "viva-zod-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(vivavoce, join(cwd, "node_modules/vivavoce"));
  symlinkSync(folder, join(cwd, "node_modules/zod"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(join(cwd, "zod.eval.ts"), suite(name.includes("first") ? "zod/v4" : "zod"));
  const viva = (...args: string[]) =>
    spawnSync(process.execPath, [join(vivavoce, "bin/viva.js"), ...args], { cwd, encoding: "utf8" });
  const write = (...lines: object[]) =>
    writeFileSync(join(cwd, "cases.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

  write({ name: "good", says: '{"a": 1}' }, { name: "bad", says: '{"a": "one"}' });
  const played = viva("run");
  expect([played.status, played.stdout]).toEqual([1, expect.stringContaining("1 passed · 1 failed")]);
  expect(played.stdout).toContain("expected number, received string");
  expect(viva("schema", "zod.eval.ts").stdout).toContain('"description": "what it is called"');

  write({ name: "", says: 5 });
  const refused = viva("run");
  expect([refused.status, refused.stderr]).toEqual([64, expect.stringContaining("says: should be a string, found 5")]);
});
