import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError, messageOf } from "../base/index.ts";
import type { Metric } from "../metric/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Evaluation steps by metric, and within it by what they are for. */
const pinnedSchema = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(1)));
export type PinnedSteps = z.infer<typeof pinnedSchema>;

/** Where a suite's steps are pinned: beside its file, to be read, edited and committed. */
export function stepsFile({ suite, folder }: Pick<LoadedSuite, "suite" | "folder">): string {
  return join(folder, `${suite.name}.steps.json`);
}

/** Gives pinned steps to the metrics that would otherwise have them made. */
export async function withPinnedSteps(metrics: readonly Metric[], loaded: LoadedSuite): Promise<Metric[]> {
  if (!metrics.some((metric) => metric.withSteps)) return [...metrics];
  const pinned = await readSteps(stepsFile(loaded));
  return metrics.map((metric) => {
    const steps = pinned[metric.name];
    return steps && metric.withSteps ? metric.withSteps(steps) : metric;
  });
}

async function readSteps(file: string): Promise<PinnedSteps> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return {};
  try {
    return pinnedSchema.parse(JSON.parse(text));
  } catch (error) {
    const remedy = "Mend it, or delete it and write it anew with `viva steps --write`.";
    throw new InputError(
      { message: `these are no evaluation steps: ${messageOf(error)}`, place: { file }, remedy },
      error,
    );
  }
}

/** Pins steps: from now on they are used as they stand, and nothing is asked for them. */
export async function writeSteps(loaded: LoadedSuite, steps: PinnedSteps): Promise<string> {
  const file = stepsFile(loaded);
  await writeFile(file, `${JSON.stringify(steps, null, 2)}\n`);
  return file;
}
