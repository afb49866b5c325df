import { useContext, useEffect, useState } from "react";
import { Source } from "../data/use-answer.ts";

/** The cases whose conversation has a text. */
export interface Found {
  ids: ReadonlySet<string> | undefined;
  state: "idle" | "searching" | "failed";
}

const idle: Found = { ids: undefined, state: "idle" };
/** Ids, titles and tags are searched at once; the conversations a moment later. */
const pauseMs = 30;

/** Searches the conversations of a suite. */
export function useFound(run: string, suite: number, text: string, version: number): Found {
  const load = useContext(Source);
  const wanted = text.trim();
  const [state, setState] = useState<Found & { of?: string }>(idle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have new replies.
  useEffect(() => {
    if (wanted === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      load("search", { run, suite, text: wanted }, stop.signal).then(
        ({ cases }) => setState({ of: wanted, ids: new Set(cases), state: "idle" }),
        () => {
          if (!stop.signal.aborted) setState({ of: wanted, ids: undefined, state: "failed" });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, run, suite, wanted, version]);
  if (wanted === "") return idle;
  return state.of === wanted ? state : { ids: undefined, state: "searching" };
}
