// How long `viva --version` takes, measured against starting Node at all.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Measurement } from "./main.ts";

const rounds = 5;
const starts = 10;

export async function measure(): Promise<Measurement> {
  const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
  const pairs = Array.from({ length: rounds }, () => ({
    node: time(["-e", "0"]),
    viva: time([launcher, "--version"]),
  }));
  // The best time of each: the best ratio would be that of the pair whose plain start was disturbed most.
  const best = {
    node: Math.min(...pairs.map(({ node }) => node)),
    viva: Math.min(...pairs.map(({ viva }) => viva)),
  };
  const detail = `best of ${rounds}: ${best.viva.toFixed(1)} ms for viva --version, ${best.node.toFixed(1)} ms for node -e 0, each the mean of ${starts} starts on Node ${process.versions.node}`;
  return { what: "viva --version against node -e 0", ratio: best.viva / best.node, limit: 3, detail };
}

function time(args: string[]): number {
  const start = performance.now();
  for (let count = 0; count < starts; count++) {
    const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  }
  return (performance.now() - start) / starts;
}
