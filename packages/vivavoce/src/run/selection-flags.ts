import { matchesGlob } from "node:path/posix";
import type { Problem } from "../base/index.ts";
import { type Case, caseTags } from "../shape/index.ts";
import type { RunOptions } from "./options.ts";

/** Whether `--case` with this id or glob means a case. */
export function isMeant(wanted: string, { id }: Case): boolean {
  return wanted === id || matchesGlob(id, wanted);
}

/**
 * What `--case` and `--tag` name, over all suites of a run. One that no case matches is misspelt, or names a case that is
 * gone: the others would pass without it.
 */
export class SelectionFlags {
  readonly #cases: Set<string>;
  readonly #tags: Set<string>;

  constructor({ cases, tags }: Pick<RunOptions, "cases" | "tags">) {
    this.#cases = new Set(cases);
    this.#tags = new Set(tags);
  }

  /** Takes note of a case, selected or not. */
  see(testCase: Case): void {
    for (const wanted of this.#cases) if (isMeant(wanted, testCase)) this.#cases.delete(wanted);
    if (this.#tags.size > 0) for (const tag of caseTags(testCase)) this.#tags.delete(tag);
  }

  /** What no case has matched. */
  unmet(): Problem[] {
    const flags = [...[...this.#cases].map((id) => `--case ${id}`), ...[...this.#tags].map((tag) => `--tag ${tag}`)];
    return flags.map((flag) => ({
      message: `${flag} matches no case`,
      remedy: "Correct it, or leave it out. `viva list --cases` shows the cases and their tags.",
    }));
  }
}
