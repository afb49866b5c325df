import type { JsonValue } from "./json.ts";

const written =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)(?:\[[^\]]*\])?$/i;
/** `Mon, 16 Nov 2026 10:00:00 GMT`, as in mail and HTTP. */
const inWords = /[a-z]{3}.*\d{4}.*(?:GMT|UTC|[+-]\d{4})(?:\s*\(.*\))?$/i;

/**
 * The moment that a value means, in milliseconds since 1970: an ISO 8601 or RFC 5322 text with a zone, or a number of
 * seconds or milliseconds. A time without a zone means no moment.
 */
export function instantOf(value: JsonValue | undefined): number | undefined {
  // In seconds, this is the year 5138; in milliseconds, 1973.
  if (typeof value === "number") return Math.abs(value) < 1e11 ? value * 1000 : value;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const [, year, month, day, hour, minute, second = "00", part = "", zone = ""] = written.exec(text) ?? [];
  if (year === undefined) return inWords.test(text) ? known(Date.parse(text)) : undefined;
  const [hours = "00", minutes = "00"] = zone.match(/\d\d/g) ?? [];
  const offset = zone.startsWith("-") ? `-${hours}:${minutes}` : `+${hours}:${minutes}`;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const moment = known(Date.parse(`${local}${offset}`));
  // A day that does not exist, such as February 30, would be read as one of the next month.
  const isReal = known(Date.parse(`${local}Z`)) !== undefined && new Date(`${local}Z`).toISOString().startsWith(local);
  return moment === undefined || !isReal ? undefined : moment + Number(`0.${part || 0}`) * 1000;
}

function known(moment: number): number | undefined {
  return Number.isNaN(moment) ? undefined : moment;
}
