// npm run bench -- NAME…: prints what was measured and its limits; exits with 1 when a limit is missed.
import { parseArgs } from "node:util";
import type { Measurement } from "./measurement.ts";
import type { Figures } from "./performance/figures.ts";
import { writePage } from "./performance/page.ts";
import { type Comparison, compare, type Part, works } from "./performance/parts.ts";
import { figureTables } from "./performance/print.ts";
import { targetsOf } from "./performance/targets.ts";
import { usualCases } from "./performance/work.ts";

interface Options {
  seed: number;
  rounds: number;
  cases: number;
  /** One row of `cost`, from 1; 0 for all. */
  only: number;
}

type Bench = (options: Options) => Promise<readonly Measurement[]>;

const alone =
  (load: () => Promise<{ measure(options: Options): Promise<Measurement> }>): Bench =>
  async (options) => [await (await load()).measure(options)];

/** Parts of the comparison of the bare loop, Viva and its peers. */
const compared =
  (parts: readonly Part[], peers: Comparison["peers"]): Bench =>
  async ({ rounds, cases }) => {
    const figures = await compare({ parts, peers, rounds, cases });
    console.log(figureTables(figures));
    if (peers === "all" && cases === usualCases && isWhole(figures)) writePage(figures);
    // The limits are about 1,000 cases.
    return cases === usualCases ? targetsOf(figures) : [];
  };

/** Whether every part was measured. */
function isWhole(figures: Partial<Figures>): figures is Figures {
  return figures.works?.length === works.length && Boolean(figures.scale && figures.start && figures.sizes);
}

const all: readonly Part[] = [...works, "scale", "start", "size"];
const benches: Record<string, Bench> = {
  peers: compared(all, "all"),
  targets: compared([...works, "scale", "start"], "promptfoo"),
  ...Object.fromEntries(all.map((part) => [part, compared([part], "none")])),
  gateway: alone(() => import("./gateway.ts")),
  memory: alone(() => import("./memory.ts")),
  report: alone(() => import("./report.ts")),
  page: alone(() => import("./page.ts")),
  distributed: alone(() => import("./distributed.ts")),
  "large-store": alone(() => import("./large-store.ts")),
  cost: async (options) => (await import("./cost.ts")).measure(options),
  "false-pass": alone(() => import("./false-pass.ts")),
  spoken: async () => (await import("./spoken.ts")).measure(),
  "judge-cards": alone(() => import("./judge-cards.ts")),
  "judge-input": alone(() => import("./judge-input.ts")),
  "judge-audit": alone(() => import("./judge-audit.ts")),
  "judge-audit-real": async (options) => [await (await import("./judge-audit.ts")).measureReal(options)],
};
/** `targets` and the single parts measure again what `peers` has measured; the others need servers, or a real model. */
const isApart = (name: string) => ["targets", "distributed", "judge-audit-real", ...all].includes(name);
const once = Object.keys(benches).filter((name) => !isApart(name));

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "9" },
    rounds: { type: "string", default: "3" },
    cases: { type: "string", default: String(usualCases) },
    only: { type: "string", default: "0" },
  },
});
const options: Options = {
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  cases: Number(values.cases),
  only: Number(values.only),
};
const problems = [
  ...Object.entries(options).flatMap(([name, value]) => {
    const least = name === "seed" || name === "only" ? 0 : 1;
    return Number.isSafeInteger(value) && value >= least ? [] : [`--${name}: pass a whole number, at least ${least}`];
  }),
  ...names
    .filter((name) => !Object.hasOwn(benches, name))
    .map((name) => `there is no bench ${name}; there are ${Object.keys(benches).join(", ")}`),
];
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(64);
}
for (const name of names.length > 0 ? names : once) {
  console.log(`${name}:`);
  for (const { what, value, limit, detail } of (await benches[name]?.(options)) ?? []) {
    const isWithin = value <= limit;
    const words = Number.isNaN(value) ? "not measured" : value.toFixed(2);
    console.log(`  ${what}: ${words}, limit ${limit}: ${isWithin ? "within" : "BEYOND"}\n    ${detail}`);
    if (!isWithin) process.exitCode = 1;
  }
}
process.exit();
