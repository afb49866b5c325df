// node scripts/oracle.ts [--write]: plays the suites of scripts/oracle live and replayed, and the examples replayed, and
// compares all transcripts, scores, statuses and exit codes with the digests kept in scripts/oracle/digests.json.
// ORACLE_SHOW="live judged" prints what is digested.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suites } from "./oracle/suites.ts";

const root = join(import.meta.dirname, "..");
const kept = join(import.meta.dirname, "oracle", "digests.json");

const folder = mkdtempSync(join(tmpdir(), "viva-oracle-"));
const found: Record<string, string> = {};
try {
  writeFileSync(join(folder, "viva.config.ts"), `export default { suites: ["*.eval.ts"] };\n`);
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "oracle"));
  writeFileSync(join(folder, "oracle/suites.ts"), readFileSync(join(import.meta.dirname, "oracle/suites.ts")));
  for (const name of Object.keys(suites)) {
    writeFileSync(
      join(folder, `${name}.eval.ts`),
      `import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { suites } from "./oracle/suites.ts";
export default suite({ name: ${JSON.stringify(name)}, cassettes: "./tapes/${name}", metrics: [contains()], ...suites[${JSON.stringify(name)}] } as never);\n`,
    );
  }
  keep("live", folder, ["--live", "--repeat", "2"]);
  keep("recorded", folder, ["--record", "--repeat", "2"]);
  keep("replayed", folder, ["--replay", "--repeat", "2"]);
  for (const example of ["flow-coach", "receptionist"]) keep(example, root, [`examples/${example}`, "--replay"]);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const lines = Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1));
if (process.argv.includes("--write"))
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(lines), undefined, 2)}\n`);
else {
  const known: Record<string, string> = JSON.parse(readFileSync(kept, "utf8"));
  const names = new Set([...Object.keys(known), ...Object.keys(found)]);
  const other = [...names].filter((name) => known[name] !== found[name]);
  console.log(other.length === 0 ? `all ${names.size} results are as before` : `different: ${other.join(", ")}`);
  if (other.length > 0) process.exitCode = 1;
}

/** Notes the digest of every suite. */
function keep(how: string, cwd: string, args: readonly string[]): void {
  const command = [join(root, "packages/vivavoce/bin/viva.js"), "run", ...args, "--json"];
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", ORACLE_API_KEY: "sk-oracle-1234567890abcdef" };
  const { stdout, stderr, status } = spawnSync(process.execPath, command, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const { results } = JSON.parse(stdout || "{}");
  if (!results) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
  found[`${how} exit code`] = String(status);
  for (const { suite, trials, variants } of results) {
    const tallies = variants.map(({ tally }: { tally: object }) => tally);
    found[`${how} ${suite}`] = digest({ tallies, trials });
    if (`${how} ${suite}` === process.env.ORACLE_SHOW) console.log(JSON.stringify(trials, project, 1));
  }
}

/** Times are measured anew each time, and ids drawn. */
function project(name: string, value: unknown): unknown {
  if (/Ms$|^(?:playedAt|startedAt|at|run|stack)$/.test(name)) return undefined;
  return typeof value === "string" ? value.replaceAll(folder, "<folder>").replaceAll(root, "<root>") : value;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, project)).digest("hex").slice(0, 16);
}
