import type { Calendar } from "../../../slots/slot.ts";
import { dateOf, daysMeant, onlyDay } from "../time/calendar.ts";
import { compareTimesOn } from "../time/compare-times.ts";
import { clockAt } from "../time/read-clock.ts";
import { type SpokenTime, showTime } from "../time/spoken-time.ts";
import { readTime, timeKind } from "../time/time-kind.ts";
import { type Caller, dayOf, type Mention, type Wish, wishOf } from "./time-mentions.ts";

/** A wish that stands for a time said before: "an hour later", "the middle one", "after that". */
const places: readonly [RegExp, (offers: readonly Wish[]) => Wish | undefined][] = [
  [/^(?:first|former|earlier|earliest)$/, (offers) => offers[0]],
  [/^(?:last|latest)$/, (offers) => offers.at(-1)],
  [/^(?:second|latter|later)$/, (offers) => (offers.length === 2 ? offers[1] : undefined)],
  [/^second$/, (offers) => offers[1]],
  [/^third$/, (offers) => offers[2]],
  [/^middle$/, (offers) => (offers.length === 3 ? offers[1] : undefined)],
];
const moved =
  /\b(?:(an?|one|two|three|half an?|an? half|fifteen|thirty|a couple(?: of)?) (?:an )?(minutes?|hours?|days?|weeks?)(?: and a half)? (later|after|earlier|sooner|before|back|up|ahead)\b(?! (?:it|that|this)\b(?! (?:if|please|$)))(?: than (?:that|this|it))?|(later|earlier|back|up) (?:by )?(?:like |maybe |about )?(an?|one|two|three|half an?|an? half|fifteen|thirty|a couple(?: of)?) (minutes?|hours?|days?|weeks?))\b/;
const chosen =
  /\b(?:the )?(first|former|earlier|earliest|last|latest|second|latter|later|third|middle|other)(?: (?:one|slot|option|time|window|date|day)(?:'s)?)?(?= |$)/;
const oneAfter =
  /\b(?:the )?(?:one (?:right |just )?after(?: (?:it|that|this|next))?|following (?:one|week)|week after(?: that)?)(?=\W*$)/;
const sameAgain = /\b(?:the )?same (?:time|hour)\b(?! (?:as|like|that|we|i|you)\b)|\bkeep the (?:time|hour)\b/;
const anaphor = /\b(?:(nothing|not|don't come|no) )?(after|before|until|till) (?:that|then)\b/;
const counts: { readonly [word: string]: number } = { two: 2, three: 3, fifteen: 15, thirty: 30 };

/** What a clause without a time of its own wishes by another one. */
export function standIn(
  words: string,
  said: Caller,
  base: Wish | undefined,
  last: Mention | undefined,
): { wish: Wish; text: string } | undefined {
  const [by, n1, unit1, way1, way2, n2, unit2] = moved.exec(words) ?? [];
  if (by !== undefined && base) {
    const amount = `${n1 ?? n2}`;
    const count = /half/.test(amount) ? 0.5 : /couple/.test(amount) ? 2 : (counts[amount] ?? 1);
    const sign = /later|after|back/.test(way1 ?? way2 ?? "") ? 1 : -1;
    const wish = shifted(base, count * sign, unit1 ?? unit2 ?? "", said.calendar);
    return wish && { wish, text: by };
  }
  if (by !== undefined) return undefined;
  const [after] = oneAfter.exec(words) ?? [];
  const from = last && said.calendar && onlyDay(daysMeant(dayOf(last.time.not?.[0] ?? last.time), said.calendar));
  if (after !== undefined && from !== undefined) return { wish: { day: { date: dateOf(from + 7) } }, text: after };
  const again = sameAgain.exec(words)?.[0];
  if (again !== undefined && base?.hour) return { wish: { hour: base.hour }, text: again };
  const [bound, not, side = ""] = anaphor.exec(words) ?? [];
  const clock = last && clockOf(last.time, side);
  if (bound !== undefined && clock) {
    const isAfter = (side === "after") === (not === undefined);
    const { day } = wishOf(last.time);
    return {
      wish: { ...(base?.day ? {} : { day }), bounds: [{ span: { kind: isAfter ? "after" : "before", clock } }] },
      text: bound,
    };
  }
  const { offers } = said;
  const [one, place] = chosen.exec(words) ?? [];
  if (one === undefined || place === undefined || offers.length < 2) return undefined;
  const rest = offers.filter(
    (offer) =>
      ![...said.out, ...said.told].some(
        (time) => compareTimesOn(time, { ...offer.day, ...offer.hour }, said.calendar) === "same",
      ),
  );
  const isOwn = (offer: Wish) => base !== undefined && offer.day === base.day && offer.hour === base.hour;
  const others = offers.some(isOwn) ? offers.filter((offer) => !isOwn(offer)) : rest;
  const pick =
    place === "other"
      ? offers.length === 2 && others.length === 1
        ? others[0]
        : undefined
      : places.flatMap(([word, pick]) => (word.test(place) ? [pick(offers)] : [])).find((wish) => wish);
  return pick && { wish: pick, text: one };
}

/** The clock at the end, or the beginning, of a time. */
function clockOf({ span }: SpokenTime, side: string) {
  if (!span) return undefined;
  return span.kind === "between" ? (side === "after" ? span.to : span.from) : span.clock;
}

function shifted({ day, hour }: Wish, count: number, unit: string, calendar: Calendar | undefined): Wish | undefined {
  if (/^(?:day|week)/.test(unit)) {
    const days = count * (unit.startsWith("week") ? 7 : 1);
    const known = day && calendar && onlyDay(daysMeant(day, calendar));
    if (known !== undefined) return { day: { date: dateOf(known + days) }, hour };
    return day?.weekday === undefined ? undefined : { day: { weekday: (day.weekday + days + 7) % 7 }, hour };
  }
  const { span } = hour ?? {};
  if (span?.kind !== "at") return undefined;
  const { minutes, half } = span.clock;
  const total =
    (minutes + (half === "pm" ? 720 : 0) + Math.round(count * (unit.startsWith("hour") ? 60 : 1)) + 1440) % 1440;
  const clock = half === undefined ? { minutes: total % 720 } : clockAt(total);
  return { day, hour: { span: { kind: "at", clock } } };
}

/** "Tuesday" after "Tuesday the 24th" is that Tuesday. */
export function completed<Some extends Wish>(
  wish: Some,
  before: readonly Wish[],
  calendar: Calendar | undefined,
): Some {
  const days = before.flatMap(({ day }) => (day ? [showTime(day)] : []));
  const said = wish.day && timeKind(calendar).complete?.(showTime(wish.day), days);
  return said === undefined ? wish : { ...wish, day: readTime(said, calendar) };
}

/** "Thursday, I guess", of several that the agent has offered */
export function chosenOf(said: Wish, { offers, calendar }: Caller): Wish {
  const wish = completed(said, offers, calendar);
  if (wish.bounds) return wish;
  const isSame = (offer: Wish) =>
    compareTimesOn({ ...wish.day, ...wish.hour }, { ...offer.day, ...offer.hour }, calendar) === "same";
  const [one, ...others] = offers.filter(isSame);
  return one && others.length === 0 ? { ...one, hour: wish.hour ?? one.hour } : wish;
}
