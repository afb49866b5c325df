import { useContext, useEffect, useState } from "react";
import { neighbours, rememberOrder } from "../data/case-order.ts";
import { Source } from "../data/use-answer.ts";
import type { CaseAddress } from "./case-address.ts";

/** The cases before and after this one: in the list that the reader came from, otherwise in the run's own order. */
export function useNeighbours({ run, suite, case: id }: CaseAddress): { before?: string; after?: string } {
  const load = useContext(Source);
  const known = neighbours(run, suite, id);
  const isKnown = known.before !== undefined || known.after !== undefined;
  const [, tellLoaded] = useState(0);
  useEffect(() => {
    if (isKnown) return;
    const stop = new AbortController();
    load("rows", { run, suite }, stop.signal).then(
      ({ rows }) => {
        rememberOrder(
          run,
          suite,
          rows.map((row) => row.id),
        );
        tellLoaded((count) => count + 1);
      },
      // Without the list there is no way to the next case, and nothing else is missing.
      () => {},
    );
    return () => stop.abort();
  }, [load, run, suite, isKnown]);
  return known;
}
