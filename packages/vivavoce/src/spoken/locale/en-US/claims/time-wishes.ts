import type { Calendar, SlotComparison } from "../../../slots/slot.ts";
import { compareSpans, compareTimesOn, leavesHourOpen, namesDay } from "../time/compare-times.ts";
import { settleTime } from "../time/read-clock.ts";
import type { SpokenTime } from "../time/spoken-time.ts";
import { type Caller, dayOf, type Wish } from "./time-mentions.ts";

/** Words between two times of which any will do. */
export const choice =
  /^(?:, )?(?:(?:if (?:you have|you've got|you got) (?:it|that|one|room)|if possible)(?: ,)? )?(or|and|otherwise|if not|failing that|or else)(?: ,)?(?: (?:on|at|the|maybe|even|else|then|around|in))*$/;

export const free = /\b(?:free|open|available|home|off|around|good|works?|okay|fine)\b/;

/** Several times with one more; what only one of them says of the day or the hour holds for all. */
export function eitherOf(some: readonly Wish[], wish: Wish): Wish[] {
  // "Thursday or Friday, doesn't matter"
  const hour = wish.hour?.flexible && !wish.hour.span ? wish.hour : undefined;
  const all = [...some, wish];
  const [days, hours] = [all.filter(({ day }) => day), all.filter((one) => one.hour)];
  const isDistinct = (part: readonly Wish[]) => part.length === 0 || part.length === 1 || part.length === all.length;
  // Whether the morning of "Monday or Tuesday morning" is that of both days is anybody's guess.
  if (!hour && (!isDistinct(days) || !isDistinct(hours) || (hours.length === 1 && days.length > 1))) return [];
  return all.map((one) => ({ day: one.day ?? days[0]?.day, hour: hour ?? one.hour ?? hours[0]?.hour }));
}

export const isBound = ({ hour }: Wish) => hour?.span !== undefined && hour.span.kind !== "at";

/** A wish with what is said behind it. */
export function join(before: Wish, later: Wish, isPut: boolean, calendar?: Calendar): Wish | undefined {
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
export function compareWish(
  { day, hour, bounds = [] }: Wish,
  booked: SpokenTime,
  { heard, told, calendar }: Caller,
  namesHour: boolean,
): SlotComparison {
  const { span, part, not: _not, flexible: _flexible, ...bookedDay } = booked;
  const days = heard.filter(namesDay);
  const isHeard = days.every((one) => compareTimesOn(dayOf(one), bookedDay, calendar) === "same");
  const known = day ?? (days.length > 0 && isHeard ? bookedDay : undefined);
  const dayIs =
    !namesDay(bookedDay) || (!day && hour?.flexible === "any")
      ? "same"
      : known
        ? compareTimesOn(known, bookedDay, calendar)
        : "open";
  const isVague = hour && (leavesHourOpen(hour, booked) || leavesHalfOpen(hour, booked));
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
          : hour?.flexible || bounds.length > 0 || !namesHour
            ? "same"
            : "open";
  const all = [dayIs, hourIs, ...(span || part ? within : [])];
  return all.includes("different") ? "different" : all.every((one) => one === "same") ? "same" : "open";
}

/** Whether a half of the day was booked that nobody said and the hour does not tell, for whoever lets a technician in. */
function leavesHalfOpen({ span: one }: SpokenTime, { span: other }: SpokenTime): boolean {
  if (one?.kind !== "at" || other?.kind !== "at" || one.clock.half || !other.clock.half) return false;
  const { minutes, half } = other.clock;
  return one.clock.minutes === minutes && half !== (minutes >= 480 ? "am" : minutes < 360 ? "pm" : undefined);
}
