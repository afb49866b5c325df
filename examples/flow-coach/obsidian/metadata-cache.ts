import { type MarkdownWorld, type NoteLine, parseNote } from "vivavoce/world";
import type { TFile } from "./files.ts";
import type { Vault } from "./vault.ts";

interface Position {
  /** Lines are counted from 0, as Obsidian does. */
  start: { line: number };
  end: { line: number };
}

/** What Obsidian knows of a note without its text; a part that the note does not have is left out. */
export interface CachedMetadata {
  frontmatter?: Record<string, unknown>;
  headings?: { heading: string; level: number; position: Position }[];
  listItems?: { task: string; position: Position }[];
}

const boxCharacters = new Map([
  ["open", " "],
  ["waiting", "w"],
  ["done", "x"],
]);

export class MetadataCache {
  readonly #notes: MarkdownWorld;
  readonly #vault: Vault;

  constructor(notes: MarkdownWorld, vault: Vault) {
    this.#notes = notes;
    this.#vault = vault;
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.getCache(file.path);
  }

  getCache(path: string): CachedMetadata | null {
    if (this.#vault.getFileByPath(path) === null) return null;
    const { frontMatter, lines } = parseNote(this.#notes.read(path));
    const headings = lines.filter(({ kind }) => kind === "heading").map(headingOf);
    const listItems = lines.flatMap((line) =>
      line.kind === "task" ? [{ task: boxCharacters.get(line.box) ?? line.box, position: positionOf(line) }] : [],
    );
    return {
      ...(Object.keys(frontMatter).length > 0 ? { frontmatter: frontMatter } : {}),
      ...(headings.length > 0 ? { headings } : {}),
      ...(listItems.length > 0 ? { listItems } : {}),
    };
  }

  /** The note that a `[[link]]` leads to: by its path, or by its name wherever it lies. */
  getFirstLinkpathDest(linkpath: string, _sourcePath: string): TFile | null {
    const files = this.#vault.getMarkdownFiles();
    const target = linkpath.replace(/\.md$/, "");
    return (
      files.find(({ path }) => path === `${target}.md`) ?? files.find(({ basename }) => basename === target) ?? null
    );
  }
}

function headingOf(line: NoteLine): { heading: string; level: number; position: Position } {
  const [, marks = "", heading = ""] = /^(#+) ?(.*?)[ #]*$/.exec(line.text) ?? [];
  return { heading, level: marks.length, position: positionOf(line) };
}

function positionOf({ number }: NoteLine): Position {
  return { start: { line: number - 1 }, end: { line: number - 1 } };
}
