import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { relatives } from "../name/stop-words.ts";
import { clauseAt, clauseEnd } from "./clauses.ts";

/** How the caller stands to a value: `chosen` is the one to use, `other` belongs to something or somebody else. */
export type Standing = "own" | "chosen" | "other" | "theirs" | "out";

const past =
  /\b(?:was|were|used to|old|former|previous(?:ly)?|formerly|before|moved (?:from|out)|sold|lived|switched from|had|disconnected|no longer|out of service|expired|last year|last time|renting|staying|leaving|ago)\b/;
/** What others do with a value: "drivers always go north". */
const habit = /\b(?:always|usually|often|everybody|everyone|people|folks|drivers|gps|maps|by mistake)\b/;
const refused = /\b(?:not|never|don't|isn't|won't|instead of|rather than|wrong)\b/;
const notThis =
  /\b(?:not|never) (?:my|the|on|at|that|this|his|her)\b|\b(?:don't|do not|never) (?:use|call|text|ring|send|go|come|put|try)\b/;
const chosen =
  /\b(?:use|call|text|ring|reach|try|send|ship|deliver|go|come|coming|put|make it|change it|switch it|update it|book it|now|instead|should be|is where|the (?:job|work|house|problem|leak|unit|party|delivery|service)(?:'s| is)|want|need|prefer|better|best|take|calling for|booking for|this is for|it's for|it's really|actually)\b/;
const other =
  /\b(?:billing|bills?|mail(?:ing)?|invoices?|office|work|shop|fax|landline|home phone|emergency|backup|other|second|alternate|spare|weekends?|evenings?|corner|across|next door|behind|neighbou?rs?|gate|(?<!area )code|account|order|member|po box)\b/;
/** Where a number rings, or which address it is. */
const ends = [/\b(?:cell|mobile)\b/, /\b(?:house|home|landline)\b/, /\b(?:work|office)\b/];

/** How the caller stands to what is said at a place; `last` and `following` are where the values around it end and begin. */
export function roleAt(
  tokens: readonly Token[],
  { at, next }: TokenSpan,
  {
    question,
    last = 0,
    following = tokens.length,
  }: { question: string; last?: number | undefined; following?: number | undefined },
): Standing {
  const from = Math.max(last, clauseAt(tokens, at));
  const own = wordsOf(tokens, { at: from, next: at });
  // "Don't call the house, that's 404 555 0111", "not my cell, 503 555 0102"
  const [lead = ""] = /^(?:(?:that|which)\b.*)?$/.test(own) ? leadOf(wordsOf(tokens, { at: last, next: from })) : [];
  const before = notThis.test(lead) ? `${lead} ${own}` : own;
  const behind = wordsOf(tokens, { at: next, next: Math.min(clauseEnd(tokens, next), following) });
  const words = `${before} … ${behind}`;
  if (
    isNegated(tokens, at) ||
    refused.test(before) ||
    past.test(before) ||
    habit.test(before) ||
    /^(?:was|used to|is (?:the )?(?:old|wrong)|isn't|doesn't)\b/.test(behind)
  )
    return "out";
  const isBill = /\b(?:bills?|billing|invoices?)\b/.test(before) && !/\bbill/i.test(question);
  if (isBill) return "other";
  if (chosen.test(before) || (own === "" && chosen.test(lead) && !refused.test(lead))) return "chosen";
  const [asked, told] = [question.toLowerCase(), words].map((text) => ends.findIndex((end) => end.test(text)));
  if (asked !== -1 && told !== -1) return asked === told ? "chosen" : "other";
  const [purpose] = other.exec(words) ?? [];
  if (purpose !== undefined) return question.toLowerCase().includes(purpose) ? "chosen" : "other";
  if (relatives.test(words) || /\b(?:his|her|hers|their|theirs)\b/.test(words)) return "theirs";
  return "own";
}

/** The clause before a place, if no sentence ends between the two. */
const leadOf = (words: string) =>
  /[.?!;] ?$/.test(words)
    ? []
    : words
        .split(/[,.?!;]/)
        .filter((clause) => clause.trim() !== "")
        .slice(-1);

/** Of several values the one that counts, if only one can. */
export function winnerOf<Some extends { role: Standing; isPut: boolean }>(
  values: readonly Some[],
  isSame: (one: Some, other: Some) => boolean,
  asksYours: boolean,
): Some | undefined {
  const put = values.findLastIndex(({ isPut }) => isPut);
  const standing = values
    .slice(Math.max(0, put))
    .filter((one) => one.role !== "out" && !values.some((other) => other.role === "out" && isSame(other, one)));
  for (const role of ["chosen", "own"] as const) {
    const [first, ...others] = standing.filter((one) => one.role === role);
    // Of "mine" and "hers", the question has to tell which is wanted.
    if (role === "own" && standing.some((one) => one.role === "theirs") && !asksYours) return undefined;
    if (first) return others.every((one) => isSame(one, first)) ? first : undefined;
  }
  const [only, ...more] = standing;
  return more.length === 0 ? only : undefined;
}
