import type { Calendar } from "../../../slots/slot.ts";
import { matchAt, type TokenSpan, wordSet } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { continuesNumber } from "../numbers/digit-run.ts";
import { dateOf, daysMeant, onlyDay, wallClock } from "./calendar.ts";
import { namesDay } from "./compare-times.ts";
import { clockAt, joinTimes, readSpan, settleTime } from "./read-clock.ts";
import { readCounted } from "./read-counted.ts";
import { type Part, readDay, readDayPart, readHoliday, readPhrase, weekdayAt } from "./read-day.ts";
import type { ClockSpan } from "./spoken-time.ts";

const fillers = wordSet("- – — , @ at on in the for around about sometime by of is be please say");
const mostFillers = 3;
/** Words before a time in the past: "since yesterday morning", "last night". */
const past = wordSet("last since yesterday every past");

/** A time in tokens. */
interface ScannedTime extends Part, TokenSpan {}

interface ReadPart extends Part {
  next: number;
}

interface ScanOptions {
  /** A bare number is an hour, as in an answer to "what time?". */
  lenient: boolean;
  /** The day of the call, if it is known. */
  calendar?: Calendar | undefined;
}

/** All times of a text. */
export function scanTimes(tokens: readonly Token[], options: ScanOptions): ScannedTime[] {
  const found: ScannedTime[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const part = readAny(tokens, at, withDayBefore(options, found.at(-1), tokens[at]));
    if (!part) continue;
    if (past.has(tokens[at - 1]?.word ?? "")) {
      at = part.next - 1;
      continue;
    }
    const last = found.at(-1);
    const ruledOut =
      ruledOutFrom(tokens, at) !== undefined ||
      (ruledOutTo(tokens, part.next) !== undefined && tokens[at - 1]?.kind === "mark");
    // "Not Saturday, the Saturday after" are two.
    const parted =
      last !== undefined &&
      ruledOutFrom(tokens, last.at) !== undefined &&
      (tokens.slice(last.next, at).some(({ kind }) => kind === "mark") || (namesDay(last.time) && namesDay(part.time)));
    // "I work nights, two o'clock Sunday"
    const isHabit =
      last !== undefined &&
      tokens[at - 1]?.kind === "mark" &&
      /^(?:morning|afternoon|evening|night)s$/.test(tokens[last.next - 1]?.word ?? "");
    const isPart = last && !isHabit && !ruledOut && !parted && adjacent(tokens, last.next, at);
    const joined = isPart ? joinTimes(last.time, part.time) : undefined;
    if (last && joined) found.splice(-1, 1, { time: joined, at: last.at, next: part.next });
    else found.push({ time: part.time, at, next: part.next });
    at = part.next - 1;
  }
  const times = found
    .filter(({ time }) => Object.keys(time).length > 0)
    .map(({ time, at, next }) => ({ time: settleTime(time), at, next }));
  return withExclusions(tokens, times);
}

/** "Not tomorrow, the day after": a day may be counted from the one in front of it. */
function withDayBefore(options: ScanOptions, last: ScannedTime | undefined, token: Token | undefined): ScanOptions {
  const { calendar } = options;
  const days =
    calendar && last && /^(?:the|a|one)$/.test(token?.word ?? "") ? daysMeant(last.time, calendar) : undefined;
  return calendar && days ? { ...options, calendar: { ...calendar, before: onlyDay(days) } } : options;
}

function readAny(tokens: readonly Token[], at: number, { lenient, calendar }: ScanOptions): ReadPart | undefined {
  const read =
    readIso(tokens, at, calendar?.zone) ??
    readPhrase(tokens, at) ??
    readHoliday(tokens, at, calendar) ??
    readCounted(tokens, at, calendar) ??
    readDay(tokens, at) ??
    readDayPart(tokens, at);
  if (read) return read;
  const span = readSpan(tokens, at);
  if (!span || (span.certainty !== "sure" && isWithin(tokens, at))) return undefined;
  const plain =
    span.certainty === "sure" ||
    (lenient && mayBeHour(tokens, at) && !(span.certainty === "bare" && isCounted(tokens[span.next]))) ||
    (span.certainty === "likely" && endsTime(tokens[span.next]));
  return plain && !isMeasure(tokens[span.next]) ? { time: { span: span.span }, next: span.next } : undefined;
}

/** The middle of a longer number, or of something like "slot_3". */
function isWithin(tokens: readonly Token[], at: number): boolean {
  return continuesNumber(tokens, at) || (at > 0 && tokens[at]?.gap === false);
}

/** Words in front of a bare number that is an hour. Behind others it is something else: "that one", "apartment four". */
const beforeHour = wordSet(
  "at with around about by before after until till between from to like say maybe make it it's is be or and no nope yes yeah yep okay ok sure for um uh then please actually sorry wait mean that's just prefer want do day's today tomorrow morning afternoon evening night tonight not meant said how well so still anywhere",
);

function mayBeHour(tokens: readonly Token[], at: number): boolean {
  const [lead, before] = [tokens[at - 2], tokens[at - 1]];
  if (before?.word === "that") return /^(?:make|call)$/.test(lead?.word ?? "");
  return before?.kind !== "word" || beforeHour.has(before.word) || weekdayAt(before) !== undefined;
}

/** Whether a time can end before this token: "at two tomorrow", not "at one point". */
function endsTime(token: Token | undefined): boolean {
  return token?.kind !== "word" || followers.has(token.word);
}

const followers = wordSet(
  "on in at today tomorrow tonight this next or and work works suit is if please sharp would for then but monday tuesday wednesday thursday friday saturday sunday window slot to with morning afternoon evening ish it i we so that that's you does can will sounds okay until",
);

const noPlurals = wordSet("works sounds is as this does was thanks suits looks yes perhaps");

/** "two dogs": a number in front of what it counts. */
export function isCounted(token: Token | undefined): boolean {
  if (token?.kind !== "word" || noPlurals.has(token.word) || weekdayAt(token) !== undefined) return false;
  return /[a-z]{2}[^s']s$/.test(token.word) && !/^(?:morning|afternoon|evening|night)s$/.test(token.word);
}

/** "two days", "ninety degrees" */
export function isMeasure(token: Token | undefined): boolean {
  return /^(?:second|minute|hour|day|week|month|year|degree|ton|foot|inch|mile|block|dollar|percent|time|people|kid|unit|bedroom|bathroom|story|floor|call|person|guy|tech)s?$|^(?:feet|inches|stories|people|ago|%)$/.test(
    token?.word ?? "",
  );
}

function adjacent(tokens: readonly Token[], from: number, to: number): boolean {
  return to - from <= mostFillers && tokens.slice(from, to).every(({ word }) => fillers.has(word));
}

/**
 * Reads "2026-10-06", "2026-10-06T14:30:00-05:00" or "2026-10-06 14:30". If the zone of the call is known, a moment in
 * UTC or with an offset is converted to it. Otherwise the clock is taken as it is written, and a moment in UTC ("…Z")
 * says nothing about the clock on the wall and gives an empty time.
 */
function readIso(tokens: readonly Token[], at: number, zone?: string): ReadPart | undefined {
  const written = tokens[at]?.kind === "digits" ? matchAt(tokens, at, isoDate) : undefined;
  if (!written) return undefined;
  const [year = 0, month = 0, day = 0] = written.groups.map(Number);
  const date = { year, month, day };
  const clock = matchAt(tokens, written.next, isoClock);
  const isMarked = tokens[written.next]?.word === "t";
  // "2026-10-06 02:30 pm" is not on a 24-hour clock.
  if (!clock || (!isMarked && /^(?:am|pm|a|p)$/.test(tokens[clock.next]?.word ?? ""))) {
    return { time: { date }, next: written.next };
  }
  const [hours, minutes, utc, sign, hoursAhead, minutesAhead] = clock.groups;
  const minute = Number(hours) * 60 + Number(minutes);
  if (zone !== undefined && (utc || sign)) {
    const ahead = Number(`${sign ?? ""}1`) * (Number(hoursAhead ?? 0) * 60 + Number(minutesAhead ?? 0));
    const shown = wallClock(new Date(Date.UTC(year, month - 1, day, 0, minute - ahead)), zone);
    return { time: { date: dateOf(shown.day), span: spanAt(shown.minutes) }, next: clock.next };
  }
  return { time: utc ? {} : { date, span: spanAt(minute) }, next: clock.next };
}

const isoDate = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const isoClock = /^t?([01]\d|2[0-3]):([0-5]\d)(?: ?:\d+(?: ?\.\d+)?)?(?:(z)|([+-])(\d\d):?(\d\d)?)?/;

function spanAt(minutes: number): ClockSpan {
  return { kind: "at", clock: clockAt(minutes) };
}

/** Words in front of a time that rule it out; the longest that ends at the time counts. */
const before =
  /(?:^| )((?:just |but |only |except )*(?:not|never|(?<!\bno )no|except(?: for)?|avoid(?:ing)?|besides|skip|(?<!(?:don't|not|never) )(?:forget(?: about)?|scratch|scrap|cancel|drop|strike|ditch|lose|nix)|other than|instead of|rather than|apart from|isn't|aren't|wasn't|(?:i'm|i am|we're|we are|i'll be|we'll be) (?:out(?: of town)?|away|busy|gone|booked|travell?ing|tied up|unavailable)|(?:can't|cannot|couldn't|can not|won't|don't)(?: really)? (?:do|make|come|be here|be there|want|like))(?: (?:it|out|on|the|in|for|at|any|a|this))*) $/;
const anyBut =
  /(?:^| )((?:any(?:thing|time| day| time| morning| afternoon| evening| weekday)?|every ?day|all(?: the)? days?|each day|whenever) but(?: (?:on|the|in|for|at))*) $/;
/** Words behind a time that rule it out. */
const behind =
  /^(?:(?:is|are|'s|was|would be|'d be)(?: (?:just|really|totally|kind of|pretty|all|also|usually))* (?:no good|too (?:early|late|soon)|out(?: of the question)?|bad|not (?:good|great|possible|an option|ideal)|impossible|off|tough|tricky|terrible|no|a (?:no go|problem)|taken|busy|full|packed|slammed|hectic)|(?:don't|doesn't|won't|do not|does not|will not|wouldn't|can't|isn't|aren't)(?: really)? (?:work|suit|do|good|fit|possible|an option|great|ideal|happen)(?: (?:for|with) (?:me|us))?|(?:i|we) (?:can't|cannot)(?: (?:do|make))?(?: (?:it|that))?(?= |$))/;

/** The place of the word that begins to rule out the time at a place. */
function ruledOutFrom(tokens: readonly Token[], at: number): number | undefined {
  const words = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
  const text = `${words.join(" ")} `;
  const cue = (before.exec(text) ?? anyBut.exec(text))?.[1];
  return cue === undefined ? undefined : at - cue.split(" ").length;
}

/** The place behind the words that rule out the time that ends at a place. */
function ruledOutTo(tokens: readonly Token[], next: number): number | undefined {
  const words = tokens.slice(next, next + 7).map(({ word }) => word);
  // "Monday's no good"
  const is = /['’]s$/.test(tokens[next - 1]?.text ?? "") ? "'s " : "";
  const cue = behind.exec(is + words.join(" "))?.[0].slice(is.length);
  return cue === undefined ? undefined : next + cue.split(" ").length;
}

/**
 * Times that are ruled out as such, each put together with the time beside it: "any day but Friday" is any day without
 * Friday. What "or" adds to a time that is ruled out is ruled out too.
 */
function withExclusions(tokens: readonly Token[], times: readonly ScannedTime[]): ScannedTime[] {
  const read: ScannedTime[] = [];
  let open = false;
  for (const one of times) {
    const last = read.at(-1);
    const between = last ? tokens.slice(last.next, one.at).map(({ word }) => word) : [];
    const linked: boolean =
      last !== undefined && open && /^(?:, )?(?:or|and|nor)(?: (?:on|the))?$/.test(between.join(" "));
    const from: number | undefined = linked ? one.at : ruledOutFrom(tokens, one.at);
    const to = ruledOutTo(tokens, one.next);
    open = from !== undefined || to !== undefined;
    if (!open) {
      read.push(one);
      continue;
    }
    const isAny = from !== undefined && /^(?:any|every|whenever)/.test(tokens[from]?.word ?? "");
    const time = { ...(isAny ? { flexible: "any" as const } : {}), not: [one.time] };
    const next = to ?? one.next;
    const joins = last && (linked || (last.next >= (from ?? one.at) && from !== undefined));
    if (last && joins) {
      read.splice(-1, 1, { ...last, time: { ...last.time, not: [...(last.time.not ?? []), one.time] }, next });
    } else read.push({ time, at: from ?? one.at, next });
  }
  return read;
}
