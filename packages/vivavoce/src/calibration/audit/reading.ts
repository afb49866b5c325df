import { hashOf, toJsonValue } from "../../base/index.ts";
import type { Check, Score } from "../../shape/index.ts";

/** What one metric's judge said about one conversation, asked in one way. */
export type Reading =
  | {
      kind: "verdicts";
      verdicts: ReadonlyMap<string, Check>;
      /** What the judge was shown: if it is the same as before, the change did not reach it. */
      shown: string;
    }
  /** There is no valid answer. That is neither agreement nor disagreement. */
  | { kind: "unscored"; reason: string }
  /** The metric has nothing to ask here. */
  | { kind: "skipped" };

/** What a judge was asked, as far as it is read here. */
type Asked = { messages: readonly { content: string }[] };

/** Reads a score, and the requests that were made for it. Checks that code decided are left out. */
export function readingOf(score: Score, requests: readonly Asked[]): Reading {
  if (score.status === "skipped") return { kind: "skipped" };
  if (score.status !== "scored") return { kind: "unscored", reason: score.reason };
  const asked = itemsIn(requests);
  const counted = score.checks.filter(({ status }) => status !== "skipped");
  const judged = counted.filter(({ id }) => asked.has(id));
  if (requests.length === 0) return { kind: "skipped" };
  // A score on a scale has one check for all of its items.
  const verdicts = judged.length === 0 ? counted : judged;
  return { kind: "verdicts", verdicts: new Map(verdicts.map((check) => [check.id, check])), shown: shownIn(requests) };
}

/** The ids of the items in the judge's record. No text in the record can begin a line. */
function itemsIn(requests: readonly Asked[]): Set<string> {
  const texts = requests.flatMap(({ messages }) => messages.map(({ content }) => content ?? ""));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^\{"item":"([^"]+)"/gm)].map(([, id = ""]) => id)));
}

/** The first request only: the following ones depend on the answer. */
function shownIn([first]: readonly Asked[]): string {
  return hashOf(toJsonValue(first?.messages));
}
