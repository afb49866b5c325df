import { readHeading } from "./heading.ts";
import { diffLines } from "./line-diff.ts";
import type { Note } from "./note.ts";
import type { NoteLine } from "./note-lines.ts";
import { pairUp } from "./pair-up.ts";

/** The section of a line, with a name that tells two sections of one title apart. */
export type SectionOf = (line: NoteLine) => string;

interface Heading {
  number: number;
  text: string;
  title: string;
}

/**
 * Names the sections of a note before and after, so that the same section has the same name in both: headings are paired
 * in order, and those left over by their titles.
 */
export function pairSections(before: Note, after: Note): { before: SectionOf; after: SectionOf } {
  const [left, right] = [headingsOf(before), headingsOf(after)];
  const { removed, inserted } = diffLines(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
  );
  const [gone, come] = [new Set(removed), new Set(inserted)];
  const kept = left.filter((_, index) => !gone.has(index));
  const stayed = right.filter((_, index) => !come.has(index));
  const others = pairUp(
    removed.flatMap((index) => left[index] ?? []),
    inserted.flatMap((index) => right[index] ?? []),
    ({ title }) => title,
  );
  const pairs = [...kept.map((heading, index) => [heading, stayed[index]] as const), ...others.pairs];
  const names = new Map(pairs.map(([from, to]) => [to?.number, String(from.number)]));
  return {
    before: sections(before, left, ({ number }) => String(number)),
    after: sections(after, right, ({ number }) => names.get(number) ?? `new ${number}`),
  };
}

/** The sections of a note that exists on one side only. */
export function ownSections(note: Note): SectionOf {
  return sections(note, headingsOf(note), ({ number }) => String(number));
}

function headingsOf({ lines }: Note): Heading[] {
  return lines.flatMap(({ kind, number, text }) => {
    const title = kind === "heading" ? readHeading(text) : undefined;
    return title === undefined ? [] : [{ number, text, title }];
  });
}

function sections({ lines }: Note, headings: readonly Heading[], nameOf: (heading: Heading) => string): SectionOf {
  const names = new Map<number, string>();
  let next = 0;
  let name = "top";
  for (const { number } of lines) {
    names.set(number, name);
    const heading = headings[next];
    if (heading?.number !== number) continue;
    name = nameOf(heading);
    next += 1;
  }
  return ({ number }) => names.get(number) ?? "top";
}
