import { InvalidArgumentError } from "commander";
import { InputError, plural } from "../base/index.ts";
import { beatingProblem, beatingRuns, busyProblem } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { isBeingPlayed, type Store } from "../store/index.ts";
import { commandOf, type FlagsOf, flagRows, refuse, wholeNumber } from "./command.ts";
import { print } from "./print.ts";
import { withStore } from "./surroundings.ts";

const rows = flagRows({
  "--older-than <age>": ["delete every run older than this, such as 30d, 12h or 8w", age],
  "--keep <n>": ["delete every run except the newest n", wholeNumber(0, 1_000_000)],
  "--with-labels": "delete runs that people have labelled too, and their labels",
});
type RemoveFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[runs...]", "ids of runs, or the beginnings of them"]],
  flags: rows,
  notes: `With both, a run is deleted if it is older and not among the newest. Runs that are being played are kept.
A baseline keeps its values when its run is deleted.
A run with labels is kept, because a label cannot be checked without its conversation.
viva judge labels --export writes the labels to a file first.`,
  act: (flags, ids: string[]) => withStore(({ store }) => remove(store, ids, flags)),
});

async function remove(store: Store, ids: readonly string[], flags: RemoveFlags): Promise<void> {
  const pruning = flags.olderThan !== undefined || flags.keep !== undefined;
  const message = pruning ? "ids cannot be combined with --older-than or --keep" : "no run was named";
  refuse(pruning === ids.length > 0, message, "Name runs by id, or by age: viva rm --older-than 30d --keep 20.");
  const labels = await store.labels.countByRun();
  const isKept = ({ id }: StoredRun) => labels.has(id) && flags.withLabels !== true;
  const found = pruning ? await prunable(store, flags) : await named(store, ids);
  const kept = found.filter(isKept);
  if (!pruning && kept.length > 0) throw labelled(kept, labels);
  const chosen = found.filter((run) => !isKept(run));
  for (const { id } of chosen) {
    await store.labels.remove(id);
    await store.runs.remove(id);
    const count = labels.get(id);
    print(`deleted ${id}${count ? ` and its ${plural(count, "label")}` : ""}`);
  }
  for (const { id } of kept) {
    const count = plural(labels.get(id) ?? 0, "label");
    print(`kept ${id}: it has ${count}; --with-labels deletes it too`);
  }
  if (pruning) print(`${plural(chosen.length, "run")} deleted`);
  // A store that another process is writing to shrinks only the next time.
  if (chosen.length > 0) await store.compact().catch(() => {});
}

function labelled(runs: readonly StoredRun[], labels: ReadonlyMap<string, number>): InputError {
  const problems = runs.map(({ id }) => ({
    message: `run ${id} has ${plural(labels.get(id) ?? 0, "label")}; without it they cannot be checked again`,
    remedy: "Keep it, or delete it with its labels: --with-labels. `viva judge labels --export FILE` keeps a copy.",
  }));
  return new InputError(problems);
}

/** All are looked up before the first is deleted: one wrong id deletes nothing. */
async function named(store: Store, ids: readonly string[]): Promise<StoredRun[]> {
  const found = new Map((await Promise.all(ids.map((id) => store.runs.find(id)))).map((run) => [run.id, run]));
  const busy = [...found.values()].filter(isBeingPlayed).map((run) => busyProblem(run.id, run));
  if (busy.length > 0) throw new InputError(busy);
  const beating = await beatingRuns(store, [...found.values()]);
  if (beating.length > 0) throw new InputError(beating.map(beatingProblem));
  return [...found.values()];
}

async function prunable(store: Store, { olderThan, keep = 0 }: RemoveFlags): Promise<StoredRun[]> {
  const before = olderThan === undefined ? Number.POSITIVE_INFINITY : Date.now() - olderThan;
  const runs = await store.runs.list(Number.MAX_SAFE_INTEGER);
  const chosen = runs.slice(keep).filter((run) => run.createdAt < before && !isBeingPlayed(run));
  const beating = new Set(await beatingRuns(store, chosen));
  return chosen.filter((run) => !beating.has(run));
}

const units = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

function age(text: string): number {
  const [, count, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError("write a number with h, d or w, such as 30d.");
  return Number(count) * units[unit as keyof typeof units];
}
