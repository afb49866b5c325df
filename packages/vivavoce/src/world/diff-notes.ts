import { canonicalJson, type JsonObject, sameJson } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";
import { diffTasks, type PlacedTask } from "./diff-tasks.ts";
import { readHeading } from "./heading.ts";
import { diffItems } from "./line-diff.ts";
import { bodyKey, bodyOf, type Note, parentsIn, parseNote, structureOf, tasksOf } from "./note.ts";
import type { NoteLine } from "./note-lines.ts";
import { fileName, onlyIn, type Pairing, pairByLikeness, pairUp } from "./pair-up.ts";

/**
 * What changed between two sets of markdown notes (path → text), by note and line. Notes are compared in their canonical
 * form: white space, line ends, the order of front matter keys and of tasks within a section do not count as a change.
 * A created or deleted note is one effect with its content; tasks that moved from or to another note have their own.
 * A renamed note keeps its body; its front matter is compared.
 *
 * @example
 * diffNotes({ "Inbox.md": "- [ ] Call Ada" }, { "Inbox.md": "- [x] Call Ada" });
 * // [{ kind: "task.status", note: "Inbox.md", section: "", text: "Call Ada", from: "open", to: "done" }]
 */
export function diffNotes(before: Record<string, string>, after: Record<string, string>): Effect[] {
  const changed = Object.entries(before).flatMap(([path, text]) => {
    const other = Object.hasOwn(after, path) ? after[path] : undefined;
    return other === undefined || other === text ? [] : [{ path, before: parseNote(text), after: parseNote(other) }];
  });
  const { pairs: renamed, before: deleted, after: created } = matchNotes(before, after);
  const whole: Effect[] = [
    ...created.map((note): Effect => ({ kind: "note.created", note: note.path, ...contentOf(note) })),
    ...deleted.map((note): Effect => ({ kind: "note.deleted", note: note.path, ...contentOf(note) })),
    ...renamed.map(([from, to]): Effect => ({ kind: "note.renamed", note: to.path, from: from.path })),
  ];
  const frontMatter = [
    ...changed.flatMap((note) => diffFrontMatter(note.path, note.before.frontMatter, note.after.frontMatter)),
    ...renamed.flatMap(([from, to]) => diffFrontMatter(to.path, from.note.frontMatter, to.note.frontMatter)),
  ];
  const sides = changed.map(({ path, before: earlier, after: later }) => {
    const sections = pairSections(earlier, later);
    return {
      path,
      before: { note: earlier, tasks: placeTasks(path, earlier, sections.before) },
      after: { note: later, tasks: placeTasks(path, later, sections.after) },
    };
  });
  const tasks = diffTasks(
    { inKept: sides.flatMap((side) => side.before.tasks), inWhole: deleted.flatMap(tasksIn) },
    { inKept: sides.flatMap((side) => side.after.tasks), inWhole: created.flatMap(tasksIn) },
  );
  const text = sides.flatMap((side) => diffText(side.path, side.before, side.after, tasks.partners));
  return effectsInOrder([...[...whole, ...frontMatter].map(atTop), ...tasks.effects, ...text]);
}

function tasksIn({ path, note }: PlacedNote) {
  return placeTasks(path, note, ownSections(note));
}

function contentOf(placed: PlacedNote) {
  const tasks = tasksIn(placed).map(({ task: { section, text, box }, parent }) => {
    return { section, text, box, ...(parent === undefined ? {} : { parent }) };
  });
  return { frontMatter: placed.note.frontMatter, body: bodyOf(placed.text), tasks };
}

function atTop(effect: Effect) {
  return { note: "note" in effect ? effect.note : "", line: 0, effect };
}

/** What changed in a note's front matter, compared as data: the order of keys and the notation do not count. */
function diffFrontMatter(note: string, before: JsonObject, after: JsonObject): Effect[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].sort().flatMap((key): Effect[] => {
    const from = Object.hasOwn(before, key) ? before[key] : undefined;
    const to = Object.hasOwn(after, key) ? after[key] : undefined;
    if (to === undefined) return from === undefined ? [] : [{ kind: "frontmatter.removed", note, key, from }];
    if (from === undefined) return [{ kind: "frontmatter.set", note, key, to }];
    return sameJson(from, to) ? [] : [{ kind: "frontmatter.set", note, key, from, to }];
  });
}

/** A note with its path. */
interface PlacedNote {
  path: string;
  text: string;
  note: Note;
}

/**
 * Which note became which. A deleted and a created note with the same body are one renamed note. If several have that
 * body, those with the same front matter and file name are paired first. Empty bodies are not compared.
 */
function matchNotes(before: Record<string, string>, after: Record<string, string>): Pairing<PlacedNote> {
  const read = ([path, text]: [string, string]): PlacedNote => ({ path, text, note: parseNote(text) });
  const key = ({ path, note }: PlacedNote, ...more: string[]) =>
    JSON.stringify(note.lines.length === 0 ? { path } : [bodyKey(note), ...more]);
  return pairByLikeness(onlyIn(before, after).map(read), onlyIn(after, before).map(read), [
    (one) => key(one, canonicalJson(one.note.frontMatter), fileName(one.path)),
    (one) => key(one, canonicalJson(one.note.frontMatter)),
    (one) => key(one, fileName(one.path)),
    (one) => key(one),
  ]);
}

/** A note with its tasks, at one moment. */
interface TextSide {
  note: Note;
  tasks: readonly PlacedTask[];
}

/**
 * All lines that are not tasks; a heading is a line like any other. A line that is nested elsewhere, by its indentation,
 * is another line.
 */
function diffText(path: string, before: TextSide, after: TextSide, partners: ReturnType<typeof diffTasks>["partners"]) {
  const names = new Map<PlacedTask | undefined, number>();
  for (const one of before.tasks) names.set(partners.get(one), one.task.number);
  const left = textIn(before, ({ task }) => String(task.number));
  const right = textIn(after, (one) => String(names.get(one) ?? `new ${one.task.number}`));
  const { before: removed, after: inserted } = diffItems(left, right, ({ key }) => key);
  return [
    ...removed.map((line) => textEffect("text.removed", path, line)),
    ...inserted.map((line) => textEffect("text.inserted", path, line)),
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

function textEffect(kind: "text.removed" | "text.inserted", note: string, { line, under }: TextLine) {
  const { section, text, number } = line;
  return { note, line: number, effect: { kind, note, section, text, ...(under ? { parent: under.text } : {}) } };
}

/** The section of a line, with a name that tells two sections of one title apart. */
type SectionOf = (line: NoteLine) => string;

interface Heading {
  number: number;
  text: string;
  title: string;
}

/**
 * Names the sections of a note before and after, so that the same section has the same name in both: headings are paired
 * in order, and those left over by their titles.
 */
function pairSections(before: Note, after: Note): { before: SectionOf; after: SectionOf } {
  const [left, right] = [headingsOf(before), headingsOf(after)];
  const inOrder = diffItems(left, right, ({ text }) => text);
  const others = pairUp(inOrder.before, inOrder.after, ({ title }) => title);
  const names = new Map([...inOrder.pairs, ...others.pairs].map(([from, to]) => [to.number, String(from.number)]));
  return {
    before: sections(before, left, ({ number }) => String(number)),
    after: sections(after, right, ({ number }) => names.get(number) ?? `new ${number}`),
  };
}

/** The sections of a note that exists on one side only. */
function ownSections(note: Note): SectionOf {
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

/** By note, then by line, removals before additions; otherwise in the order given. */
function effectsInOrder(effects: ReturnType<typeof diffTasks>["effects"]): Effect[] {
  return effects
    .toSorted((a, b) => {
      if (a.note !== b.note) return a.note < b.note ? -1 : 1;
      return a.line - b.line || Number(isLoss(b.effect)) - Number(isLoss(a.effect));
    })
    .map(({ effect }) => effect);
}

function isLoss({ kind }: Effect): boolean {
  return kind === "task.deleted" || kind === "text.removed";
}

/** The tasks of a note, each with its place. */
function placeTasks(path: string, note: Note, sectionOf: (line: NoteLine) => string): PlacedTask[] {
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
