// What one trial makes in the main thread: the difference between two runs, divided by the trials that one has more.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { viva } from "./viva.ts";
import type { WorkName } from "./work.ts";

export interface Counts {
  promises: number;
  /** Calls of JSON.stringify, and the length of what they gave. */
  serialised: number;
  characters: number;
}

const program = join(import.meta.dirname, "programs", "count.js");
/** By then the store writes in a thread of its own, which makes no promises in this one. */
const [few, more] = [200, 400];

/** The counts of one trial of this work. `url`: the model's server. */
export async function countsOfTrial(name: WorkName, url: string): Promise<Counts> {
  const [small, large] = [await countsOf(name, few, url), await countsOf(name, more, url)];
  const each = (count: keyof Counts) => (large[count] - small[count]) / (more - few);
  return { promises: each("promises"), serialised: each("serialised"), characters: each("characters") };
}

async function countsOf(name: WorkName, cases: number, url: string): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "viva-counts-"));
  try {
    const { file, args, cwd } = await viva.prepare({ name, cases }, { folder, url });
    const counts = join(folder, "counts.json");
    const { PATH = "" } = process.env;
    await promisify(execFile)(file, ["--import", program, ...args], {
      cwd,
      env: { PATH, HOME: folder, NO_COLOR: "1", BENCH_COUNTS: counts },
    });
    return JSON.parse(readFileSync(counts, "utf8").trim().split("\n").at(-1) ?? "");
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
