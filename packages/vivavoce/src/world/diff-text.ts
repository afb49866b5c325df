import type { Effect } from "../shape/index.ts";
import type { Partners } from "./diff-tasks.ts";
import { diffLines } from "./line-diff.ts";
import type { PlacedTask } from "./match-tasks.ts";
import { type Note, parentsIn, structureOf } from "./note.ts";
import type { NoteLine } from "./note-lines.ts";
import type { PlacedEffect } from "./placed-effect.ts";

/** A note with its tasks, at one moment. */
interface TextSide {
  note: Note;
  tasks: readonly PlacedTask[];
}

/**
 * All lines that are not tasks; a heading is a line like any other. A line that is nested elsewhere, by its indentation,
 * is another line.
 */
export function diffText(path: string, before: TextSide, after: TextSide, partners: Partners): PlacedEffect[] {
  const names = new Map<PlacedTask | undefined, number>();
  for (const one of before.tasks) names.set(partners.get(one), one.task.number);
  const left = textIn(before, ({ task }) => String(task.number));
  const right = textIn(after, (one) => String(names.get(one) ?? `new ${one.task.number}`));
  const { removed, inserted } = diffLines(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
  );
  return [
    ...removed.flatMap((index) => textEffect("text.removed", path, left[index])),
    ...inserted.flatMap((index) => textEffect("text.inserted", path, right[index])),
  ];
}

interface TextLine {
  line: NoteLine;
  under: NoteLine | undefined;
  /** Its text, and how deep it is nested in which task; the order of the lines tells the rest. */
  key: string;
}

function textIn({ note, tasks }: TextSide, nameOf: (task: PlacedTask) => string): TextLine[] {
  const parentOf = parentsIn(note);
  const names = new Map(tasks.map((one) => [one.task.number, nameOf(one)]));
  const hanging = new Map<number, { depth: number; task: string }>();
  const top = { depth: 0, task: "" };
  return note.lines.flatMap((line) => {
    const under = parentOf(line);
    const { depth, task } = (under && hanging.get(under.number)) ?? top;
    hanging.set(
      line.number,
      line.kind === "task" ? { depth: 1, task: names.get(line.number) ?? "" } : { depth: depth + 1, task },
    );
    return line.kind === "task" ? [] : [{ line, under, key: JSON.stringify([...structureOf(line, depth), task]) }];
  });
}

function textEffect(kind: "text.removed" | "text.inserted", note: string, found: TextLine | undefined): PlacedEffect[] {
  if (!found) return [];
  const { line, under } = found;
  const effect: Effect = {
    kind,
    note,
    section: line.section,
    text: line.text,
    ...(under ? { parent: under.text } : {}),
  };
  return [{ note, line: line.number, effect }];
}
