import {
  canonicalJson,
  isJsonObject,
  type JsonValue,
  mapStrings,
  marksIn,
  replaceMarks,
  sha256,
  systemClock,
} from "../base/index.ts";
import { type Interlude, sameButForTime } from "./request-instants.ts";

/** What to ignore when a request is compared with a recorded one. */
export interface RequestMatchers {
  /** JSON pointers into the request: "/metadata". */
  ignore?: readonly string[] | undefined;
  /**
   * "today" (the run's own date in its usual forms; other dates still count), "uuid", or what a pattern finds. "now" (a
   * moment between the previous answer and the request) always holds, except with an empty list.
   */
  normalise?: readonly ("now" | "today" | "uuid" | RegExp)[] | undefined;
}

/** Why two requests count as the same: besides parts that are ignored, or besides the time in them. */
type Likeness = "ignored" | "time";

/** What a request may differ in, and when it is asked. */
interface Comparison extends RequestMatchers {
  /** When the recorded trial began. */
  start: number;
  time: readonly Interlude[];
}

/** Whether a request is the recorded one, if not to the letter. */
export function alike(recorded: JsonValue, asked: JsonValue, comparison: Comparison): Likeness | undefined {
  const { ignore, normalise, start, time } = comparison;
  const interludes = normalise?.length === 0 ? [] : time;
  if (sameButForTime(comparableText(recorded), comparableText(asked), interludes)) return "time";
  if (!ignore?.length && !normalise?.length) return undefined;
  const text = (request: JsonValue, at: number) => comparableText(matchable(request, comparison, at));
  // The real time, for the date in requests of an agent that does not read the trial's.
  const isSame = (at: number) => sameButForTime(text(recorded, start), text(asked, at), interludes);
  return isSame(start) || isSame(systemClock.now()) ? "ignored" : undefined;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** A request with all ignored parts made equal. `at` is when it was asked, in milliseconds since 1970. */
function matchable(request: JsonValue, { ignore = [], normalise = [] }: RequestMatchers, at: number): JsonValue {
  const kept = ignore.reduce(without, request);
  const patterns = normalise.flatMap((one) =>
    one === "now" ? [] : one === "today" ? todayIn(at) : one === "uuid" ? [uuid] : [global(one)],
  );
  return mapStrings(kept, (text) => patterns.reduce((left, pattern) => left.replace(pattern, "[any]"), text));
}

function without(value: JsonValue, pointer: string): JsonValue {
  const [, first = "", ...rest] = pointer.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const deeper = rest.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => (String(index) !== first ? [one] : deeper ? [without(one, deeper)] : []));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, first)) return value;
  const { [first]: found, ...others } = value;
  return deeper && found !== undefined ? { ...value, [first]: without(found, deeper) } : others;
}

/** The pattern with the flag g, so that it replaces everything it finds. */
function global({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
}

const months = "January February March April May June July August September October November December".split(" ");

/** A day as people and programs write it, in UTC and in this machine's time zone. */
function todayIn(at: number): RegExp[] {
  const moment = new Date(at);
  const local = [moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getDay()] as const;
  const world = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate(), moment.getUTCDay()] as const;
  return [local, world].flatMap(([year, month, day, weekday]) => {
    const name = months[month] ?? "";
    const [mm, dd] = [month + 1, day].map((part) => `0?${part}`);
    const monthName = `(?:${name}|${name.slice(0, 3)}\\.?)`;
    const dayName = `(?:\\b(?:${weekdays[weekday]}|${weekdays[weekday]?.slice(0, 3)}\\.?),?\\s+(?:the\\s+)?)?`;
    const nth = `0?${day}(?:st|nd|rd|th|\\.)?`;
    const time =
      "(?:[T ,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:\\s?[AaPp]\\.?[Mm]\\.?)?(?:Z|\\s?(?:GMT|UTC)?[+-]\\d{2}:?\\d{2})?)?";
    return [
      `\\b${year}[-/.]${mm}[-/.]${dd}(?!\\d)${time}`,
      `\\b(?:${mm}[-/.]${dd}|${dd}[-/.]${mm})[-/.](?:${year}|${String(year).slice(2)})(?!\\d)${time}`,
      `${dayName}\\b${monthName}\\s+${nth}(?:,?\\s+${year})?(?!\\d)${time}`,
      `${dayName}\\b${nth}\\s+(?:of\\s+)?${monthName}(?:,?\\s+${year})?(?!\\d)${time}`,
    ].map((pattern) => new RegExp(pattern, "gi"));
  });
}

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * SHA-256 over a request as it is kept. All redaction marks count as equal, so that a hash neither depends on a secret nor
 * reveals one: a tape is used longer than the key that it was recorded with. `hasMarks`: whether there are any.
 */
export function hashOfKept(request: JsonValue): { hash: string; hasMarks: boolean } {
  // A mark stands in JSON as it stands in a text, but it may change the order of fields.
  const text = canonicalJson(request);
  const hasMarks = marksIn(text).size > 0;
  return { hasMarks, hash: hasMarks ? sha256(comparableText(request)) : sha256(text) };
}

/** The text over which the hash of a request is made. */
function comparableText(request: JsonValue): string {
  return canonicalJson(mapStrings(request, withoutDigests));
}

function withoutDigests(text: string): string {
  return replaceMarks(text, () => "[redacted]");
}
