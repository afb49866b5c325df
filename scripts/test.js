// What `npm test` does: lint, types, tests. No test may reach a real model, so keys and addresses of models are cleared.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const modelVariable = /_(?:API_KEY|BASE_URL)$/;
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !modelVariable.test(name)));

// Each checker checks again what the others share, and the tests keep the other cores busy.
const alone = ["--checkers", "1"];
const checks = [
  ["lint", join("@biomejs", "biome", "bin", "biome"), ["check", "."]],
  ["types", join("typescript", "bin", "tsc"), ["-p", "tsconfig.json", ...alone]],
  ["types of the page", join("typescript", "bin", "tsc"), ["-p", join("packages", "page"), ...alone]],
];
const tests = start(join("vitest", "vitest.mjs"), ["run", ...process.argv.slice(2)], "inherit");
const checked = runChecks();
const failed = [];
if ((await ended(tests)) !== 0) failed.push("tests");
for (const { name, status, output } of await checked) {
  console.log(`\n${name}\n${output.trimEnd()}`);
  if (status !== 0) failed.push(name);
}
console.log(`npm test took ${Math.round(performance.now() / 1_000)} s, without the build.`);
if (failed.length > 0) {
  console.error(`FAILED: ${failed.join(", ")}`);
  process.exit(1);
}

/** The checks one after the other beside the tests, many of which wait. What they say is shown when the tests are over. */
async function runChecks() {
  const results = [];
  for (const [name, script, args] of checks) {
    const check = start(script, args, "pipe");
    let output = "";
    for (const stream of [check.stdout, check.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    results.push({ name, status: await ended(check), output });
  }
  return results;
}

function start(script, args, output) {
  const stdio = ["inherit", output, output];
  return spawn(process.execPath, [join(root, "node_modules", script), ...args], { cwd: root, env: environment, stdio });
}

async function ended(child) {
  const [status] = await once(child, "close");
  return status ?? 1;
}
