// The commands of docs/ci/shards.yml, as it gives them: a machine for each shard, and one that merges.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { workflowIn } from "../scripts/ci/action-steps.ts";

const root = join(import.meta.dirname, "..");
const work = mkdtempSync(join(tmpdir(), "viva-shards-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const { jobs } = workflowIn("docs/ci/shards.yml");

const suite = (expected: string) => `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: Array.from({ length: 12 }, (_, index) => ({
    id: \`case-\${index}\`, script: [{ content: \`Hello \${index}\` }], expect: { contains: [index === 7 ? ${JSON.stringify(expected)} : "Hello"] },
  })),
  agent: { name: "echo", version: "1", open: (context) => ({ reply: async (message) => context.record({ type: "text", text: message }) }) },
  metrics: [contains()],
});
`;

/** A checkout of the project on a machine of its own. */
function machine(name: string, expected: string): string {
  const folder = join(work, name);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "packages/vivavoce"), join(folder, "node_modules/vivavoce"));
  symlinkSync("../vivavoce/bin/viva.js", join(folder, "node_modules/.bin/viva"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "viva.config.mjs"), `export default { suites: ["*.eval.ts"] };\n`);
  writeFileSync(join(folder, "a.eval.ts"), suite(expected));
  if (existsSync(join(work, "baselines")))
    cpSync(join(work, "baselines"), join(folder, "baselines"), { recursive: true });
  return folder;
}

async function bash(cwd: string, run: string, variables: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  const github = { CI: "true", GITHUB_RUN_ID: "42" };
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, NO_COLOR: "1", ...github, ...variables };
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], { cwd, env });
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, said: said + told };
}

const scriptOf = (job: string, name: string) => jobs[job]?.steps.find((step) => step.name === name)?.run ?? "";

/** Plays the workflow's night, and says how its jobs end. */
async function night(name: string, expected: string) {
  const merging = machine(`${name}-merge`, expected);
  const shards: (number | null)[] = [];
  const numbers = jobs.shard?.strategy?.matrix.shard ?? [];
  for (const number of numbers) {
    const folder = machine(`${name}-${number}`, expected);
    const { code } = await bash(folder, scriptOf("shard", "Play the shard"), { SHARD: `${number}/${numbers.length}` });
    shards.push(code);
    // As the artifact is uploaded and downloaded.
    cpSync(join(folder, ".viva"), join(merging, "shards", `viva-shard-${number}`), { recursive: true });
  }
  const merged = await bash(merging, scriptOf("merge", "Merge the shards"));
  return { shards, merged, reports: readdirSync(join(merging, "results")) };
}

test("five shards of a good night are merged and pass against the baseline; a bad case fails its shard and the whole", async () => {
  const before = machine("before", "Hello");
  const baseline =
    "npx --no viva run && npx --no viva baseline set main && npx --no viva baseline export main --file ../baselines/main.json";
  expect(await bash(before, `mkdir ../baselines && ${baseline}`)).toMatchObject({ code: 0 });

  const good = await night("good", "Hello");
  expect(good.shards).toEqual([0, 0, 0, 0, 0]);
  expect(good.merged.said).toContain("merging 5 shards");
  expect(good.merged.code, good.merged.said).toBe(0);
  expect(good.reports).toHaveLength(4);

  const bad = await night("bad", "Bye");
  expect(bad.shards.toSorted()).toEqual([0, 0, 0, 0, 1]);
  expect(bad.merged.code, bad.merged.said).toBe(1);
  expect(bad.merged.said).toContain("FAIL");
});
