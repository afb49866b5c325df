import { type Command, InvalidArgumentError } from "commander";
import { InputError, plural } from "../base/index.ts";
import { busyProblem, isBeingPlayed } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { print } from "./print.ts";
import { wholeNumber } from "./run-flags.ts";
import { withStore } from "./surroundings.ts";

interface RemoveFlags {
  olderThan?: number;
  keep?: number;
}

export function describe(command: Command): Command {
  return command
    .argument("[runs...]", "ids of runs, or the beginnings of them")
    .option("--older-than <age>", "delete every run older than this, such as 30d, 12h or 8w", age)
    .option("--keep <n>", "delete every run except the newest n", wholeNumber(0, 1_000_000))
    .addHelpText(
      "after",
      `
With both, a run is deleted if it is older and not among the newest. Runs that are being played are kept.
A baseline keeps its values when its run is deleted.`,
    )
    .action((ids: string[], flags: RemoveFlags) => withStore((store) => remove(store, ids, flags)));
}

async function remove(store: Store, ids: readonly string[], flags: RemoveFlags): Promise<void> {
  const pruning = flags.olderThan !== undefined || flags.keep !== undefined;
  if (pruning === ids.length > 0) {
    throw new InputError({
      message: pruning ? "ids cannot be combined with --older-than or --keep" : "no run was named",
      remedy: "Name runs by id, or by age: viva rm --older-than 30d --keep 20.",
    });
  }
  const chosen = pruning ? await prunable(store, flags) : await named(store, ids);
  for (const { id } of chosen) {
    await store.runs.remove(id);
    print(`deleted ${id}`);
  }
  if (pruning) print(`${plural(chosen.length, "run")} deleted`);
  // A store that another process is writing to shrinks only the next time.
  if (chosen.length > 0) await store.compact().catch(() => {});
}

/** All are looked up before the first is deleted: one wrong id deletes nothing. */
async function named(store: Store, ids: readonly string[]): Promise<StoredRun[]> {
  const found = new Map((await Promise.all(ids.map((id) => store.runs.find(id)))).map((run) => [run.id, run]));
  const busy = [...found.values()].filter(isBeingPlayed).map((run) => busyProblem(run.id, run));
  if (busy.length > 0) throw new InputError(busy);
  return [...found.values()];
}

async function prunable(store: Store, { olderThan, keep = 0 }: RemoveFlags): Promise<StoredRun[]> {
  const before = olderThan === undefined ? Number.POSITIVE_INFINITY : Date.now() - olderThan;
  const runs = await store.runs.list(Number.MAX_SAFE_INTEGER);
  return runs.slice(keep).filter((run) => run.createdAt < before && !isBeingPlayed(run));
}

const units = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

function age(text: string): number {
  const [, count, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError("write a number with h, d or w, such as 30d.");
  return Number(count) * units[unit as keyof typeof units];
}
