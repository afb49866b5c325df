import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Measurement } from "./measurement.ts";

const rounds = 5;
const starts = 10;
const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");

/** How long a command takes in an empty folder, measured against starting Node at all. */
export function startTime(command: string, limit: number): Measurement {
  const cwd = mkdtempSync(join(tmpdir(), "viva-bench-"));
  try {
    const pairs = Array.from({ length: rounds }, () => ({
      node: time(["-e", "0"], cwd),
      viva: time([launcher, command], cwd),
    }));
    // The best time of each: the best ratio would be that of the pair whose plain start was disturbed most.
    const node = Math.min(...pairs.map((pair) => pair.node));
    const viva = Math.min(...pairs.map((pair) => pair.viva));
    const detail = `best of ${rounds}: ${viva.toFixed(1)} ms for viva ${command}, ${node.toFixed(1)} ms for node -e 0, each the mean of ${starts} starts on Node ${process.versions.node}`;
    return { what: `viva ${command} against node -e 0`, ratio: viva / node, limit, detail };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function time(args: string[], cwd: string): number {
  const start = performance.now();
  for (let count = 0; count < starts; count++) {
    const { status } = spawnSync(process.execPath, args, { stdio: "ignore", cwd });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  }
  return (performance.now() - start) / starts;
}
