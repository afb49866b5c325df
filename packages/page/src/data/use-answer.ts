import { createContext, useContext, useEffect, useState } from "react";
import { requestKey } from "../../../vivavoce/src/report/views/request-key.ts";
import { type AnswerName, type AnswerOf, fromServer, type Load, type QueryOf } from "./load.ts";

/** The source of all data below it in the tree. */
export const Source = createContext<Load>(fromServer);

/** An answer while it is awaited, and after. A newer one replaces it without a gap; if that fails, it stays beside the error. */
export interface Awaited<Answer> {
  answer: Answer | undefined;
  error: string | undefined;
}

/** Asks for a view, and again whenever the query or `version` changes; not at all while there is no query. */
export function useAnswer<Name extends AnswerName>(
  name: Name,
  query: QueryOf<Name> | undefined,
  version: unknown = undefined,
): Awaited<AnswerOf<Name>> {
  const load = useContext(Source);
  const [state, setState] = useState<Awaited<AnswerOf<Name>> & { key?: string | undefined }>({
    answer: undefined,
    error: undefined,
  });
  const key = query === undefined ? undefined : requestKey(name, query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query.
  useEffect(() => {
    if (query === undefined) return;
    const stop = new AbortController();
    load(name, query, stop.signal).then(
      (answer) => setState({ key, answer, error: undefined }),
      (error: Error) => {
        if (!stop.signal.aborted)
          setState((before) => ({ key, answer: before.key === key ? before.answer : undefined, error: error.message }));
      },
    );
    return () => stop.abort();
  }, [load, key, version]);
  // What was asked before is not shown under another address.
  return state.key === key ? state : { answer: undefined, error: undefined };
}
