// npm run bench -- NAME: prints a ratio and its limit, measured in one run; exits with 1 when the limit is missed.
// --seed N is for a bench that draws random numbers.
import { parseArgs } from "node:util";
import type { Measurement } from "./measurement.ts";

const benches: Record<string, () => Promise<{ measure(options: { seed: number }): Promise<Measurement> }>> = {
  overhead: () => import("./overhead.ts"),
  gateway: () => import("./gateway.ts"),
  version: () => import("./version.ts"),
  start: () => import("./start.ts"),
  memory: () => import("./memory.ts"),
  report: () => import("./report.ts"),
  page: () => import("./page.ts"),
  "large-store": () => import("./large-store.ts"),
  "false-pass": () => import("./false-pass.ts"),
};

const { positionals: names, values } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
const seed = Number(values.seed ?? 9);
if (!Number.isSafeInteger(seed)) {
  console.error(`--seed is ${values.seed}: pass a whole number`);
  process.exit(64);
}
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}`);
  process.exit(64);
}
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const bench = await benches[name]?.();
  if (!bench) continue;
  const { what, ratio, limit, detail } = await bench.measure({ seed });
  const verdict = ratio <= limit ? "within" : "BEYOND";
  console.log(`${name}: ${what}\n  ratio ${ratio.toFixed(2)}, limit ${limit}: ${verdict} the limit\n  ${detail}`);
  if (ratio > limit) process.exitCode = 1;
}
process.exit();
