// Whether looking at runs stays quick: `list`, `gate` and `show` of a case on a store with a run of 100,000 trials
// against the same on one with 1,000.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { echoSuite } from "./echo-suite.ts";
import type { Measurement } from "./measurement.ts";

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
const commands = [["list"], ["show", "latest", "case-500"], ["gate"]];
const rounds = 5;

export async function measure(): Promise<Measurement> {
  const [small, large] = [times(1_000), times(100_000)];
  const ratios = large.map((milliseconds, index) => milliseconds / (small[index] ?? 1));
  const detail = commands.map(
    (command, index) =>
      `viva ${command.join(" ")}: ${large[index]?.toFixed(0)} ms with 100,000 trials, ${small[index]?.toFixed(0)} ms with 1,000, ${ratios[index]?.toFixed(2)} times`,
  );
  return {
    what: "looking at a run of 100,000 trials against one of 1,000, the slowest of three commands",
    ratio: Math.max(...ratios),
    limit: 3,
    detail: `${detail.join("\n  ")}\n  best of ${rounds} each`,
  };
}

/** The best time of each command in a store with a run of so many trials. */
function times(cases: number): number[] {
  const cwd = mkdtempSync(join(tmpdir(), "viva-bench-"));
  try {
    const lines = Array.from({ length: cases }, (_, index) =>
      JSON.stringify({ id: `case-${index}`, script: [{ content: `Hello ${index}` }], expect: { contains: ["Hello"] } }),
    );
    writeFileSync(join(cwd, "cases.jsonl"), `${lines.join("\n")}\n`);
    writeFileSync(join(cwd, "large.eval.ts"), echoSuite);
    viva(["run", "large.eval.ts", "--concurrency", "20"], cwd);
    return commands.map((command) => Math.min(...Array.from({ length: rounds }, () => viva(command, cwd))));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function viva(args: readonly string[], cwd: string): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`viva ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
