import type { FoundValue, SlotKind } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import { tokensOf, without } from "../../../text/tokens.ts";
import { placesInHouse, streetTypes, unitWords } from "../address/street-words.ts";
import { isTakenBack as isNegated } from "../answers/negation.ts";
import { changes, plainWords } from "../left-over/beside.ts";
import { twoWays } from "../left-over/left-over.ts";
import { directionsOf, halvesOf, numbersOf } from "../left-over/words.ts";
import { relatives } from "../name/stop-words.ts";
import { opensWithHomophone } from "../numbers/digit-run.ts";
import { clauseAt, clauseEnd, isTakenBack } from "./clauses.ts";
import { type HeardLine, isCorrected } from "./stances.ts";

/** How the caller stands to a value: `chosen` is the one to use, `other` belongs to something or somebody else. */
type Role = "own" | "chosen" | "other" | "theirs" | "out";

interface Mention extends FoundValue {
  role: Role;
  /** Words of correction stand between it and the one before. */
  isPut: boolean;
}

const past =
  /\b(?:was|were|used to|old|former|previous(?:ly)?|formerly|before|moved (?:from|out)|sold|lived|switched from|had|disconnected|no longer|out of service|expired|last year|last time|renting|staying|ago)\b/;
const refused = /\b(?:not|never|don't|isn't|won't|instead of|rather than|wrong)\b/;
const chosen =
  /\b(?:use|call|text|ring|reach|try|send|ship|deliver|go|come|put|make it|change it|switch it|update it|book it|now|instead|should be|is where|the (?:job|work|house|problem|leak|unit|party|delivery|service)(?:'s| is)|want|need|prefer|better|best|take|calling for|booking for|this is for|it's for|it's really|actually)\b/;
const other =
  /\b(?:billing|bills?|mail(?:ing)?|invoices?|office|work|fax|landline|home phone|emergency|backup|other|second|alternate|spare|weekends?|evenings?|corner|across|next door|behind|neighbou?rs?|gate|code|account|order|member|po box)\b/;
/** Where a number rings, or which address it is. */
const ends = [/\b(?:cell|mobile)\b/, /\b(?:house|home|landline)\b/, /\b(?:work|office)\b/];
const doubts =
  /\b(?:or|either|both|same as|same but|ends? (?:in|with)|except|digits?|last|first|swap|switch(?:ed)? (?:the|around)|backwards|unless|if)\b/;

/**
 * Whether a booked value is the one that the caller's lines settle on, if they give several whole ones: the one that
 * they choose, or the only one that is not past, not ruled out and nobody else's.
 */
export function weighWhole(
  kind: SlotKind,
  value: string,
  lines: readonly HeardLine[],
): "same" | "different" | undefined {
  const booked = kind.normalise(value);
  if (booked === undefined) return undefined;
  const mentions = lines.flatMap((line) => mentionsIn(kind, line) ?? [undefined]);
  const known = mentions.flatMap((one) => (one ? [one] : []));
  if (known.length < mentions.length) return undefined;
  const isSame = (one: string, two: string) => kind.compare(one, two) === "same";
  const values = known.filter(({ value }, at) => !known.slice(0, at).some((before) => isSame(before.value, value)));
  const [single] = values;
  if (!single || (values.length === 1 && !lines.every((line) => settles(kind, line)))) return undefined;
  const winner = winnerOf(
    known,
    isSame,
    lines.some(({ question }) => /\byour\b/i.test(question)),
  );
  if (!winner) return undefined;
  if (kind.adds?.(winner.value, booked, "") !== undefined || kind.adds?.(booked, winner.value, "") !== undefined)
    return undefined;
  const isMore = booked.split(" ").some((word) => !winner.value.split(" ").includes(word));
  const said = lines.map(({ text }) => text).join("\n");
  if (isSame(winner.value, booked))
    return !(isMore && values.length === 1) && kind.adds?.(winner.value, booked, said) === undefined
      ? "same"
      : undefined;
  const isOpen =
    kind.compare(winner.value, booked) !== "different" ||
    kind.mayBeSame?.(winner.value, booked, { spelled: false }) !== undefined;
  return isOpen ? undefined : "different";
}

/** The mention that counts, if only one can. */
function winnerOf(
  mentions: readonly Mention[],
  isSame: (one: string, two: string) => boolean,
  asksYours: boolean,
): Mention | undefined {
  const put = mentions.findLastIndex(({ isPut }) => isPut);
  const standing = mentions
    .slice(Math.max(0, put))
    .filter(
      ({ role, value }) => role !== "out" && !mentions.some((one) => one.role === "out" && isSame(one.value, value)),
    );
  for (const role of ["chosen", "own"] as const) {
    const [first, ...others] = standing.filter((one) => one.role === role);
    // Of "mine" and "hers", the question has to tell which is wanted.
    if (role === "own" && standing.some((one) => one.role === "theirs") && !asksYours) return undefined;
    if (first) return others.every(({ value }) => isSame(value, first.value)) ? first : undefined;
  }
  return undefined;
}

/** The whole values of a line and the caller's stance to each. Undefined if something else in it may change one. */
function mentionsIn(kind: SlotKind, { text: said, question }: HeardLine): Mention[] | undefined {
  const text = said.replaceAll("’", "'");
  const tokens = tokensOf(text);
  const found = kind.find(text, { by: "caller", asked: true }).toSorted((one, two) => one.start - two.start);
  const rest = tokensOf(without(text, found));
  const place = (start: number) =>
    Math.max(
      0,
      tokens.findIndex((token) => token.end > start),
    );
  let last = 0;
  // "Unit three b" is no address.
  if (numbersOf(rest).length > 0 || found.some(({ value }) => /^\S+ [a-z]$/.test(value))) return undefined;
  return found.map((value, index) => {
    const at = place(value.start);
    const next = Math.max(at + 1, tokens.findLastIndex((token) => token.start < value.end) + 1);
    const from = Math.max(last, clauseAt(tokens, at));
    const before = wordsOf(tokens, { at: from, next: at });
    const end = Math.min(clauseEnd(tokens, next), place(found[index + 1]?.start ?? text.length) || tokens.length);
    const behind = wordsOf(tokens, { at: next, next: end });
    const isPut = index > 0 && isCorrected(tokens, { at: last, next: at }, { sure: true });
    last = next;
    return { ...value, role: roleOf(before, behind, { question, isOut: isNegated(tokens, value.start) }), isPut };
  });
}

function roleOf(before: string, behind: string, { question, isOut }: { question: string; isOut: boolean }): Role {
  const words = `${before} … ${behind}`;
  if (
    isOut ||
    refused.test(before) ||
    past.test(before) ||
    /^(?:was|used to|is (?:the )?(?:old|wrong)|isn't|doesn't)\b/.test(behind)
  )
    return "out";
  if (chosen.test(before)) return "chosen";
  const [asked, told] = [question.toLowerCase(), words].map((text) => ends.findIndex((end) => end.test(text)));
  if (asked !== -1 && told !== -1) return asked === told ? "chosen" : "other";
  const [purpose] = other.exec(words) ?? [];
  if (purpose !== undefined) return question.toLowerCase().includes(purpose) ? "chosen" : "other";
  if (relatives.test(words) || /\b(?:his|her|hers|their|theirs)\b/.test(words)) return "theirs";
  return "own";
}

export const isDoubtful = (text: string) => doubts.test(text.toLowerCase());

/** Whether nothing beside the only value of a line may change it. */
function settles(kind: SlotKind, { text: said }: HeardLine): boolean {
  const text = said.replaceAll("’", "'");
  const found = kind.find(text, { by: "caller", asked: true });
  const last = found.at(-1);
  const rest = tokensOf(without(text, found));
  const behind = last ? wordsOf(tokensOf(text.slice(last.end)), { at: 0, next: 400 }) : text;
  const words = wordsOf(rest, { at: 0, next: 400 });
  if (
    twoWays.test(text) ||
    opensWithHomophone(tokensOf(text)) ||
    /\b(?:too|ate|won|fore?)\b/.test(found.map(({ text }) => text.toLowerCase()).join(" "))
  )
    return false;
  if (
    /\b(?:not|isn't|back|front|lower|upper|side|left|right|top|bottom|half|next to|near|one (?:up|down|higher|lower|over)|believe|house)\b/.test(
      words,
    ) ||
    changes.test(text.toLowerCase()) ||
    isTakenBack(behind)
  )
    return false;
  const isPart = ({ word }: { word: string }) =>
    unitWords.has(word) || placesInHouse.has(word) || /^[b-hj-np-z]$/.test(word);
  if (rest.some(isPart) || directionsOf(rest, []).length > 0 || halvesOf(rest).length > 0) return false;
  if (!last || kind.isWhole) return true;
  const next = /^ ?([a-z']+)/.exec(text.slice(last.end).toLowerCase())?.[1];
  return (
    next === undefined || streetTypes.has(last.text.toLowerCase().match(/[a-z]+$/)?.[0] ?? "") || plainWords.has(next)
  );
}
