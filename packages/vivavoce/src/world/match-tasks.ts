import { alignInOrder } from "./align-in-order.ts";
import { type Note, parentsIn, tasksOf } from "./note.ts";
import type { NoteLine, TaskLine } from "./note-lines.ts";
import type { SectionOf } from "./pair-sections.ts";
import { type Pairing, pairByLikeness } from "./pair-up.ts";
import { countWords, wordOverlap } from "./word-overlap.ts";

/** A task with the note it stands in. */
export interface PlacedTask {
  task: TaskLine;
  note: string;
  /** The section's name, which no other section of the note has. */
  place: string;
  /** The list item that it hangs under, and the task where that is one. */
  under: NoteLine | undefined;
  underTask: PlacedTask | undefined;
}

/** In a section that was turned over altogether only this many tasks a side are looked at for edits. */
const maxCompared = 100;

/** The tasks of a note, each with its place. */
export function placeTasks(path: string, note: Note, sectionOf: SectionOf): PlacedTask[] {
  const parentOf = parentsIn(note);
  const placed = new Map<number, PlacedTask>();
  for (const task of tasksOf(note)) {
    const under = parentOf(task);
    const underTask = under && placed.get(under.number);
    placed.set(task.number, { task, note: path, place: sectionOf(task), under, underTask });
  }
  return [...placed.values()];
}

/**
 * Which task became which, by equal text, one to one. Of tasks with the same text those nearest to where they were are
 * paired first: same note, section and list item above, then same section, same note, then anywhere; and the same box
 * before another.
 */
export function matchByText(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
  const subtasks = subtasksOf([...before, ...after]);
  return pairByLikeness(before, after, [
    (one) => key(one.task.text, one.note, one.place, one.under?.text, one.task.box, subtasks(one)),
    (one) => key(one.task.text, one.note, one.place, one.under?.text, one.task.box),
    (one) => key(one.task.text, one.note, one.place, one.under?.text),
    (one) => key(one.task.text, one.note, one.place, one.task.box),
    (one) => key(one.task.text, one.note, one.place),
    (one) => key(one.task.text, one.note, one.task.box),
    (one) => key(one.task.text, one.note),
    (one) => key(one.task.text, one.task.box),
    (one) => one.task.text,
  ]);
}

function key(...parts: (string | undefined)[]): string {
  return JSON.stringify(parts);
}

/** What hangs directly under a task, whatever the order: it tells two tasks with the same text apart. */
function subtasksOf(tasks: readonly PlacedTask[]): (task: PlacedTask) => string {
  const children = Map.groupBy(tasks, ({ underTask }) => underTask);
  return (task) => key(...(children.get(task) ?? []).map((child) => child.task.text).sort());
}

/** Of the tasks left over, which were reworded: in the same section, in order, with half of all their words shared. */
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
