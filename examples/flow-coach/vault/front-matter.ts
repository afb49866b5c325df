import { isMap, parseDocument } from "yaml";

const block = /^---[ \t]*\r?\n([\s\S]*?\r?\n)??---[ \t]*(?:\r?\n|$)/;

/** A note whose front matter cannot be read cannot be changed either: a guess would lose what stands there. */
export class UnreadableFrontMatter extends Error {
  override readonly name = "UnreadableFrontMatter";
}

/** The text of a note below its front matter. */
export function bodyOf(text: string): string {
  return text.slice(block.exec(text)?.[0].length ?? 0);
}

/**
 * The note with fields of its front matter set, or taken out where the value is undefined. Comments, and the order of
 * the other fields, stay as they are; without any field left the block goes.
 */
export function withFields(text: string, fields: Readonly<Record<string, unknown>>): string {
  const [, yaml = ""] = block.exec(text) ?? [];
  const document = parseDocument(yaml);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new UnreadableFrontMatter("its front matter is not a YAML mapping");
  }
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) document.delete(key);
    else document.set(key, document.createNode(value));
  }
  const isEmpty = !isMap(document.contents) || document.contents.items.length === 0;
  return isEmpty ? bodyOf(text) : `---\n${document.toString({ lineWidth: 0 })}---\n${bodyOf(text)}`;
}
