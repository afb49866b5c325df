import { safeLine } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";

/**
 * An effect as a sentence, on one line and safe to print.
 *
 * @example showEffect(effect); // "Projects/Garden.md status live → archived"
 */
export function showEffect(effect: Effect): string {
  switch (effect.kind) {
    case "note.created":
      return `${name(effect.note)} was created`;
    case "note.deleted":
      return `${name(effect.note)} was deleted`;
    case "note.renamed":
      return `${name(effect.from)} was renamed to ${name(effect.note)}`;
    case "frontmatter.set":
      return `${name(effect.note)} ${name(effect.key)} ${change(effect.from, effect.to)}`;
    case "frontmatter.removed":
      return `${name(effect.note)} ${name(effect.key)} was removed (it was ${shown(effect.from)})`;
    case "task.added":
      return `${quoted(effect.text)} was added to ${place(effect)} (${name(effect.box)})`;
    case "task.deleted":
      return `${quoted(effect.text)} was deleted from ${place(effect)} (${name(effect.box)})`;
    case "task.status":
      return `${quoted(effect.text)} in ${place(effect)} ${name(effect.from)} → ${name(effect.to)}`;
    case "task.moved":
      return `${quoted(effect.text)} was moved ${way(effect)}`;
    case "task.edited":
      return `${quoted(effect.from)} in ${place(effect)} was changed to ${quoted(effect.to)}`;
    case "text.inserted":
      return `${quoted(effect.text)} was written into ${place(effect)}`;
    case "text.removed":
      return `${quoted(effect.text)} was removed from ${place(effect)}`;
    case "file.created":
      return `${name(effect.file)} was created${effect.executable ? ", executable" : ""}`;
    case "file.deleted":
      return `${name(effect.file)} was deleted`;
    case "file.changed":
      return `${name(effect.file)} was changed${changedLines(effect)}`;
    case "file.renamed":
      return `${name(effect.from)} was renamed to ${name(effect.file)}`;
    case "file.mode":
      return `${name(effect.file)} ${effect.from} → ${effect.to}`;
    case "value.set":
      return `${pointed(effect.pointer)} ${change(effect.from, effect.to)}`;
    case "value.added":
      return `${pointed(effect.pointer)} was added: ${shown(effect.to)}`;
    case "value.removed":
      return `${pointed(effect.pointer)} was removed (it was ${shown(effect.from)})`;
  }
}

function name(text: string): string {
  return safeLine(text, 160);
}

function quoted(text: string): string {
  return `“${safeLine(text, 160)}”`;
}

function place({ note, section, parent }: { note: string; section: string; parent?: string | undefined }): string {
  const below = parent === undefined ? "" : ` below ${quoted(parent)}`;
  return `${section === "" ? name(note) : `${name(note)} under ${name(section)}`}${below}`;
}

function way(effect: Extract<Effect, { kind: "task.moved" }>): string {
  const { note, section, parent, fromNote, fromSection, fromParent } = effect;
  const top = (title: string) => (title === "" ? "the top" : name(title));
  const below = (item: string) => (item === "" ? "no other item" : quoted(item));
  if (note === fromNote && section === fromSection) {
    const rehung = parent === undefined ? "" : ` from below ${below(fromParent ?? "")} to below ${below(parent)}`;
    return `within ${place({ note, section })}${rehung}`;
  }
  if (note === fromNote) return `in ${name(note)} from ${top(fromSection)} to ${top(section)}`;
  return `from ${place({ note: fromNote, section: fromSection })} to ${place({ note, section })}`;
}

function changedLines({ removed, inserted }: Extract<Effect, { kind: "file.changed" }>): string {
  if (!removed || !inserted) return "";
  const lines = (count: number) => (count === 1 ? "1 line" : `${count} lines`);
  return ` (${lines(removed.length)} removed, ${inserted.length} inserted)`;
}

function pointed(pointer: string): string {
  return pointer === "" ? "the whole value" : name(pointer);
}

function change(from: unknown, to: unknown): string {
  return from === undefined ? `was set to ${shown(to)}` : `${shown(from)} → ${shown(to)}`;
}

/** A plain word as it stands, other text in quotation marks, so that “2” is told from 2; the rest as JSON. */
function shown(value: unknown): string {
  if (typeof value !== "string") return safeLine(json(value), 160);
  const plain = /^\p{L}[\p{L}\p{N}._/-]*$/u.test(value) && !["true", "false", "null"].includes(value);
  return plain ? name(value) : quoted(value);
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "a value too deep to show";
  }
}
