/** A span of time, both ends included, in milliseconds since 1970. */
interface Period {
  from: number;
  to: number;
}

/** The time from an answer to the request after it: when it was recorded, and now by each clock that the agent may read. */
export interface Interlude {
  recorded: Period;
  replayed: readonly Period[];
}

const clockTime = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?!\\d)";
/** Date and time as programs write them, a time of day, or seconds since 1970 and their fractions. */
const instant = new RegExp(
  `(${[
    `(?<!\\d)\\d{4}-?\\d{2}-?\\d{2}[T ](?:${clockTime}|\\d{6})(?:\\s?(?:Z|UTC|[+-]\\d{2}(?::?\\d{2})?)(?!\\w))?`,
    `(?<![\\d:])${clockTime}(?:\\s?[ap]\\.?m\\b\\.?)?`,
    "(?<![\\d.])\\d{10}(?:\\d{3}){0,3}(?:\\.\\d+)?(?!\\d)",
  ].join("|")})`,
  "gi",
);
const whole = /^(\d{4})-?(\d{2})-?(\d{2})[T ](.+)$/i;
const daytime = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?\s?([ap]\.?m\.?|Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;

const minute = 60_000;
const day = 24 * 60 * minute;
/** Zones differ by quarters of an hour. */
const offsets = (hours: number) => Array.from({ length: 8 * hours + 1 }, (_, n) => (n - 4 * hours) * 15 * minute);
const zones = { utc: [0], epoch: [0], local: offsets(14), daily: offsets(38) };

/** A moment as it is written: as exact as its text, and in a zone that the text may not name. */
interface Written {
  kind: keyof typeof zones;
  from: number;
  lengthMs: number;
}

/**
 * Whether two requests differ only in moments of the same interlude. A text without a zone may be in any, but both must be
 * in the same.
 */
export function sameButForTime(recorded: string, asked: string, interludes: readonly Interlude[]): boolean {
  // The text between moments has even places.
  const [was, is] = [recorded.split(instant), asked.split(instant)];
  const fits = (text: string, place: number) =>
    text === is[place] || (place % 2 === 1 && isSameMoment(written(text), written(is[place] ?? ""), interludes));
  return was.length === is.length && was.every(fits);
}

function isSameMoment(was: Written | undefined, is: Written | undefined, interludes: readonly Interlude[]): boolean {
  if (!was || is?.kind !== was.kind || is.lengthMs !== was.lengthMs) return false;
  return interludes.some(({ recorded, replayed }) =>
    replayed.some((now) =>
      zones[was.kind].some((offset) => isWithin(was, recorded, offset) && isWithin(is, now, offset)),
    ),
  );
}

function isWithin({ kind, from, lengthMs }: Written, span: Period, offset: number): boolean {
  const midnight = kind === "daily" ? Math.floor(span.from / day) * day : 0;
  const start = midnight + from - offset;
  return start <= span.to && start + lengthMs > span.from;
}

function written(text: string): Written | undefined {
  const [, year, month, date, rest = text] = whole.exec(text) ?? [];
  if (year === undefined && !rest.includes(":")) return sinceEpoch(text);
  const [, hour, minutes, seconds, fraction, mark = ""] = daytime.exec(rest) ?? [];
  if (hour === undefined) return undefined;
  const afternoon = /^p/i.test(mark) ? 12 : 0;
  const hours = /^[ap]/i.test(mark) ? (Number(hour) % 12) + afternoon : Number(hour);
  const inDay = (hours * 60 + Number(minutes)) * minute + Number(`${seconds ?? 0}.${fraction ?? 0}`) * 1000;
  const lengthMs = seconds === undefined ? minute : lengthOf(fraction?.length ?? 0);
  if (year === undefined) return { kind: "daily", from: inDay, lengthMs };
  const from = Date.UTC(Number(year), Number(month) - 1, Number(date)) + inDay;
  return mark === "" ? { kind: "local", from, lengthMs } : { kind: "utc", from: from - zoneOf(mark), lengthMs };
}

/** Seconds since 1970, or milli-, micro- or nanoseconds, by the number of digits. */
function sinceEpoch(text: string): Written {
  const [digits = "", fraction = ""] = text.split(".");
  const unit = 1000 / 10 ** (digits.length - 10);
  return { kind: "epoch", from: Number(text) * unit, lengthMs: fraction ? lengthOf(fraction.length) : unit };
}

/** How long a moment lasts that is written with this many digits after the seconds; a clock gives whole milliseconds. */
function lengthOf(digits: number): number {
  return digits < 3 ? 1000 / 10 ** digits : 1;
}

function zoneOf(mark: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(mark) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute;
  return sign === "-" ? -offset : offset;
}
