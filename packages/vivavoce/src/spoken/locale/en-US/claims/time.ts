import type { Calendar } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { answerOf } from "../answers/answers.ts";
import { daysMeant, onlyDay } from "../time/calendar.ts";
import { compareSpans, compareTimesOn, namesDay } from "../time/compare-times.ts";
import { type SpokenTime, showTime } from "../time/spoken-time.ts";
import { readTime } from "../time/time-kind.ts";
import { clauseAt, clauseEnd, type HeardLine, isCorrected, isTakenBack, type KindClaims, moodOf } from "./clauses.ts";
import {
  type Caller,
  looseIn,
  type Mention,
  mentionsIn,
  offersIn,
  related,
  timesIn,
  type Wish,
  wishOf,
  withoutNo,
} from "./time-mentions.ts";
import { chosenOf, completed, standIn } from "./time-stand-in.ts";
import { choice, compareWish, eitherOf, free, isBound, join } from "./time-wishes.ts";

const asksTime = /\b(?:when|times?|days?|dates?|morning|afternoon|evening|soon|hour|window|schedule|book|weeks?)\b/i;

/** Words by which the hour hangs on something else, so that a day alone does not tell it. */
const hangs =
  /\b(?:before|after|until|till|once|when|whenever|while|as|early|late|earlier|later|sooner|unless|same|between|during|past|if|hours?|lunch|dinner|breakfast|shift|depend\w*)\b/i;

const condition = /\b(?:unless|depend\w*|assuming|provided|except if)\b/i;

/** An hour of another zone: "eleven Pacific". */
const zoned =
  /\b(?:am|a\.m\.?|pm|p\.m\.?|morning|afternoon|evening|noon|o'clock|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|\d) (?:in )?(?:pacific|mountain|central|eastern|[pmce][sd]?t|utc|gmt|your time)\b/i;

/** Nobody names more. */
const mostMentions = 100;

/**
 * Whether a booked time is what the caller's lines wish for. Each time that they name is wished, ruled out, or told of
 * something else, by the clause that it stands in. What was wished last counts, if it was put right or asked for again.
 */
function weighTime(value: string, lines: readonly HeardLine[], calendar?: Calendar): "same" | "different" | undefined {
  const booked = readTime(value, calendar);
  const claimed = booked && claimedTime(lines, calendar);
  if (!claimed) return undefined;
  const { said, namesHour } = claimed;
  const { wishes, out } = said;
  const verdicts = wishes.map((wish) => compareWish(wish, booked, said, namesHour));
  // What is wished is not ruled out by what was said of another: "not Saturday, the Saturday after".
  const isSettled = (one: SpokenTime) =>
    wishes.some(
      ({ day, hour }, at) =>
        verdicts[at] === "same" && (day || !namesDay(one)) && (hour?.span?.kind === "at" || !(one.span ?? one.part)),
    );
  if (
    out.some(
      (one) => !isSettled(one) && compareTimesOn({ flexible: "any", not: [one] }, booked, calendar) === "different",
    )
  )
    return "different";
  // "Noon to four, but he can't show up right at noon"
  const isToldOf = ({ span }: SpokenTime) =>
    span?.kind === "at" && booked.span?.kind === "at" && compareSpans({ span }, { span: booked.span }) === "same";
  if (verdicts.includes("same"))
    return said.told.some(isToldOf) && !wishes.some(({ hour }) => hour && isToldOf(hour)) ? undefined : "same";
  return wishes.length > 0 && verdicts.every((one) => one === "different") ? "different" : undefined;
}

/** The times that the caller's lines come to, of which any will do. Undefined if nobody can tell. */
function timesGiven(lines: readonly HeardLine[], calendar?: Calendar): string[] | undefined {
  const { wishes = [], out = [] } = claimedTime(lines, calendar)?.said ?? {};
  const times = wishes.map(({ day, hour, bounds: [bound] = [] }) => ({ ...day, ...(hour ?? bound) }));
  const not = times.length === 1 && out.length > 0 ? { not: out } : {};
  return times.length > 0 ? times.map((time) => showTime({ ...time, ...not })) : undefined;
}

/** A weekday with a day of the month that come together only months ahead. */
function isFar(time: SpokenTime, calendar: Calendar): boolean {
  const { weekday, date } = time;
  if (weekday === undefined || !date || date.month) return false;
  const [first] = daysMeant(time, calendar)?.flat() ?? [];
  return first === undefined || first - calendar.today > farthest;
}

const farthest = 62;

function claimedTime(lines: readonly HeardLine[], calendar?: Calendar) {
  const said: Caller = { wishes: [], out: [], told: [], heard: [], offers: [], calendar };
  let isOpen = false;
  let namesHour = false;
  for (const { text, question } of lines) {
    const offers = offersIn(question, calendar);
    if (offers.length > 0) said.offers = offers;
    said.heard.push(...timesIn(question, calendar));
    const before = onlyDay(said.wishes[0]?.day && calendar && daysMeant(said.wishes[0].day, calendar));
    const tokens = withoutNo(tokensOf(text.replaceAll("’", "'")), said);
    const mentions = mentionsIn(tokens, calendar && before !== undefined ? { ...calendar, before } : calendar);
    namesHour ||= hangs.test(text) || mentions.some(({ time }) => time.span ?? time.part);
    const heard = hear(said, tokens, mentions);
    if (!heard || mentions.length > mostMentions) return undefined;
    const isAbout = mentions.length > 0 || said.wishes.length === 0 || asksTime.test(question);
    const loose = looseIn(tokens, mentions, { spans: heard.used, isAbout, calendar });
    if (heard.wishes.some(({ day }) => day)) isOpen = false;
    const answer = mentions.length === 0 && heard.wishes.length === 0 ? answerOf(text, question) : "none";
    const [offer, ...others] = offers;
    if (answer === "yes" && offer) {
      // "How about the following Tuesday?" does not tell which.
      const isWished = said.wishes.some((wish) =>
        offers.some(
          (one) => compareTimesOn({ ...wish.day, ...wish.hour }, { ...one.day, ...one.hour }, calendar) === "same",
        ),
      );
      if (others.length > 0 && isWished) continue;
      if (others.length > 0 || related.test(question.toLowerCase())) isOpen = true;
      else heard.wishes = [{ ...said.wishes[0], ...completed(offer, said.wishes, calendar) }];
    }
    isOpen ||= mentions.length > 0 && (condition.test(text) || zoned.test(text));
    // "Wednesday the fifteenth", and it is a Tuesday
    isOpen ||= mentions.some(({ time }) => calendar !== undefined && isFar(time, calendar));
    // "I'll take the second" of several offers
    const isOffered = (day: number) => offers.length < 2 || offers.some((one) => one.day?.date?.day === day);
    isOpen ||= mentions.some(
      ({ time: { weekday, date } }) => date && !weekday && !date.month && date.day < 4 && !isOffered(date.day),
    );
    isOpen ||= loose !== undefined || (said.wishes.length > 0 && answer === "no");
    if (heard.wishes.length > 0) said.wishes = heard.wishes;
  }
  return isOpen ? undefined : { said, namesHour };
}

/** What a line wishes and rules out. Undefined if two wishes stand side by side, and nobody can tell which counts. */
function hear(
  said: Caller,
  tokens: readonly Token[],
  mentions: readonly Mention[],
): { wishes: Wish[]; used: TokenSpan[] } | undefined {
  const { calendar } = said;
  const used: TokenSpan[] = [];
  let own: Wish[] = [];
  let last: TokenSpan | undefined;
  let isClash = false;
  const baseOf = (): Wish | undefined => {
    const offer = said.offers.length === 1 ? said.offers[0] : undefined;
    const known = said.held ?? said.wishes[0];
    return own[0] || known ? { ...(known?.hour ? {} : offer), ...known, ...own[0] } : offer;
  };
  const take = (wish: Wish, span: TokenSpan): boolean => {
    if (!wish.day && !wish.hour && !wish.bounds) return true;
    const between = last ? wordsOf(tokens, { at: last.next, next: span.at }) : "";
    const isPut = last !== undefined && isCorrected(tokens, { at: last.next, next: span.at });
    const isConclusion = /(?:^|[,.;] )so(?: |$)/.test(between);
    last = span;
    const [only] = own;
    const [, word] = choice.exec(between) ?? [];
    if (word !== undefined && !wish.bounds && only && !isBound(wish)) {
      // "I'm free Monday and Tuesday"
      const isOr = word !== "and" || free.test(wordsOf(tokens, { at: clauseAt(tokens, span.at), next: span.at }));
      own = isOr ? eitherOf(own, wish) : [];
      return own.length > 0;
    }
    // What is said once of several holds for each, if it adds to them.
    const joined = own.length === 0 ? [wish] : own.map((one) => join(one, wish, isPut || isConclusion, calendar));
    isClash = joined.includes(undefined) || (isClash && !isPut);
    own = isClash ? [wish] : joined.flatMap((one) => (one ? [one] : []));
    return true;
  };
  let from = 0;
  let before: Mention | undefined;
  for (const mention of [...mentions, undefined]) {
    // The clauses between this mention and the one before it.
    const end = mention ? mention.at : tokens.length;
    while (from < end) {
      const stop = Math.min(end, clauseEnd(tokens, from + 1));
      const words = wordsOf(tokens, { at: from, next: stop });
      const stood = standIn(words, said, baseOf(), before);
      const isSubject = stood?.wish.bounds && tokens[stop] !== undefined && tokens[stop]?.kind === "word" && stop < end;
      if (stood && !isSubject && !/told|held/.test(moodOf(tokens, { at: from, next: from + 1 }, mentions))) {
        used.push({ at: from, next: stop });
        if (!take(stood.wish, { at: from, next: stop })) return undefined;
      }
      from = stop;
    }
    if (!mention) break;
    from = mention.next;
    before = mention;
    const { not = [], flexible } = mention.time;
    said.out.push(...not);
    own = own.filter(
      ({ day, hour }) => !not.some((one) => compareTimesOn(one, { ...day, ...hour }, calendar) === "same"),
    );
    // "The thirty-first, no, that's a Sunday"
    const opening = wordsOf(tokens, { at: clauseAt(tokens, mention.at), next: mention.at });
    if (
      last &&
      /^(?:that's|it's|that is|that would be)\b/.test(opening) &&
      isCorrected(tokens, { at: last.next, next: mention.at }, { sure: true })
    )
      own = [];
    if (mention.mood === "told") said.told.push(mention.time);
    // "Thursday, well no, Thursday I've got my treatment"
    const isOff = (one: Wish) =>
      one.day && mention.time.span === undefined && compareTimesOn(one.day, mention.time, calendar) === "same";
    if (mention.mood === "told" && last && isCorrected(tokens, { at: last.next, next: mention.at }))
      own = own.filter((one) => !isOff(one));
    if (mention.mood === "held") said.held = wishOf(mention.time);
    if (mention.mood !== "wish") continue;
    const behind = tokens[mention.next]?.word ?? "";
    // "By Monday", "tomorrow or sooner"
    const isWithin =
      mention.time.span === undefined &&
      (/^(?:by|before|until|till|after|since)$/.test(tokens[mention.at - 1]?.word ?? "") || mention.isLimited);
    const isBeside = /^(?:after|before)(?: (?:that|then|next|this))?(?: [,.;].*)?$/.test(
      wordsOf(tokens, { at: mention.next, next: mention.next + 3 }),
    );
    if (isWithin || isBeside) return undefined;
    if (flexible === "soon" && own.length > 0) continue;
    if (
      flexible === "any" &&
      /^(?:that|but|except|my|the|he|she|i|we|they|his|her|after|before|during|until|while|within|around|you|you've)$/.test(
        behind,
      )
    )
      return undefined;
    if (flexible === "soon" || !take(wishOf(mention.time), mention)) return undefined;
  }
  if (isClash || (last && isTakenBack(wordsOf(tokens, { at: last.next, next: tokens.length })))) return undefined;
  const [only] = said.wishes;
  const base = said.wishes.length === 1 ? only : said.wishes.length === 0 ? said.held : undefined;
  own = own.map((wish) => chosenOf(wish, said));
  return { wishes: own.map((wish) => (base && !(wish.day && wish.hour) ? { ...base, ...wish } : wish)), used };
}

export const timeClaims: KindClaims = { weigh: weighTime, stands: timesGiven };
