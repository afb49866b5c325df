import { isMap, isScalar, visit } from "yaml";
import { isJsonObject, type JsonObject, readYamlText } from "../base/index.ts";
import { canonicalText } from "./heading.ts";
import { type NoteLine, readLines, type TaskLine } from "./note-lines.ts";

/** A larger front matter is not written by a person, so it is read as text. */
const maxLength = 64 * 1024;
const maxDepth = 64;

/** A note's front matter, and where it ends. */
interface FrontMatter {
  data: JsonObject;
  /** How many lines it takes, its two rules included; 0 when there is none. */
  length: number;
}

const none: FrontMatter = { data: {}, length: 0 };

/**
 * The YAML between the `---` in the first line and the next one, as data. If it is not closed, not a mapping or broken, it
 * is read as ordinary text, so reading a note never fails.
 */
function readFrontMatter(lines: readonly string[]): FrontMatter {
  if (lines[0] !== "---") return none;
  const end = lines.indexOf("---", 1);
  if (end === -1) return none;
  const data = parseMapping(lines.slice(1, end).join("\n"));
  return data === undefined ? none : { data, length: end + 1 };
}

function parseMapping(text: string): JsonObject | undefined {
  if (text.length > maxLength) return undefined;
  try {
    // We check for duplicate keys ourselves, because the library is slow on hostile input.
    const [document, second] = readYamlText(text, { uniqueKeys: false }).documents;
    if (!document) return {};
    if (second || document.errors.length > 0) return undefined;
    if (document.contents === null) return {};
    let repeatsKey = false;
    visit(document, {
      Map: (_, map) => {
        const keys = map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
        if (new Set(keys).size === keys.length) return undefined;
        repeatsKey = true;
        return visit.BREAK;
      },
      Scalar: (_, scalar) => {
        if (typeof scalar.value === "number" && !isExact(scalar.value, scalar.source)) scalar.value = scalar.source;
      },
    });
    const { contents } = document;
    if (repeatsKey || !(isMap(contents) || (isScalar(contents) && contents.value === null))) return undefined;
    const data: unknown = document.toJS() ?? {};
    return isJsonObject(data) && isWithinDepth(data, maxDepth) ? data : undefined;
  } catch {
    // Exploding aliases, or nesting deeper than the stack.
    return undefined;
  }
}

/**
 * Whether a number can be compared as a number. `.nan`, `.inf` and integers above 2^53 are kept as written, and so are
 * values that look like a phone number, a postcode or a code: `+49`, `01067`, `0x1f`, `1e3`.
 */
function isExact(value: number, source: string | undefined): boolean {
  if (source !== undefined && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source)) return false;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((field) => isWithinDepth(field, levels - 1));
}

/** A markdown note in its canonical form. */
export interface Note {
  /** The front matter, as data. */
  frontMatter: JsonObject;
  /** The lines below it. */
  lines: NoteLine[];
}

/**
 * Reads a markdown note: front matter as data, then its lines, each under its heading. Never throws.
 * Inside a block of code or a comment nothing is a heading or a task.
 *
 * @example
 * parseNote("# Garden\n- [w] Seeds").lines[1];
 * // { number: 2, section: "Garden", kind: "task", box: "waiting", text: "Seeds" }
 */
export function parseNote(text: string): Note {
  const rows = canonicalText(text).split("\n");
  const frontMatter = readFrontMatter(rows);
  return { frontMatter: frontMatter.data, lines: readLines(rows, frontMatter.length) };
}

/** A note's text without its front matter, as `canonicalText` writes it. */
export function bodyOf(text: string): string {
  const rows = canonicalText(text).split("\n");
  const body = rows.slice(readFrontMatter(rows).length);
  return body.slice(body.findIndex((row) => row !== "")).join("\n");
}

/**
 * The tasks of a note, in order.
 *
 * @example tasksOf(parseNote(vault.read("Inbox.md"))).filter(({ box }) => box === "open")
 */
export function tasksOf(note: Note): TaskLine[] {
  return note.lines.filter((line) => line.kind === "task");
}

/** The item that each line is nested in, if any. */
export function parentsIn({ lines }: Note): (line: NoteLine) => NoteLine | undefined {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return ({ parent }) => (parent === undefined ? undefined : byNumber.get(parent));
}

/** Properties of a line that count as a change besides its text: a heading's underline, and its depth. */
export function structureOf(line: NoteLine, depth: number): (string | number)[] {
  return [line.text, depth, line.kind === "heading" ? 1 : 0];
}

/** A text that is equal for two notes with the same body; "" without a body. */
export function bodyKey(note: Note): string {
  if (note.lines.length === 0) return "";
  const parentOf = parentsIn(note);
  const depths = new Map<number, number>();
  const keys = note.lines.map((line) => {
    const parent = parentOf(line);
    const depth = parent ? (depths.get(parent.number) ?? 0) + 1 : 0;
    depths.set(line.number, depth);
    return line.kind === "task" ? [line.box, line.text, depth] : structureOf(line, depth);
  });
  return JSON.stringify(keys);
}
