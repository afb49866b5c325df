import { useEffect } from "react";
import { useAnswer } from "./use-answer.ts";

/** The cases of a suite as the reader last saw them listed, so that the page of a case can lead to the next one. */
let last: { run: string; suite: number; ids: readonly string[] } | undefined;

export function rememberOrder(run: string, suite: number, ids: readonly string[]): void {
  last = { run, suite, ids };
}

/** The cases before and after this one: in the list that the reader came from, otherwise in the run's own order. */
export function useNeighbours({ run, suite, case: id }: { run: string; suite: number; case: string }) {
  const isKnown = last?.run === run && last.suite === suite && last.ids.includes(id);
  // Without the list there is no way to the next case, and nothing else is missing.
  const { answer } = useAnswer("rows", isKnown ? undefined : { run, suite });
  const ids = isKnown && last ? last.ids : (answer?.rows.map((row) => row.id) ?? []);
  useEffect(() => {
    if (ids.length > 0) rememberOrder(run, suite, ids);
  }, [run, suite, ids]);
  const at = ids.indexOf(id);
  return at < 0 ? {} : { before: ids[at - 1], after: ids[at + 1] };
}
