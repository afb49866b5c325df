import { types } from "node:util";
import { InputError, showValue } from "../../../base/index.ts";
import type { Case } from "../../../shape/index.ts";
import { type Calendar, dayNumber, wallClock } from "../../../speech/index.ts";
import type { SpokenOptions } from "./options.ts";

/** The day of each case's call; undefined if it is not known. Refuses a date or a zone that does not exist. */
export function calendarOf(
  name: string,
  { now, zone }: Pick<SpokenOptions, "now" | "zone">,
): (testCase: Case) => Calendar | undefined {
  if (zone !== undefined) refuseUnknownZone(name, zone);
  if (zone !== undefined && now === undefined) {
    throw new InputError({
      message: `${name}: zone is given without now`,
      remedy: "Give now as well, the moment of the call, so that the zone tells its date.",
    });
  }
  if (typeof now !== "function") {
    const calendar = now === undefined ? undefined : calendarAt(name, now, zone);
    return () => calendar;
  }
  return (testCase) => {
    const moment = now(testCase);
    return moment === undefined ? undefined : calendarAt(name, moment, zone);
  };
}

const isoMoment = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** The date on the calendar where the call takes place. A text without an offset already says it. */
function calendarAt(name: string, now: string | Date, zone: string | undefined): Calendar {
  const wrong = new InputError({
    message: `${name}: now should be an ISO date-time or a Date, found ${showValue(now)}`,
    remedy: 'Write it like "2026-11-12T10:00:00-06:00".',
  });
  if (types.isDate(now)) {
    if (Number.isNaN(now.getTime())) throw wrong;
    return { today: wallClock(now, zone ?? "UTC").day, zone };
  }
  const [text, year, month, day, , offset] = isoMoment.exec(String(now)) ?? [];
  const written = dayNumber(Number(year), Number(month), Number(day));
  if (text === undefined || written === undefined) throw wrong;
  const moment = new Date(text.replace(" ", "T"));
  if (Number.isNaN(moment.getTime())) throw wrong;
  return { today: offset === undefined || zone === undefined ? written : wallClock(moment, zone).day, zone };
}

function refuseUnknownZone(name: string, zone: string): void {
  try {
    wallClock(new Date(0), zone);
  } catch {
    throw new InputError({
      message: `${name}: zone should be an IANA time zone, found ${showValue(zone)}`,
      remedy: 'Name one such as "America/Chicago".',
    });
  }
}
