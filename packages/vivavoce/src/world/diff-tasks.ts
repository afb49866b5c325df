import type { Effect } from "./effect.ts";
import { matchByText, matchByWords, type PlacedTask } from "./match-tasks.ts";
import type { PlacedEffect } from "./placed-effect.ts";

/** The tasks of one moment: those of notes that stay, and those of notes that are created or deleted as a whole. */
export interface TaskPool {
  inKept: PlacedTask[];
  inWhole: PlacedTask[];
}

/**
 * What became of the tasks. A task of a created or deleted note is told only where it moved from or to another note:
 * the note's own effect covers the others.
 */
export function diffTasks(before: TaskPool, after: TaskPool): PlacedEffect[] {
  const equal = matchByText([...before.inKept, ...before.inWhole], [...after.inKept, ...after.inWhole]);
  const wholeBefore = new Set(before.inWhole);
  const wholeAfter = new Set(after.inWhole);
  const similar = matchByWords(
    equal.before.filter((task) => !wholeBefore.has(task)),
    equal.after.filter((task) => !wholeAfter.has(task)),
  );
  return [
    ...similar.before.map((task) => at(task, { kind: "task.deleted", ...whereabouts(task), box: task.box })),
    ...equal.pairs.flatMap(([from, to]) => [...moved(from, to), ...boxChanged(from, to)]),
    ...similar.pairs.flatMap(([from, to]) => [edited(from, to), ...boxChanged(from, to)]),
    ...similar.after.map((task) => at(task, { kind: "task.added", ...whereabouts(task), box: task.box })),
  ];
}

function moved(from: PlacedTask, to: PlacedTask): PlacedEffect[] {
  if (from.note === to.note && from.section === to.section) return [];
  const origin = { fromNote: from.note, fromSection: from.section };
  return [at(to, { kind: "task.moved", ...whereabouts(to), ...origin })];
}

function boxChanged(from: PlacedTask, to: PlacedTask): PlacedEffect[] {
  if (from.box === to.box) return [];
  return [at(to, { kind: "task.status", ...whereabouts(to), from: from.box, to: to.box })];
}

function edited(from: PlacedTask, to: PlacedTask): PlacedEffect {
  return at(to, { kind: "task.edited", note: to.note, section: to.section, from: from.text, to: to.text });
}

function whereabouts({ note, section, text }: PlacedTask): { note: string; section: string; text: string } {
  return { note, section, text };
}

function at(task: PlacedTask, effect: Effect): PlacedEffect {
  return { note: task.note, line: task.number, effect };
}
