import type { Calendar } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { hearHours } from "../numbers/digit-run.ts";
import { compareTimesOn, namesDay } from "../time/compare-times.ts";
import { scanTimes } from "../time/scan-times.ts";
import type { SpokenTime } from "../time/spoken-time.ts";
import { clauseAt, type Mood, moodOf } from "./clauses.ts";
import { daysOf, hoursOf } from "./other-numbers.ts";

/** A time that a line names, and what the clause around it says of it. */
export interface Mention {
  at: number;
  next: number;
  time: SpokenTime;
  mood: Mood;
  /** Words behind it make it a bound: "Monday at the latest". */
  isLimited?: boolean;
}

/** A day and an hour that are wanted together, as far as they were said; `bounds`: within which the hour lies. */
export interface Wish {
  day?: SpokenTime | undefined;
  hour?: SpokenTime | undefined;
  bounds?: readonly SpokenTime[] | undefined;
}

/** All that was said of times so far. */
export interface Caller {
  wishes: Wish[];
  out: SpokenTime[];
  told: SpokenTime[];
  held?: Wish | undefined;
  /** What the agent has named, and what it has just offered. */
  heard: SpokenTime[];
  offers: Wish[];
  calendar: Calendar | undefined;
}

/** Words by which a time hangs on something that is not read. */
export const related =
  /\b(?:same|usual|later|sooner|earlier|following|other|either|whichever|next one|one after|one before|(?:of|after|before) (?:it|that|this|them|then|next)|weeks? (?:of|after|before)|depend\w*|unless|except|except if|assuming|provided|first available|otherwise|failing|whatever|middle|first|second|third|last|former|latter|that one|this one|one or|not (?:this|that))\b/;

export function timesIn(text: string, calendar?: Calendar): SpokenTime[] {
  return scanTimes(tokensOf(text), { lenient: true, calendar }).map(({ time }) => time);
}

/** The times that a question names, each with the day named before it. */
export function offersIn(question: string, calendar?: Calendar): Wish[] {
  const offers: Wish[] = [];
  // "First thing, any smoke?" is not a time.
  for (const time of timesIn(question.replace(/\bfirst thing(?=,)/gi, ""), calendar)) {
    const last = offers.at(-1);
    const { day: own, hour } = wishOf(time);
    const day = own ?? last?.day;
    const isSameDay = own === undefined || (last?.day && compareTimesOn(last.day, own, calendar) !== "different");
    if (last && !last.hour && isSameDay) offers.pop();
    if (day || (hour && !hour.flexible)) offers.push({ day, hour });
  }
  return offers;
}

export function wishOf({ span, part, not: _not, flexible, ...day }: SpokenTime): Wish {
  const hour = span || part || flexible ? { span, part, flexible } : undefined;
  return { ...(namesDay(day) ? { day } : {}), ...(hour ? { hour } : {}) };
}

/** "No five, like high five": who puts a read-back right rules nothing out. */
export function withoutNo(tokens: readonly Token[], { offers }: Caller): readonly Token[] {
  const first = tokens.findIndex(({ word }) => !/^no+$/.test(word));
  return offers.length > 0 && !/s$/.test(tokens[first]?.word ?? "") ? tokens.slice(Math.max(0, first)) : tokens;
}

export function mentionsIn(tokens: readonly Token[], calendar?: Calendar): Mention[] {
  const isGreeting = (at: number) => /^(?:good|great|nice|lovely)$/.test(tokens[at - 1]?.word ?? "");
  const times = scanTimes(hearHours(tokens), { lenient: true, calendar }).filter(({ at }) => !isGreeting(at));
  const mentions: Mention[] = [];
  for (const { at, next, time } of times) {
    const last = mentions.at(-1);
    const isListed =
      last && /^(?:, )?(?:and|or|nor)(?: (?:on|at))?$/.test(wordsOf(tokens, { at: last.next, next: at }));
    const mood = isListed && /told|held/.test(last.mood) ? last.mood : moodOf(tokens, { at, next }, times);
    mentions.push({ at, mood, ...limited(tokens, next, time) });
  }
  return mentions;
}

/** "Eleven at the latest", "nine or later", "four-ish" */
function limited(tokens: readonly Token[], next: number, time: SpokenTime) {
  const [words = "", early, late, ish] = limits.exec(wordsOf(tokens, { at: next, next: next + 4 })) ?? [];
  const end = next + (words === "" ? 0 : words.split(" ").length);
  const { span } = time;
  const isLimited = (early ?? late) !== undefined;
  if (ish !== undefined || span?.kind !== "at" || !isLimited) return { time, next: end, isLimited };
  return {
    time: {
      ...time,
      span: { kind: early === undefined ? ("after" as const) : ("before" as const), clock: span.clock },
    },
    next: end,
  };
}
const limits =
  /^(?:(at the (?:very )?latest|tops|at most|or (?:earlier|before|sooner))|(at the (?:very )?earliest|or (?:later|after|so on)|onwards?|on out)|((?:- )?ish))(?= |$)/;

/** A word for a time that is not read, in a clause that may be about what is wanted. */
export function looseIn(
  tokens: readonly Token[],
  mentions: readonly Mention[],
  { spans, isAbout, calendar }: { spans: readonly TokenSpan[]; isAbout: boolean; calendar: Calendar | undefined },
): string | undefined {
  const isRead = (place: number) => [...mentions, ...spans].some(({ at, next }) => place >= at && place < next);
  const isTold = (span: TokenSpan) => /told|held/.test(moodOf(tokens, span, mentions));
  const isDated =
    calendar === undefined ||
    mentions.some(({ time, mood }) => mood === "wish" && (time.date ?? time.relative) !== undefined);
  const isPeriod = ({ at }: TokenSpan) =>
    isDated &&
    /^(?:week|month)$/.test(tokens[at]?.word ?? "") &&
    /^(?:next|this|the|of)$/.test(tokens[at - 1]?.word ?? "");
  const named = [...daysOf([...tokens]), ...(isAbout ? hoursOf([...tokens]) : [])];
  const left = named.find((span) => !isPeriod(span) && !isRead(span.at) && !isRead(span.next - 1) && !isTold(span));
  if (left) return wordsOf(tokens, left);
  const starts = [...new Set(tokens.map((_, at) => clauseAt(tokens, at)))];
  for (const [index, from] of starts.entries()) {
    const span = { at: from, next: starts[index + 1] ?? tokens.length };
    const words = tokens
      .slice(span.at, span.next)
      .flatMap(({ kind, word }, at) => (kind === "mark" || isRead(from + at) ? [] : [word]));
    const found = related.exec(words.join(" "))?.[0];
    const isOut = mentions.some(({ time }) => time.not);
    const isSettled =
      (spans.length > 0 && found?.startsWith("not ")) || (/^(?:either|other)$/.test(found ?? "") && isOut);
    if (found !== undefined && !isSettled && !isTold({ at: from, next: from + 1 })) return found;
  }
  return undefined;
}

export function dayOf({ span: _span, part: _part, not: _not, flexible: _flexible, ...day }: SpokenTime): SpokenTime {
  return day;
}
