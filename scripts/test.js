// What `npm test` does: lint, types, tests. No test may reach a real model, so keys and addresses of models are cleared.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const modelVariable = /_(?:API_KEY|BASE_URL)$/;
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !modelVariable.test(name)));

// Each checker checks again what the others share, so more of them than cores only take longer.
const checkers = ["--checkers", String(Math.min(4, availableParallelism()))];

const steps = [
  ["lint", join("@biomejs", "biome", "bin", "biome"), ["check", "."]],
  ["types", join("typescript", "bin", "tsc"), ["-p", "tsconfig.json", ...checkers]],
  ["types of the page", join("typescript", "bin", "tsc"), ["-p", join("packages", "page"), ...checkers]],
  ["tests", join("vitest", "vitest.mjs"), ["run", ...process.argv.slice(2)]],
];
for (const [name, script, args] of steps) {
  console.log(`\n${name}`);
  const command = [join(root, "node_modules", script), ...args];
  const { status } = spawnSync(process.execPath, command, { cwd: root, env: environment, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
console.log(`npm test took ${Math.round(performance.now() / 1_000)} s, without the build.`);
