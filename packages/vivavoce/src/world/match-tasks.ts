import { type Note, parentsIn, tasksOf } from "./note.ts";
import type { TaskLine } from "./note-lines.ts";
import type { SectionOf } from "./pair-sections.ts";
import { type Pairing, pairByLikeness } from "./pair-up.ts";

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

/** The tasks of a note, each with its place. */
export function placeTasks(path: string, note: Note, sectionOf: SectionOf): PlacedTask[] {
  const parentOf = parentsIn(note);
  const placed = new Map<number, PlacedTask>();
  for (const task of tasksOf(note)) {
    const between: string[] = [];
    let item = parentOf(task);
    for (; item && item.kind !== "task"; item = parentOf(item)) between.push(item.text);
    const under = item && placed.get(item.number);
    const parent = parentOf(task)?.text;
    placed.set(task.number, { task, note: path, place: sectionOf(task), parent, under, between });
  }
  return [...placed.values()];
}

/**
 * Which task became which, by equal text, one to one. Tasks with the same text are paired with the nearest first: same
 * note, section and parent item, then same section, same note, then anywhere; tasks with the same box come first.
 */
export function matchByText(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
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
export function matchByWords(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
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
  return shared === 0 ? 0 : (2 * shared) / (total(a) + total(b));
}

function total(counts: WordCounts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/**
 * Pairs items of two lists without crossing: as many pairs as possible, and among those the closest.
 * `closeness` is from 0, which forbids a pair, to 1. Takes time by the product of the lengths: give it short lists.
 */
export function alignInOrder<Item>(
  before: readonly Item[],
  after: readonly Item[],
  closeness: (before: Item, after: Item) => number,
): [before: Item, after: Item][] {
  // A pair counts more than any closeness that giving it up could gain.
  const pairWorth = Math.min(before.length, after.length) + 1;
  const worth = before.map((from) =>
    after.map((to) => {
      const close = closeness(from, to);
      return close > 0 ? pairWorth + close : 0;
    }),
  );
  const best = bestFrom(worth, before.length, after.length);
  const pairs: [Item, Item][] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const here = cell(best, row, column);
    const pair = cell(worth, row, column);
    if (pair > 0 && here === pair + cell(best, row + 1, column + 1)) {
      pairs.push([before[row] as Item, after[column] as Item]);
      row += 1;
      column += 1;
    } else if (here === cell(best, row, column + 1)) column += 1;
    else row += 1;
  }
  return pairs;
}

/** The most that can still be gained from each position. */
function bestFrom(worth: readonly number[][], rows: number, columns: number): number[][] {
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const pair = cell(worth, row, column);
      const paired = pair > 0 ? pair + cell(best, row + 1, column + 1) : 0;
      (best[row] as number[])[column] = Math.max(paired, cell(best, row + 1, column), cell(best, row, column + 1));
    }
  }
  return best;
}

function cell(table: readonly number[][], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}
