import type { Calendar } from "../../../slots/slot.ts";
import { phraseAt, phrasesFor } from "../../../text/reading.ts";
import { type Token, wordsAt } from "../../../text/tokens.ts";
import { dateOf, daysMeant, inWeek, onlyDay } from "./calendar.ts";
import { clockAt, readFigure } from "./read-clock.ts";
import type { ReadPart } from "./read-day.ts";
import { readDay, readPhrase, weekdayAt } from "./read-day.ts";
import type { SpokenTime } from "./spoken-time.ts";

/** Reads a day that takes a calendar to tell: "in three days", "a week from Monday", "Tuesday next week", "this weekend". */
export function readCounted(tokens: readonly Token[], at: number, calendar: Calendar): ReadPart | undefined {
  return (
    readPhrase(tokens, at, weekends) ??
    readDaysAhead(tokens, at, calendar) ??
    readHoursAhead(tokens, at, calendar) ??
    readDaysFrom(tokens, at, calendar) ??
    readDayOfWeek(tokens, at, calendar) ??
    readNeighbour(tokens, at, calendar)
  );
}

const weekends = phrasesFor<SpokenTime>([
  [{ week: "this", weekend: true }, "this weekend, this coming weekend, the weekend, coming weekend"],
  [{ week: "next", weekend: true }, "next weekend"],
]);

/** "in three days", "in a week" */
function readDaysAhead(tokens: readonly Token[], at: number, { today }: Calendar): ReadPart | undefined {
  const amount = tokens[at]?.word === "in" ? readDays(tokens, at + 1) : undefined;
  if (!amount || /^(?:or|to|of)$/.test(tokens[amount.next]?.word ?? "")) return undefined;
  const next = wordsAt(tokens, amount.next, ["from", "now"]) ? amount.next + 2 : amount.next;
  return { time: onDay(today + amount.days), next };
}

/** "in two hours": about then, today. */
function readHoursAhead(tokens: readonly Token[], at: number, { minutes }: Calendar): ReadPart | undefined {
  const count =
    tokens[at]?.word === "in" ? readCount(tokens, at + (tokens[at + 1]?.word === "about" ? 2 : 1)) : undefined;
  if (!count || minutes === undefined || !/^hours?$/.test(tokens[count.next]?.word ?? "")) return undefined;
  const [from, to] = [-30, 60].map((about) => minutes + count.value * 60 + about);
  if (from === undefined || to === undefined || to >= 24 * 60) return undefined;
  const span = { kind: "between", from: clockAt(from), to: clockAt(to) } as const;
  return { time: { relative: "today", span }, next: count.next + 1 };
}

/** "a week from Monday", "eight days from today" */
function readDaysFrom(tokens: readonly Token[], at: number, calendar: Calendar): ReadPart | undefined {
  // "two or three days from now" leaves it open.
  if (/^(?:or|to|[-–—])$/.test(tokens[at - 1]?.word ?? "")) return undefined;
  const amount = readDays(tokens, at);
  if (!amount || !/^(?:from|after)$/.test(tokens[amount.next]?.word ?? "")) return undefined;
  const from = amount.next + 1;
  if (tokens[from]?.word === "now") return { time: onDay(calendar.today + amount.days), next: from + 1 };
  const the = wordsAt(tokens, from, ["the", "day"]) || wordsAt(tokens, from, ["this", "coming"]) ? 1 : 0;
  const base = readDay(tokens, from + the);
  const day = onlyDay(base && daysMeant(base.time, calendar));
  return base && day !== undefined ? { time: onDay(day + amount.days), next: base.next } : undefined;
}

/** "Tuesday next week", "Tuesday of next week", "next week on Tuesday" */
function readDayOfWeek(tokens: readonly Token[], at: number, { today }: Calendar): ReadPart | undefined {
  const first = weekAt(tokens, at);
  const skipped =
    first === undefined ? 0 : [...tokens.slice(at + 2, at + 4)].findIndex(({ word }) => !/^(?:on|,)$/.test(word));
  const dayAt = first === undefined ? at : at + 2 + Math.max(skipped, 0);
  const weekday = weekdayAt(tokens[dayAt]);
  if (weekday === undefined) return undefined;
  const of = tokens[dayAt + 1]?.word === "of" ? 1 : 0;
  const ahead = first ?? weekAt(tokens, dayAt + 1 + of);
  if (ahead === undefined) return undefined;
  const days = inWeek(weekday, ahead, today);
  const [day = 0] = days;
  if (days.length > 1 || day < today) return undefined;
  return { time: onDay(day), next: first === undefined ? dayAt + 3 + of : dayAt + 1 };
}

/** "the day after", "the next day": counted from the day that was spoken of before. */
function readNeighbour(tokens: readonly Token[], at: number, { before }: Calendar): ReadPart | undefined {
  const found = phraseAt(tokens, at, neighbours);
  const after = tokens[found?.next ?? -1];
  const ends = after?.kind !== "word" || /^(?:at|in|around|please|instead|then|if|would|works|is)$/.test(after.word);
  return found && ends && before !== undefined ? { time: onDay(before + found.means), next: found.next } : undefined;
}

const neighbours = phrasesFor([
  [1, "the day after that, the day after, the next day, the following day, a day later, one day later"],
  [-1, "the day before, a day earlier, one day earlier"],
]);

function weekAt(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at + 1]?.word !== "week") return undefined;
  return tokens[at]?.word === "next" ? 1 : tokens[at]?.word === "this" ? 0 : undefined;
}

/** "three days", "a week", "a couple of weeks" */
function readDays(tokens: readonly Token[], at: number): { days: number; next: number } | undefined {
  const count = readCount(tokens, at);
  const unit = /^(day|week)s?$/.exec(tokens[count?.next ?? -1]?.word ?? "")?.[1];
  return count && unit ? { days: count.value * (unit === "week" ? 7 : 1), next: count.next + 1 } : undefined;
}

function readCount(tokens: readonly Token[], at: number): { value: number; next: number } | undefined {
  if (wordsAt(tokens, at, ["a", "couple"])) return { value: 2, next: tokens[at + 2]?.word === "of" ? at + 3 : at + 2 };
  return /^an?$/.test(tokens[at]?.word ?? "") ? { value: 1, next: at + 1 } : readFigure(tokens, at);
}

function onDay(day: number): SpokenTime {
  return { date: dateOf(day) };
}
