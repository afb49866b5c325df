import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InputError, isMissing, messageOf, type Problem, readRegularFile } from "../base/index.ts";
import type { Metric } from "../metric/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Evaluation steps by metric, and within it by list. */
const pinnedSchema = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(1)));
type PinnedSteps = z.infer<typeof pinnedSchema>;

type Place = Pick<LoadedSuite, "suite" | "folder">;

/** Where a suite's steps are pinned: beside its file, to be read, edited and committed. */
function stepsFile({ suite, folder }: Place): string {
  return join(folder, `${suite.name}.steps.json`);
}

/** Gives pinned steps to the metrics that would otherwise have them made; warns of those that no metric uses. */
export async function withPinnedSteps(
  metrics: readonly Metric[],
  loaded: Place,
): Promise<{ metrics: Metric[]; warnings: Problem[] }> {
  const pinned = await readSteps(stepsFile(loaded));
  const given = metrics.map((metric) => {
    const steps = Object.hasOwn(pinned, metric.name) ? pinned[metric.name] : undefined;
    return steps && metric.withSteps ? metric.withSteps(steps) : metric;
  });
  return { metrics: given, warnings: unused(pinned, given, stepsFile(loaded)) };
}

function unused(pinned: PinnedSteps, metrics: readonly Metric[], file: string): Problem[] {
  return Object.entries(pinned).flatMap(([name, lists]) => {
    const inUse = metrics.find((metric) => metric.name === name)?.steps ?? {};
    return Object.entries(lists)
      .filter(([list, steps]) => JSON.stringify(inUse[list]) !== JSON.stringify(steps))
      .map(([list]) => ({
        message: `the steps pinned for ${name}, ${list}, are not used, because no metric of the suite asks for them`,
        place: { file },
        remedy: "Remove them from the file, or use the suite's names for metric and list.",
      }));
  });
}

async function readSteps(file: string): Promise<PinnedSteps> {
  const text = await readRegularFile(file).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    if (error instanceof InputError) throw error;
    throw notSteps(file, messageOf(error), error);
  });
  if (text === undefined) return {};
  let data: unknown;
  try {
    data = JSON.parse(text.toString("utf8"));
  } catch (error) {
    throw notSteps(file, messageOf(error), error);
  }
  const parsed = pinnedSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => [path.join(", "), message].filter(Boolean).join(": "));
  throw notSteps(file, wrong.join("; "), parsed.error);
}

function notSteps(file: string, why: string, cause: unknown): InputError {
  const remedy = "Correct it, or delete it and write it again with `viva steps --write`.";
  return new InputError({ message: `the file does not hold evaluation steps: ${why}`, place: { file }, remedy }, cause);
}

/** Pins steps: from now on they are used as they are, and no judge is asked. Steps that are pinned already stay. */
export async function writeSteps(loaded: Place, steps: PinnedSteps): Promise<string> {
  const file = stepsFile(loaded);
  const whole = { ...(await readSteps(file)), ...steps };
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`);
  return file;
}
