import type { Calendar } from "../../../slots/slot.ts";
import type { Token } from "../../../text/tokens.ts";
import { wishes } from "../left-over/times.ts";
import { daysOf, hoursOf } from "../left-over/words.ts";
import { hearHours } from "../numbers/digit-run.ts";
import { compareSpans, compareTimesOn, leavesHourOpen, namesDay } from "../time/compare-times.ts";
import { scanTimes } from "../time/scan-times.ts";
import { type SpokenTime, showTime } from "../time/spoken-time.ts";
import { isTold, readTime, timeKind } from "../time/time-kind.ts";
import { type Claim, clauseAt, clauseEnd, saidIn, type Weighed } from "./stances.ts";

/** What a text names of a time: its day and its hour. */
export function timeIn(
  value: string,
  tokens: readonly Token[],
  lines: readonly unknown[],
  calendar?: Calendar,
): Weighed | undefined {
  const booked = readTime(value, calendar);
  // What the agent offers may be one of two: "Thursday, in the morning or in the afternoon?"
  const said = lines.length > 0 ? saidIn(tokens) : saidIn(tokens).replace(/\bor\b/g, "");
  if (!booked || wishes.isOpen(said)) return undefined;
  const { span: bookedSpan, part: _part, ...bookedDay } = booked;
  const isGreeting = (at: number) => /^(?:good|great|nice|lovely)$/.test(tokens[at - 1]?.word ?? "");
  const times = scanTimes(hearHours(tokens), { lenient: true, calendar }).filter(({ at }) => !isGreeting(at));
  const claims = times.flatMap(({ at, next, time }): Claim[] => {
    const { span, part, not = [], flexible, ...day } = time;
    if (flexible && !span) return [{ at, next, sort: "day", form: "?" }];
    // "We're in there at five in the morning, so five": another half of the day for the same hour.
    const twin = bookedSpan?.kind === "at" && span?.kind === "at" && span.clock.minutes === bookedSpan.clock.minutes;
    const told = isToldAt(tokens, { at, next }) && !(twin && compareSpans({ span }, booked) === "different");
    const claim = (sort: string, one: SpokenTime, how: string): Claim => ({
      at,
      next,
      sort,
      form: how === "same" ? "" : how === "different" ? showTime(one) : "?",
      ...(told ? { stance: "theirs" as const } : {}),
    });
    const out = not.map(
      (one): Claim => ({
        ...claim(namesDay(one) ? "day" : "hour", one, compareTimesOn(one, booked, calendar)),
        stance: "out",
      }),
    );
    const hour = { span, part };
    const isOpen = leavesHourOpen(hour, booked) || timeKind(calendar).adds?.(showTime(hour), value, "") !== undefined;
    return [
      ...out,
      ...(namesDay(day) ? [claim("day", day, compareTimesOn(day, bookedDay, calendar))] : []),
      ...((span || part) && bookedSpan
        ? [claim("hour", hour, isOpen || (told && span?.kind !== "at") ? "open" : compareSpans(hour, booked))]
        : []),
    ];
  });
  const isRead = ({ at, next }: { at: number; next: number }) => times.some((one) => at >= one.at && next <= one.next);
  return {
    parts: [...(namesDay(booked) ? ["day"] : []), ...(bookedSpan ? ["hour"] : [])].map((sort) => ({ sort, form: "" })),
    claims,
    isWhole: [...daysOf([...tokens]), ...hoursOf([...tokens])].every((span) => isRead(span) || isGreeting(span.at)),
    differs: (_, { form }) => form !== "?",
  };
}

/** Whether the clause around a time says more than that it is wanted: "I leave for the ferry at eight". */
function isToldAt(tokens: readonly Token[], { at, next }: { at: number; next: number }): boolean {
  const from = clauseAt(tokens, at);
  const words = [...tokens.slice(from, at), ...tokens.slice(next, clauseEnd(tokens, next))];
  const said = words.flatMap(({ kind, word }) => (kind === "mark" ? [] : [word])).join(" ");
  return isTold(tokens, at) || !wishes.isPlain(said);
}
