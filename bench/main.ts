// npm run bench -- NAME: prints a ratio and its limit, measured in one run; exits with 1 when the limit is missed.

export interface Measurement {
  what: string;
  ratio: number;
  limit: number;
  /** What was measured, in words. */
  detail: string;
}

const benches: Record<string, () => Promise<{ measure(): Promise<Measurement> }>> = {
  overhead: () => import("./overhead.ts"),
  version: () => import("./version.ts"),
  start: () => import("./start.ts"),
  memory: () => import("./memory.ts"),
  kills: () => import("./kills.ts"),
  report: () => import("./report.ts"),
  "large-store": () => import("./large-store.ts"),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}`);
  process.exit(64);
}
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const bench = await benches[name]?.();
  if (!bench) continue;
  const { what, ratio, limit, detail } = await bench.measure();
  const verdict = ratio <= limit ? "within" : "BEYOND";
  console.log(`${name}: ${what}\n  ratio ${ratio.toFixed(2)}, limit ${limit}: ${verdict} the limit\n  ${detail}`);
  if (ratio > limit) process.exitCode = 1;
}
process.exit();
