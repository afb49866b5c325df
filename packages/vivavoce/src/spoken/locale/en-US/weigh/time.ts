import type { Calendar, SlotComparison } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { answerOf } from "../answers/answers.ts";
import { daysMeant, onlyDay } from "../time/calendar.ts";
import { compareSpans, compareTimesOn, leavesHourOpen, namesDay } from "../time/compare-times.ts";
import { settleTime } from "../time/revise-time.ts";
import { type SpokenTime, showTime } from "../time/spoken-time.ts";
import { readTime, timeKind } from "../time/time-kind.ts";
import { clauseAt, clauseEnd, isTakenBack, moodOf } from "./clauses.ts";
import {
  type Caller,
  dayOf,
  looseIn,
  type Mention,
  mentionsIn,
  offersIn,
  related,
  timesIn,
  type Wish,
  wishOf,
  withoutNo,
} from "./mentions.ts";
import { type HeardLine, isCorrected } from "./stances.ts";
import { chosenOf, completed, standIn } from "./stand-in.ts";

const asksTime = /\b(?:when|times?|days?|dates?|morning|afternoon|evening|soon|hour|window|schedule|book|weeks?)\b/i;
/** Nobody names more. */
const mostMentions = 100;

/**
 * Whether a booked time is what the caller's lines wish for. Each time that they name is wished, ruled out, or told of
 * something else, by the clause that it stands in. What was wished last counts, if it was put right or asked for again.
 */
export function weighTime(
  value: string,
  lines: readonly HeardLine[],
  calendar?: Calendar,
): "same" | "different" | undefined {
  const booked = readTime(value, calendar);
  if (!booked) return undefined;
  const said: Caller = { wishes: [], out: [], told: [], heard: [], offers: [], calendar };
  let isOpen = false;
  for (const { text, question } of lines) {
    const offers = offersIn(question, calendar);
    if (offers.length > 0) said.offers = offers;
    said.heard.push(...timesIn(question, calendar));
    const before = onlyDay(said.wishes[0]?.day && calendar && daysMeant(said.wishes[0].day, calendar));
    const tokens = withoutNo(tokensOf(text.replaceAll("’", "'")), said);
    const mentions = mentionsIn(tokens, calendar && before !== undefined ? { ...calendar, before } : calendar);
    const heard = hear(said, tokens, mentions);
    if (!heard || mentions.length > mostMentions) return undefined;
    const isAbout = mentions.length > 0 || said.wishes.length === 0 || asksTime.test(question);
    const loose = looseIn(tokens, mentions, { spans: heard.used, isAbout, calendar });
    if (heard.wishes.some(({ day }) => day)) isOpen = false;
    const answer = mentions.length === 0 && heard.wishes.length === 0 ? answerOf(text, question) : "none";
    const [offer, ...others] = offers;
    if (answer === "yes" && offer) {
      // "How about the following Tuesday?" does not tell which.
      if (others.length > 0 || related.test(question.toLowerCase())) isOpen = true;
      else heard.wishes = [{ ...said.wishes[0], ...completed(offer, said.wishes, calendar) }];
    }
    isOpen ||= loose !== undefined || (said.wishes.length > 0 && answer === "no");
    if (heard.wishes.length > 0) said.wishes = heard.wishes;
  }
  const { wishes, out } = said;
  if (isOpen || wishes.length === 0) return undefined;
  const verdicts = wishes.map((wish) => compareWish(wish, booked, said));
  const isOut = out.some((one) => compareTimesOn(one, booked, calendar) === "same");
  const isFree = wishes.some(({ hour, day }) => hour?.flexible || !day);
  if (verdicts.includes("same")) return !isOut ? "same" : isFree ? "different" : undefined;
  return verdicts.every((one) => one === "different") ? "different" : undefined;
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
  const baseOf = (): Wish | undefined => {
    const known = said.held ?? said.wishes[0] ?? (said.offers.length === 1 ? said.offers[0] : undefined);
    return own[0] ? { ...known, ...own[0] } : known;
  };
  const take = (wish: Wish, span: TokenSpan): boolean => {
    if (!wish.day && !wish.hour && !wish.bounds) return true;
    const between = last ? wordsOf(tokens, { at: last.next, next: span.at }) : "";
    const isPut = last !== undefined && isCorrected(tokens, { at: last.next, next: span.at });
    last = span;
    const [only] = own;
    if (
      /^(?:, )?(?:or|and)(?: (?:on|at|the|maybe|even|else|else on))*$/.test(between) &&
      !wish.bounds &&
      only &&
      !isBound(wish)
    ) {
      // "Thursday or Friday, doesn't matter"
      const hour = wish.hour?.flexible && !wish.hour.span ? wish.hour : undefined;
      const isAlike =
        Boolean(wish.day) === Boolean(only.day) &&
        Boolean(wish.hour ?? only.hour) === Boolean(hour ?? (wish.hour && only.hour));
      own =
        /\bor\b/.test(between) && isAlike ? [...own, wish].map((one) => ({ ...one, ...(hour ? { hour } : {}) })) : [];
      return own.length > 0;
    }
    // What is said once of several holds for each, if it adds to them.
    const joined = own.length === 0 ? [wish] : own.map((one) => join(one, wish, isPut, calendar));
    own = joined.flatMap((one) => (one ? [one] : []));
    return own.length === joined.length;
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
    if (flexible === "any" && /^(?:that|but|except|my|the|he|she|i|we|they|his|her)$/.test(behind)) return undefined;
    if (flexible === "soon" || !take(wishOf(mention.time), mention)) return undefined;
  }
  if (last && isTakenBack(wordsOf(tokens, { at: last.next, next: tokens.length }))) return undefined;
  const [only] = said.wishes;
  const base = said.wishes.length === 1 ? only : said.wishes.length === 0 ? said.held : undefined;
  own = own.map((wish) => chosenOf(wish, said));
  return { wishes: own.map((wish) => (base && !(wish.day && wish.hour) ? { ...base, ...wish } : wish)), used };
}

const isBound = ({ hour }: Wish) => hour?.span !== undefined && hour.span.kind !== "at";

/** A wish with what is said behind it. */
function join(before: Wish, later: Wish, isPut: boolean, calendar?: Calendar): Wish | undefined {
  const day = before.day && later.day ? compareTimesOn(before.day, later.day, calendar) : "same";
  if (day === "different" && !isPut) return undefined;
  if (before.day && later.day && day === "same")
    return join({ ...before, day: undefined }, { ...later, day: { ...later.day, ...before.day } }, isPut, calendar);
  if (later.bounds) return { ...before, bounds: [...(before.bounds ?? []), ...later.bounds] };
  const both = before.hour && later.hour;
  if (!both || isPut || before.hour?.flexible) return { ...before, ...later };
  // "Any time before three", "in the evening, say eight", "after two and before five"
  if (before.hour?.part && !before.hour.span && later.hour?.span)
    return { ...before, ...later, hour: settleTime({ part: before.hour.part, span: later.hour.span }) };
  if (isBound(before) || isBound(later)) {
    const [at, bound] = isBound(later) ? [before.hour, later.hour] : [later.hour, before.hour];
    return { ...before, ...later, hour: at, bounds: [...(before.bounds ?? []), ...(bound ? [bound] : [])] };
  }
  return compareSpans(before.hour ?? {}, later.hour ?? {}) === "same" ? { ...before, ...later } : undefined;
}

/** Compares a wish with what was booked; a day that the caller leaves out is the one that was heard. */
function compareWish(
  { day, hour, bounds = [] }: Wish,
  booked: SpokenTime,
  { heard, told, calendar }: Caller,
): SlotComparison {
  const { span, part, not: _not, flexible: _flexible, ...bookedDay } = booked;
  const days = heard.filter(namesDay);
  const isHeard = days.every((one) => compareTimesOn(dayOf(one), bookedDay, calendar) === "same");
  const known = day ?? (days.length > 0 && isHeard ? bookedDay : undefined);
  const dayIs = !namesDay(bookedDay) ? "same" : known ? compareTimesOn(known, bookedDay, calendar) : "open";
  const isVague =
    hour &&
    (leavesHourOpen(hour, booked) || timeKind(calendar).adds?.(showTime(hour), showTime(booked), "") !== undefined);
  // "We're in there at five in the morning, so five": another half of the day for the same hour.
  const isTwin = ({ span: other }: SpokenTime) =>
    other?.kind === "at" &&
    span?.kind === "at" &&
    other.clock.minutes === span.clock.minutes &&
    other.clock.half !== undefined &&
    other.clock.half !== span.clock.half;
  const within = bounds.map((one) => compareSpans(one, booked));
  const hourIs =
    !span && !part
      ? "same"
      : isVague || (hour?.span?.kind === "at" && !hour.span.clock.half && told.some(isTwin))
        ? "open"
        : hour?.span || hour?.part
          ? compareSpans(hour, booked)
          : hour?.flexible || bounds.length > 0
            ? "same"
            : "open";
  const all = [dayIs, hourIs, ...(span || part ? within : [])];
  return all.includes("different") ? "different" : all.every((one) => one === "same") ? "same" : "open";
}
