import { sameJson } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";
import { longestRise } from "./line-diff.ts";
import { matchByText, matchByWords, type PlacedTask } from "./match-tasks.ts";
import type { PlacedEffect } from "./placed-effect.ts";

/** The tasks of one moment: those of notes that stay, and those of notes that are created or deleted as a whole. */
interface TaskPool {
  inKept: PlacedTask[];
  inWhole: PlacedTask[];
}

/** What happened to each task that still exists. */
export type Partners = ReadonlyMap<PlacedTask, PlacedTask>;
type Pair = [from: PlacedTask, to: PlacedTask];

/**
 * What happened to the tasks. A task of a created or deleted note is reported only if it moved from or to another note: the
 * note's own effect covers the others.
 */
export function diffTasks(before: TaskPool, after: TaskPool): { effects: PlacedEffect[]; partners: Partners } {
  const equal = matchByText([...before.inKept, ...before.inWhole], [...after.inKept, ...after.inWhole]);
  const wholeBefore = new Set(before.inWhole);
  const wholeAfter = new Set(after.inWhole);
  const similar = matchByWords(
    equal.before.filter((one) => !wholeBefore.has(one)),
    equal.after.filter((one) => !wholeAfter.has(one)),
  );
  const pairs = [...equal.pairs, ...similar.pairs];
  const partners = new Map(pairs);
  const outOfOrder = renumbered(pairs.filter(([from, to]) => isInPlace(from, to) && hasSameParent(from, to, partners)));
  const effects = [
    ...similar.before.map((one) => at(one, { kind: "task.deleted", ...standing(one), box: one.task.box })),
    ...pairs.flatMap(([from, to]) => [
      ...edited(from, to),
      ...moved(from, to, hasSameParent(from, to, partners), outOfOrder),
      ...boxChanged(from, to),
    ]),
    ...similar.after.map((one) => at(one, { kind: "task.added", ...standing(one), box: one.task.box })),
  ];
  return { effects, partners };
}

function isInPlace(from: PlacedTask, to: PlacedTask): boolean {
  return from.note === to.note && from.place === to.place;
}

/** Whether two tasks are nested in the same task, even if it was reworded, through plain items with the same text. */
function hasSameParent(from: PlacedTask, to: PlacedTask, partners: Partners): boolean {
  if (!sameJson(from.between, to.between)) return false;
  return from.under && to.under ? partners.get(from.under) === to.under : from.under === to.under;
}

/** The order of bullets does not count. Numbered tasks that changed their place in a list have moved. */
function renumbered(stayed: readonly Pair[]): ReadonlySet<PlacedTask> {
  const numbered = stayed.filter(([from, to]) => from.task.numbered && to.task.numbered);
  const lists = Map.groupBy(numbered, ([, { note, place, under, between }]) =>
    JSON.stringify([note, place, under?.task.number, between]),
  );
  const movers = [...lists.values()].flatMap((list) => {
    const ordered = list.toSorted(([a], [b]) => a.task.number - b.task.number).map(([, to]) => to);
    const kept = new Set(longestRise(ordered.map(({ task }) => task.number)));
    return ordered.filter((_, index) => !kept.has(index));
  });
  return new Set(movers);
}

function moved(from: PlacedTask, to: PlacedTask, sameParent: boolean, outOfOrder: ReadonlySet<PlacedTask>) {
  if (isInPlace(from, to) && sameParent && !outOfOrder.has(to)) return [];
  const origin = { fromNote: from.note, fromSection: from.task.section };
  const parents = sameParent ? {} : { parent: to.parent ?? "", fromParent: from.parent ?? "" };
  return [at(to, { kind: "task.moved", ...whereabouts(to), ...origin, ...parents })];
}

function boxChanged({ task: from }: PlacedTask, to: PlacedTask): PlacedEffect[] {
  if (from.box === to.task.box) return [];
  return [at(to, { kind: "task.status", ...whereabouts(to), from: from.box, to: to.task.box })];
}

function edited({ task: from }: PlacedTask, to: PlacedTask): PlacedEffect[] {
  if (from.text === to.task.text) return [];
  const { note, task } = to;
  return [at(to, { kind: "task.edited", note, section: task.section, from: from.text, to: task.text })];
}

function whereabouts({ note, task }: PlacedTask): { note: string; section: string; text: string } {
  return { note, section: task.section, text: task.text };
}

/** With the item that it is nested in, if there is one. */
function standing(one: PlacedTask) {
  return { ...whereabouts(one), ...(one.parent === undefined ? {} : { parent: one.parent }) };
}

function at({ note, task }: PlacedTask, effect: Effect): PlacedEffect {
  return { note, line: task.number, effect };
}
