import { alignInOrder } from "./align-in-order.ts";
import type { TaskLine } from "./note.ts";
import { type Pairing, pairByLikeness } from "./pair-up.ts";
import { countWords, wordOverlap } from "./word-overlap.ts";

/** A task with the note it stands in. */
export interface PlacedTask extends TaskLine {
  note: string;
}

/** In a section that was turned over altogether only this many tasks a side are looked at for edits. */
const maxCompared = 100;

/**
 * Which task became which, by equal text, one to one. Of tasks with the same text those nearest to where they were are
 * paired first: same note and section, then same note, then anywhere; and the same box before another.
 */
export function matchByText(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
  return pairByLikeness(before, after, [
    ({ note, section, text, box }) => JSON.stringify([text, note, section, box]),
    ({ note, section, text }) => JSON.stringify([text, note, section]),
    ({ note, text, box }) => JSON.stringify([text, note, box]),
    ({ note, text }) => JSON.stringify([text, note]),
    ({ text, box }) => JSON.stringify([text, box]),
    ({ text }) => text,
  ]);
}

/** Of the tasks left over, which were reworded: in the same section, in order, with half of all their words shared. */
export function matchByWords(before: readonly PlacedTask[], after: readonly PlacedTask[]): Pairing<PlacedTask> {
  const place = ({ note, section }: PlacedTask) => JSON.stringify([note, section]);
  const came = Map.groupBy(after, place);
  const pairs = [...Map.groupBy(before, place)].flatMap(([key, went]) => reworded(went, came.get(key) ?? []));
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
    tasks.slice(0, maxCompared).map((task) => ({ task, words: countWords(task.text) }));
  const pairs = alignInOrder(counted(went), counted(came), (from, to) => {
    const overlap = wordOverlap(from.words, to.words);
    return overlap >= 0.5 ? overlap : 0;
  });
  return pairs.map(([from, to]) => [from.task, to.task]);
}
