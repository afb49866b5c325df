import { matchesGlob } from "node:path/posix";
import { didYouMean, type Problem } from "../base/index.ts";
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
  /** The ids and tags that there are, by flag. */
  readonly #known = { case: new Set<string>(), tag: new Set<string>() };

  constructor({ cases, tags }: Pick<RunOptions, "cases" | "tags">) {
    this.#cases = new Set(cases);
    this.#tags = new Set(tags);
  }

  /** Takes note of a case, selected or not. */
  see(testCase: Case): void {
    if (this.#cases.size > 0) this.#known.case.add(testCase.id);
    for (const wanted of this.#cases) if (isMeant(wanted, testCase)) this.#cases.delete(wanted);
    for (const tag of this.#tags.size > 0 ? caseTags(testCase) : []) {
      this.#known.tag.add(tag);
      this.#tags.delete(tag);
    }
  }

  /** What no case has matched. */
  unmet(): Problem[] {
    const otherwise = "Correct it, or leave it out. `viva list --cases` shows the cases and their tags.";
    const unmet = { case: this.#cases, tag: this.#tags };
    return (["case", "tag"] as const).flatMap((flag) =>
      [...unmet[flag]].map((name) => ({
        message: `--${flag} ${name} matches no case`,
        remedy: didYouMean(name, this.#known[flag], otherwise),
      })),
    );
  }
}
