import type { FindContext, FoundValue } from "../../../slots/slot-kind.ts";
import { type Sentence, sentencesOf } from "../../../text/sentences.ts";
import { sliceOf, type Token, tokensOf } from "../../../text/tokens.ts";
import { hearHours } from "../numbers/homophones.ts";
import type { Calendar } from "./calendar.ts";
import { isShort } from "./compare-times.ts";
import { scanTimes } from "./scan-times.ts";
import { type SpokenTime, showTime } from "./spoken-time.ts";
import { tellsOtherWeek } from "./unread-time.ts";

/** Words that make a time one that the caller wants, even if nobody asked: "can you come tomorrow", "Tuesday works". */
const wanted =
  /\b(?:come|send|want|need|like|prefer|available|availability|works?|book|schedule|appointment|free|how about|make it|change it|move it|reschedule|instead|let's|anything|would be (?:good|great|fine|best|nice|ideal|perfect)|suits?|is (?:good|best|fine))\b/i;
/** Words that put a time in the past: "it died this morning". */
const told = new Set(
  "since died dies stopped quit started broke went yesterday ago was were been noticed happened began serviced installed".split(
    " ",
  ),
);
const toldWithin = 4;

/** Every time in a line that is about an appointment; times in the past do not count. */
export function findTimes(text: string, context: FindContext, calendar?: Calendar): FoundValue[] {
  // An agent's "Tuesday" in a reply that speaks of another week may be any Tuesday.
  const anyWeek = calendar !== undefined && context.by === "agent" && tellsOtherWeek(text);
  return sentencesOf(text).flatMap((sentence) => timesIn(sentence, context, { calendar, anyWeek }));
}

/** Every time that a text names, whoever says it and why; times in the past do not count. */
export function saidTimes(text: string): SpokenTime[] {
  return sentencesOf(text).flatMap((sentence) => {
    const tokens = tokensOf(sentence.text);
    return scanTimes(tokens, { lenient: false }).flatMap(({ at, time }) => (isTold(tokens, at) ? [] : [time]));
  });
}

interface TimeContext {
  calendar: Calendar | undefined;
  anyWeek: boolean;
}

function timesIn(
  { text, start }: Sentence,
  { by, asked }: FindContext,
  { calendar, anyWeek }: TimeContext,
): FoundValue[] {
  if (by === "caller" && !asked && !wanted.test(text)) return [];
  const tokens = by === "caller" ? hearHours(tokensOf(text)) : tokensOf(text);
  return scanTimes(tokens, { lenient: asked && by === "caller", calendar })
    .filter(
      ({ at, time }) =>
        !isTold(tokens, at) && !isGreeting(tokens, at, time) && !(by === "agent" && (isFlexible(time) || time.not)),
    )
    .map(({ time, at, next }) => {
      const said = sliceOf(text, tokens, at, next);
      const from = start + (tokens[at]?.start ?? 0);
      const open = anyWeek && isShort(time) && time.weekday !== undefined;
      return {
        text: said,
        value: showTime(open ? { ...time, week: "some" } : time),
        start: from,
        end: from + said.length,
      };
    });
}

/** "Good morning", "have a great afternoon" */
function isGreeting(tokens: readonly Token[], at: number, { part, ...rest }: SpokenTime): boolean {
  const wish = /^(?:good|great|nice|lovely|wonderful)$/.test(tokens[at - 1]?.word ?? "");
  return wish && part !== undefined && Object.keys(rest).length === 0;
}

/** "Right away" in a reply is a promise, not a time. */
function isFlexible({ flexible, ...rest }: SpokenTime): boolean {
  return flexible !== undefined && Object.keys(rest).length === 0;
}

export function isTold(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - toldWithin), at).map(({ word }) => word);
  // Behind a mark something new begins: "it died yesterday, so tomorrow".
  const mark = Math.max(before.lastIndexOf(","), before.lastIndexOf("so"));
  return before.slice(mark + 1).some((word) => told.has(word));
}
