import type { ViewAnswers } from "../../../vivavoce/dist/report/views/views.js";
import { requestKey } from "../../../vivavoce/src/report/views/request-key.ts";
import { findIn, searchIn } from "./search-blocks.ts";

/** The names of what can be asked for. */
export type AnswerName = keyof ViewAnswers;
export type QueryOf<Name extends AnswerName> = ViewAnswers[Name]["query"];
export type AnswerOf<Name extends AnswerName> = ViewAnswers[Name]["answer"];

/** Where the page's data comes from: the server of `viva view`, or the report's own file. */
export type Load = <Name extends AnswerName>(
  name: Name,
  query: QueryOf<Name>,
  signal?: AbortSignal,
) => Promise<AnswerOf<Name>>;

const silent = "The server does not answer. Start `viva view` again, then reload this page.";

/** Asks the server. If it refuses, the error has its words. */
export const fromServer: Load = async (name, query, signal) => {
  const response = await fetch(`api/${requestKey(name, query)}`, signal ? { signal } : {}).catch((error: unknown) => {
    throw signal?.aborted ? error : new Error(silent);
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok || body === undefined) throw new Error(body?.error ?? `The server answered ${response.status}.`);
  return body;
};

/** Reads the answers that a report carries. */
export function fromDocument(page: Document): Load {
  return async (name, query) => {
    // A search has no answer beforehand: it goes through the conversations of the file, once what was typed is shown.
    if (name === "search") await new Promise((resolve) => setTimeout(resolve, 15));
    if (name === "search") return searchIn(page, query as QueryOf<"search">) as never;
    if (name === "find") return findIn(page, query as QueryOf<"find">) as never;
    const text = page.getElementById(requestKey(name, query))?.textContent;
    if (!text) throw new Error("This report does not hold that. `viva view` shows it if the run is in the store.");
    return JSON.parse(text);
  };
}
