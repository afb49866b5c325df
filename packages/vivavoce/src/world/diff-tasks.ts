import { sameJson } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";
import { longestRise } from "./line-diff.ts";
import type { TaskLine } from "./note-lines.ts";
import { alignInOrder, type Pairing, pairByLikeness } from "./pair-up.ts";

/** An effect with its place. */
interface PlacedEffect {
  note: string;
  /** 0 for the whole note; otherwise the line, in the version that has it. */
  line: number;
  effect: Effect;
}

/** A task with the note it stands in. */
export interface PlacedTask {
  task: TaskLine;
  note: string;
  /** The section's name, unique in the note. */
  place: string;
  /** The text of the list item that it is nested in. */
  parent: string | undefined;
  /** The nearest task that it is nested in, and the plain items between, nearest first. */
  under: PlacedTask | undefined;
  between: string[];
}

/** In a completely rewritten section, only this many tasks per side are compared for edits. */
const maxCompared = 100;

/** The tasks of one moment: those of notes that stay, and those of notes that are created or deleted as a whole. */
interface TaskPool {
  inKept: PlacedTask[];
  inWhole: PlacedTask[];
}

/** What happened to each task that still exists. */
type Partners = ReadonlyMap<PlacedTask, PlacedTask>;
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

/**
 * Which task became which, by equal text, one to one. Tasks with the same text are paired with the nearest first: same
 * note, section and parent item, then same section, same note, then anywhere; tasks with the same box come first.
 */
function matchByText(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
  const subtasks = subtasksOf([...before, ...after]);
  return pairByLikeness(before, after, [
    (one) => key(one.task.text, one.note, one.place, familyOf(one), one.task.box, subtasks(one)),
    (one) => key(one.task.text, one.note, one.place, familyOf(one), one.task.box),
    (one) => key(one.task.text, one.note, one.place, familyOf(one)),
    (one) => key(one.task.text, one.note, one.place, one.task.box),
    (one) => key(one.task.text, one.note, one.place),
    (one) => key(one.task.text, one.note, one.task.box),
    (one) => key(one.task.text, one.note),
    (one) => key(one.task.text, one.task.box),
    (one) => one.task.text,
  ]);
}

/** The parent items of a task, by their text. */
function familyOf({ under, between }: PlacedTask): string {
  return key(under?.task.text, ...between);
}

function key(...parts: (string | undefined)[]): string {
  return JSON.stringify(parts);
}

/** What is nested directly in a task, in any order; it tells two tasks with the same text apart. */
function subtasksOf(tasks: readonly PlacedTask[]): (task: PlacedTask) => string {
  const children = Map.groupBy(tasks, ({ under }) => under);
  return (task) => key(...(children.get(task) ?? []).map((child) => child.task.text).sort());
}

/** Which of the remaining tasks were reworded: in the same section, in order, with half of their words in common. */
function matchByWords(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
  const placeOf = ({ note, place }: PlacedTask) => key(note, place);
  const came = Map.groupBy(after, placeOf);
  const pairs = [...Map.groupBy(before, placeOf)].flatMap(([name, went]) => reworded(went, came.get(name) ?? []));
  const pairedBefore = new Set(pairs.map(([from]) => from));
  const pairedAfter = new Set(pairs.map(([, to]) => to));
  return {
    pairs,
    before: before.filter((task) => !pairedBefore.has(task)),
    after: after.filter((task) => !pairedAfter.has(task)),
  };
}

function reworded(went: readonly PlacedTask[], came: readonly PlacedTask[]): [PlacedTask, PlacedTask][] {
  const counted = (tasks: readonly PlacedTask[]) =>
    tasks.slice(0, maxCompared).map((one) => ({ one, words: countWords(one.task.text) }));
  const pairs = alignInOrder(counted(went), counted(came), (from, to) => {
    const overlap = wordOverlap(from.words, to.words);
    return overlap >= 0.5 ? overlap : 0;
  });
  return pairs.map(([from, to]) => [from.one, to.one]);
}

/** Words as runs of letters and digits; scripts written without spaces count by character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

/** No task that a person writes is longer; further words do not count. */
const maxLength = 2000;

/** How often each word occurs in a text, in any letter case. */
type WordCounts = ReadonlyMap<string, number>;

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const [found] of text.slice(0, maxLength).toLowerCase().matchAll(word)) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

/** The share of their words that two texts have in common, 0 to 1; 0 if one has no words. */
export function wordOverlap(a: WordCounts, b: WordCounts): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [found, count] of fewer) shared += Math.min(count, more.get(found) ?? 0);
  const all = [...a.values(), ...b.values()].reduce((sum, count) => sum + count, 0);
  return shared === 0 ? 0 : (2 * shared) / all;
}
