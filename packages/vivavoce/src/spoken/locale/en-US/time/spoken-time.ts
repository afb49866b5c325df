/** A time on a clock face; `half` is left out if nobody said whether it is morning or not. */
export interface ClockTime {
  /** Minutes from twelve, 0 to 719. */
  minutes: number;
  half?: "am" | "pm" | undefined;
}

/** When on a day: at a time, between two, or on one side of it. */
export type ClockSpan =
  | { kind: "at" | "after" | "before"; clock: ClockTime }
  | { kind: "between"; from: ClockTime; to: ClockTime /** "Ten to four" may also be 3:50. */; or?: ClockTime };

export type DayPart = "morning" | "afternoon" | "evening" | "night";

export interface CalendarDate {
  year?: number | undefined;
  month?: number | undefined;
  day: number;
}

/** A point or span of time as people say it; what was not said is left out. */
export interface SpokenTime {
  relative?: "today" | "tomorrow" | "day after tomorrow" | undefined;
  /** "some" where it was told, but not understood: "the following Tuesday". */
  week?: "this" | "next" | "some" | undefined;
  /** 0 is Sunday. */
  weekday?: number | undefined;
  date?: CalendarDate | undefined;
  /** Saturday or Sunday of a week, which only a calendar tells, or every one. */
  weekend?: true | "every" | undefined;
  part?: DayPart | undefined;
  span?: ClockSpan | undefined;
  /** The speaker leaves it to the other side: as soon as possible, or any time. */
  flexible?: "soon" | "any" | undefined;
  /** What the speaker rules out. */
  not?: readonly SpokenTime[] | undefined;
}

export const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
export const months = "january february march april may june july august september october november december".split(
  " ",
);

/** One way to write a time; reading it gives the same time again. */
export function showTime({
  relative,
  week,
  weekday,
  date,
  weekend,
  part,
  span,
  flexible,
  not = [],
}: SpokenTime): string {
  const which = week ? `${week} ` : "";
  const named = weekday === undefined ? undefined : weekdays[weekday];
  const day =
    weekend === "every"
      ? "weekends"
      : weekend
        ? `${named ? `${named} ` : ""}${which}weekend`
        : named && `${which}${named}`;
  const clear = flexible === "soon" ? "as soon as possible" : flexible && "any time";
  const shown = [relative, day, date && showDate(date), part, span && showSpan(span), clear].filter(Boolean).join(" ");
  return [...(shown ? [shown] : []), ...not.map((time) => `not ${showTime(time)}`)].join(" ");
}

function showDate({ year, month, day }: CalendarDate): string {
  if (month === undefined) return `the ${day}th`;
  if (year === undefined) return `${months[month - 1]} ${day}`;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function showSpan(span: ClockSpan): string {
  if (span.kind === "between") {
    if (span.or) return `${span.from.minutes === 300 ? "five" : "ten"} to ${showClock(span.to)}`;
    return `between ${showClock(span.from)} and ${showClock(span.to)}`;
  }
  return `${span.kind} ${showClock(span.clock)}`;
}

function showClock({ minutes, half }: ClockTime): string {
  const hour = Math.floor(minutes / 60) || 12;
  return `${hour}:${String(minutes % 60).padStart(2, "0")}${half ? ` ${half}` : ""}`;
}
