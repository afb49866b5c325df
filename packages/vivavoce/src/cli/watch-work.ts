import { listed } from "../base/index.ts";
import type { WatchedSuite } from "./watch-list.ts";

/** The part of a suite to play again: some cases, or everything. */
export interface WorkOnSuite {
  file: string;
  name: string;
  cases: "all" | string[];
}

/**
 * What to play after files have changed. Code, prompts or config: the whole suite. A case file: its changed cases, or
 * all of them if none differs, because a user who saves a file wants to see it played. A tape: its case.
 */
export function workAfter(
  before: readonly WatchedSuite[],
  after: readonly WatchedSuite[],
  changed: readonly string[],
): WorkOnSuite[] {
  return after.flatMap((suite): WorkOnSuite[] => {
    const earlier = before.find(({ file }) => file === suite.file);
    const { file, name } = suite;
    if (!earlier || changed.some((path) => earlier.whole.includes(path) || suite.whole.includes(path))) {
      return [{ file, name, cases: "all" }];
    }
    const cases = changed.flatMap((path) => casesConcerned(earlier, suite, path));
    return cases.length === 0 ? [] : [{ file, name, cases: [...new Set(cases)] }];
  });
}

function casesConcerned(before: WatchedSuite, after: WatchedSuite, path: string): string[] {
  const taped = after.tapes.get(path);
  if (taped !== undefined) return [taped];
  const inFile = [...after.cases].filter(([, { file }]) => file === path);
  const different = inFile.filter(([id, { hash }]) => before.cases.get(id)?.hash !== hash);
  return (different.length > 0 ? different : inFile).map(([id]) => id);
}

/** "flow-coach (2 cases: inbox, garden), receptionist" */
export function showWork(work: readonly WorkOnSuite[]): string {
  return work.map(({ name, cases }) => (cases === "all" ? name : `${name} (${listed(cases, 3)})`)).join(", ");
}
