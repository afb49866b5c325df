import { useContext, useEffect, useRef, useState } from "react";
import type { AnswerOf, Load } from "../data/load.ts";
import { Source } from "../data/use-answer.ts";

export type CaseRow = AnswerOf<"rows">["rows"][number];
export type RowTrial = CaseRow["trials"][number];

/** The rows of a suite so far. */
export interface Rows {
  rows: readonly CaseRow[];
  /** How many there will be when all pages are here. */
  total: number;
  loading: boolean;
  error: string | undefined;
}

/** The pages after the first are fetched while the reader looks at it, so they may be long. */
const laterPages = 2_500;
/**
 * A live run is written all the time. Its rows are read anew at most so often, and the larger it is, the less often: the
 * reading must not take the machine from the run.
 */
const pauseMs = 1_000;
const restful = 4;

const none: Rows = { rows: [], total: 0, loading: true, error: undefined };

/** All rows of a suite: the first page at once, the rest in the background; again whenever `version` changes. */
export function useRows(run: string, suite: number, version: number): Rows {
  const load = useContext(Source);
  const [state, setState] = useState<Rows & { of?: string }>(none);
  const of = `${suite} ${run}`;
  const wanted = useRef(version);
  wanted.current = version;
  const wake = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const keep = (rows: Rows) => {
      if (!stop.signal.aborted) setState({ ...rows, of });
    };
    void follow();
    async function follow() {
      let again = false;
      while (!stop.signal.aborted) {
        const seen = wanted.current;
        const began = performance.now();
        await readAll(load, { run, suite, signal: stop.signal, again }, keep).catch((error: Error) => {
          if (!stop.signal.aborted)
            setState((now) => ({ ...(now.of === of ? now : none), of, loading: false, error: error.message }));
        });
        const ended = performance.now();
        again = true;
        if (wanted.current === seen && !stop.signal.aborted)
          await new Promise<void>((resolve) => {
            wake.current = resolve;
            stop.signal.addEventListener("abort", () => resolve());
          });
        else await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, restful * (ended - began))));
      }
    }
    return () => stop.abort();
  }, [load, run, suite, of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version wakes the reader above.
  useEffect(() => wake.current?.(), [version]);
  return state.of === of ? state : none;
}

interface Reading {
  run: string;
  suite: number;
  signal: AbortSignal;
  /** Rows are shown already: they stay until the new ones are complete, so that nothing jumps. */
  again: boolean;
}

async function readAll(load: Load, { run, suite, signal, again }: Reading, keep: (rows: Rows) => void): Promise<void> {
  const rows = new Map<string, CaseRow>();
  let after: number | undefined;
  do {
    const page = await load(
      "rows",
      after === undefined ? { run, suite } : { run, suite, after, limit: laterPages },
      signal,
    );
    // While a run goes on, a case may move from one page to the next.
    for (const row of page.rows) rows.set(row.id, row);
    after = page.next;
    const complete = after === undefined;
    if (complete || !again)
      keep({ rows: [...rows.values()], total: Math.max(page.total, rows.size), loading: !complete, error: undefined });
  } while (after !== undefined && !signal.aborted);
}
