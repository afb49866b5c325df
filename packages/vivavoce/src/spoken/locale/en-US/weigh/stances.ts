import { wordsOf } from "../../../text/grammar.ts";
import { type TokenSpan, wordSet } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { relatives } from "../name/stop-words.ts";

/** A part of a value that a text names: "north", "4210". */
export interface ValuePart {
  sort: string;
  form: string;
}

/** A part that a text names, and where. */
export interface Claim extends ValuePart, TokenSpan {}

/** What a text says of a value. */
export interface Weighed {
  parts: readonly ValuePart[];
  claims: readonly Claim[];
  /** What is plain without a look at its parts. */
  verdict?: "same" | "different" | undefined;
  /** Whether nothing else that it says may be a part as well. */
  isWhole: boolean;
  /** Whether the value would be another one with a claim in the place of a part. */
  differs(part: ValuePart, claim: Claim): boolean;
}

/** A line of the caller, and what the agent had said before it. */
export interface HeardLine {
  text: string;
  question: string;
}

/** A word without what is joined to it: "Allen's" → "allen". */
export const plainForm = (word: string) => word.replace(/'s$/, "").replace(/'/g, "");

/** `own`: the caller's say; `out`: ruled out, or told of something else; `past`: it was so, or was said so; `theirs`: another person's. */
type Stance = "own" | "out" | "past" | "theirs";

const joints = wordSet("and but so because since cause though then");
const subjects = wordSet(
  "i'm i it's it that's he's she's we're they're there's he she we they you everybody everyone people folks nobody",
);
const inverts = /^(?:did|do|does|is|are|was|were|would|should|can|could|if|when|that|what|where|how|which|who)$/;
/** Words by which people put right what they have said. */
const strong = wordSet("no nope nah sorry wait er erm mean meant scratch hang hold correction oops shoot actually");
const weak = wordSet("but make gosh now instead rather well hmm hm say better ugh");

const near = "(?: (?!(?:that|this|right|correct)\\b)[\\w']+){0,2}$";
/** What others do with a value: "drivers always go north". */
const habit = new RegExp(
  `(?:\\b(?:always|keeps?|usually|often|sometimes|mix(?:es)?|confus\\w+)|^(?:and |but |so |because )*(?:everybody|everyone|people|folks|nobody|gps|maps))${near}`,
);
/** What it was, or was said to be: "last time I was …", "did I say …". */
const past = new RegExp(
  `\\b(?:kept|used to|former(?:ly)?|last time|maiden|dropped|was|were|had|did i (?:say|tell)|i said|you (?:said|have|got|put)|old|ago)${near}|\\bused to (?:be|live|stay)\\b`,
);
const ruledOut = /^(?:and |but |so )*(?:it's |that's |it is )?(?:not|never|isn't|ain't)\b/;
const owned = new RegExp(
  `\\b(?:my|his|her|our|their|the) (?:\\w+ )?${relatives.source}|^(?:and |but |so )*(?:he|she|they)\\b`,
);
/** "The callbox is 220" */
const otherThing =
  /^(?:and |but |so )*(?:the|my|our) (?!(?:house|street|building|number|address|place|name|unit|apartment|last|first|zip)\b)(?:\w+ )?\w+(?:'s| is| are)$/;
/** Behind a value that is told of: "court is the next one over", "the oh five's my office". */
const described =
  /^(?:(?:is|was|are) |(?<='s ))(?:my|the|an?|his|her|our|where|what|who|wrong|next|for|too)\b(?! (?:right|correct|one you))/;

const named =
  /^(?:\W+|(?:uh|um|well|oh|no) )*that's (?:the|my|our) (?:unit|apartment|suite|gate|code|box|zip|exit|route|old|extension|account)\b/;

/** Nobody says more in one breath, and looking further would take too long in a text that never pauses. */
const longestClause = 60;

/** Where the clause around a place begins. */
function clauseAt(tokens: readonly Token[], at: number): number {
  let from = at;
  while (from > 0 && at - from < longestClause && !isBoundary(tokens, from)) from -= 1;
  return from;
}

function isBoundary(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before?.kind === "mark" && /^[,.;:!?…—–]$/.test(before.text)) return true;
  if (joints.has(token?.word ?? "")) return true;
  const opens = subjects.has(token?.word ?? "") && !joints.has(before?.word ?? "") && !inverts.test(before?.word ?? "");
  return opens || (strong.has(before?.word ?? "") && token?.kind === "word");
}

/** How the speaker stands to what is named at a place. `others`: what else is named. */
export function stanceAt(tokens: readonly Token[], { at, next }: TokenSpan, others: readonly Claim[] = []): Stance {
  // "Not Birch Lane"
  const joined = others.find((other) => other.next === at && other.sort !== "number");
  if (joined) return stanceAt(tokens, joined, others);
  const from = clauseAt(tokens, at);
  const before = wordsOf(tokens, { at: from, next: at });
  const last = tokens[next - 1]?.word ?? "";
  const behind = `${/'s$/.test(last) ? "'s " : ""}${wordsOf(tokens, { at: next, next: next + 4 })}`;
  if (isNegated(tokens, at) || ruledOut.test(before) || habit.test(before) || described.test(behind)) return "out";
  // "Six oh two, that's the unit"
  if (named.test(wordsOf(tokens, { at: next, next: next + 7 }))) return "out";
  // "Not the new build next door, that's 162"
  const clause = clauseAt(tokens, Math.max(0, from - 2));
  const namesNone = !others.some((other) => other.at >= clause && other.at < from);
  if (namesNone && ruledOut.test(wordsOf(tokens, { at: clause, next: from }))) {
    if (/^that's/.test(before)) return "out";
    const form = others.find((other) => other.at === at)?.form;
    const isAgain = others.some((other) => other.at < clause && other.form === form);
    if (before === "" && !isAgain) return "theirs";
  }
  if (past.test(before)) return "past";
  if (otherThing.test(before)) return "out";
  return owned.test(before) ? "theirs" : "own";
}

/** Whether a word puts something right. */
export const isCue = (word: string) => strong.has(word) || weak.has(word);

/** Whether words of correction stand between two places; `sure`: such as say nothing else. */
export function isCorrected(tokens: readonly Token[], { at, next }: TokenSpan, { sure = false } = {}): boolean {
  return tokens.slice(at, next).some(({ word }) => strong.has(word) || (!sure && weak.has(word)));
}

/** The words of a text. */
export const saidIn = (tokens: readonly Token[]) => wordsOf(tokens, { at: 0, next: tokens.length });
