import { type Token, wordsAt } from "../../../text/tokens.ts";
import { type Calendar, dateOf, dayNumber, weekdayOn } from "./calendar.ts";
import type { ReadPart } from "./read-part.ts";

/** Holidays: month and day, or month, weekday, which of them (5: the last), and days behind it. */
const holidays =
  "christmas eve:12 24;christmas day:12 25;christmas:12 25;new year's eve:12 31;new years eve:12 31;new year's day:1 1;new year's:1 1;halloween:10 31;valentine's day:2 14;valentine's:2 14;veterans day:11 11;juneteenth:6 19;independence day:7 4;thanksgiving day:11 4 4 0;thanksgiving:11 4 4 0;black friday:11 4 4 1;labor day:9 1 1 0;memorial day:5 1 5 0;presidents day:2 1 3 0;columbus day:10 1 2 0;mother's day:5 0 2 0;father's day:6 0 3 0"
    .split(";")
    .map((line) => {
      const [name = "", when = ""] = line.split(":");
      const [month = 0, day = 0, nth, behind = 0] = when.split(" ").map(Number);
      return { words: name.split(" "), month, day, nth, behind };
    });

/** Reads "Thanksgiving", "the day before Christmas", "two days after New Year's" as a date. */
export function readHoliday(
  tokens: readonly Token[],
  at: number,
  calendar: Calendar | undefined,
): ReadPart | undefined {
  const the = tokens[at]?.word === "the" ? 1 : 0;
  const counted = tokens[at + the]?.word === "day" ? { before: -1, after: 1 }[tokens[at + the + 1]?.word ?? ""] : 0;
  const from = counted ? at + the + 2 : at;
  const holiday = holidays.find(({ words }) => wordsAt(tokens, from, words));
  const next = from + (holiday?.words.length ?? 0);
  if (!holiday || counted === undefined || /^(?:week|weekend|time|dinner|break)$/.test(tokens[next]?.word ?? "")) {
    return undefined;
  }
  if (!calendar) {
    const { month, day, nth } = holiday;
    return nth === undefined && !counted ? { time: { date: { month, day } }, next } : undefined;
  }
  const { year } = dateOf(calendar.today);
  const [day] = [year, year + 1].flatMap((one) => dayIn(one, holiday) ?? []).filter((one) => one >= calendar.today);
  return day === undefined ? undefined : { time: { date: dateOf(day + counted) }, next };
}

function dayIn(year: number, { month, day, nth, behind }: (typeof holidays)[number]): number | undefined {
  if (nth === undefined) return dayNumber(year, month, day);
  const first = dayNumber(year, month, 1) ?? 0;
  const found = first + ((day - weekdayOn(first) + 7) % 7) + 7 * (nth - 1);
  return (dateOf(found).month === month ? found : found - 7) + behind;
}
