import { isDeepStrictEqual } from "node:util";
import { parseNote } from "vivavoce/world";
import { withFields } from "../vault/front-matter.ts";
import type { TFile } from "./files.ts";
import type { Vault } from "./vault.ts";

export class FileManager {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Lets a function change a note's front matter in place. If it throws, the note stays as it was. */
  async processFrontMatter(file: TFile, change: (frontmatter: Record<string, unknown>) => void): Promise<void> {
    await this.#vault.process(file, (text) => {
      const before: Record<string, unknown> = parseNote(text).frontMatter;
      const after = structuredClone(before);
      change(after);
      const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
      const changed = [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key]));
      return changed.length === 0
        ? text
        : withFields(text, Object.fromEntries(changed.map((key) => [key, after[key]])));
    });
  }

  async renameFile(file: TFile, newPath: string): Promise<void> {
    await this.#vault.rename(file, newPath);
  }
}
