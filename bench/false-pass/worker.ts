// One of several threads that share the cells.
import { parentPort, workerData } from "node:worker_threads";
import { cells } from "./grid.ts";
import { type Tally, tally } from "./tally.ts";

export interface Work {
  share: number;
  shares: number;
  runs: number;
  seed: number;
}

const { share, shares, runs, seed } = workerData as Work;
const tallies: [index: number, tally: Tally][] = [];
for (const [index, { world, margin }] of cells().entries()) {
  // Each cell has a seed of its own, so that the number of threads does not matter.
  if (index % shares === share) tallies.push([index, tally(world, margin, runs, seed + index * 7919)]);
}
parentPort?.postMessage(tallies);
