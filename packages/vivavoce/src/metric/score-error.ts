import { sentencesOf } from "../base/index.ts";

/** V8's messages for changing something frozen: a field, a list, a deletion, a definition. */
const changedFrozen = /read only property|object is not extensible|^Cannot (?:delete|add|redefine|define) property/;

/** What a metric threw, in words. If it tried to change what it was given, the message says what to do instead. */
export function errorReason(error: unknown): string {
  const reason = sentencesOf(error);
  if (!(error instanceof TypeError) || !changedFrozen.test(reason)) return reason;
  return `${reason}. A metric cannot change the transcript or the case that it is given, since other metrics read them too: take a copy, such as structuredClone(transcript) or list.toSorted()`;
}
