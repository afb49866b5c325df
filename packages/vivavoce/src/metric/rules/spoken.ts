import { types } from "node:util";
import { InputError, showValue } from "../../base/index.ts";
import { type Case, isCalled, isWrite, type ToolCall } from "../../shape/index.ts";
import { type Calendar, dayNumber, enUS, resolveSlots, wallClock } from "../../spoken/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseFaults, refuseUnknownOptions, usualOptions } from "../known-options.ts";
import type { Metric } from "../types.ts";
import { scoreSpoken } from "./score-spoken.ts";
import { type SpokenOptions, spokenChecksSchema } from "./spoken-options.ts";

/**
 * Checks how a conversation sounds on the phone: words and questions per reply, whether replies can be said aloud,
 * repeated openers, slots asked for again, values that were given, read back and booked alike, a yes before a commit, and how long the
 * caller waits for a reply (`latency`) and for its first word (`firstWord`).
 *
 * The value is the share of the checks that hold. A check that found nothing to look at, that cannot be decided, or that
 * has no limit (words, latency, firstWord), does not count. `minCoverage` says how many have to be decided. Skipped if no
 * check counts. Asks no judge, unless `undecided: "judge"` has it decide what code cannot.
 *
 * @example
 * spoken({
 *   checks: { words: { p95: 40 }, latency: { p95: 1500 } },
 *   commit: { tools: ["book_service"] },
 *   now: "2026-11-12T10:00:00-06:00",
 *   zone: "America/Chicago",
 *   slots: { name: { argument: "customer_name" }, equipment: { asks: ["what (system|unit)"], gives: [/my (furnace|AC)/i] } },
 * })
 */
export function spoken(options: SpokenOptions = {}): Metric {
  const fields = {
    checks: "any",
    slots: "any",
    commit: "any",
    known: "any",
    now: "any",
    zone: "text",
    minCoverage: "number",
    locale: "any",
    kinds: "any",
    undecided: "text",
  } as const;
  refuseUnknownOptions<SpokenOptions>("spoken", options, { ...usualOptions, ...fields });
  const {
    name = "spoken",
    threshold = 1,
    report,
    checks = {},
    slots,
    commit,
    known,
    now,
    zone,
    minCoverage,
    locale = enUS,
    kinds,
    undecided = "show",
  } = options;
  const wanted = parseChecks(name, checks);
  const off = minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 1);
  refuseFaults(name, [
    [
      commit?.tools.length === 0,
      "commit names no tool",
      "Name the tools that commit, or turn the check off with checks: { confirm: false }.",
    ],
    [off, `minCoverage should be from 0 to 1, found ${showValue(minCoverage)}`, "Write it as a share, such as 0.8."],
    [
      !["show", "judge"].includes(undecided),
      `undecided should be "show" or "judge", found ${showValue(undecided)}`,
      "Leave it out to show what is undecided.",
    ],
  ]);
  const resolved = resolveSlots(slots, { locale, kinds });
  const calendarFor = calendarOf(name, { now, zone });
  const isCommit = commitTest(commit?.tools);
  return defineMetric({
    name,
    version: 16,
    threshold,
    report,
    tools: commit?.tools,
    parts: {
      checks,
      slots,
      commit,
      known,
      now: types.isDate(now) ? now.toISOString() : now,
      zone,
      minCoverage,
      locale: locale.name,
      kinds,
      undecided: undecided === "judge" ? undecided : undefined,
    },
    judged: undecided === "judge",
    score(transcript, testCase, judge) {
      const calendar = calendarFor(testCase);
      const follow = {
        slots: calendar ? resolveSlots(slots, { calendar, locale, kinds }) : resolved,
        known: known?.(testCase) ?? {},
      };
      const today = calendar && new Date(calendar.today * 86_400_000).toUTCString().slice(0, 16);
      const deciding = undecided === "judge" ? { name, judge, today } : undefined;
      return scoreSpoken(transcript, wanted, { ...follow, locale, isCommit, minCoverage, deciding });
    },
  });
}

type SpokenChecks = NonNullable<SpokenOptions["checks"]>;

/** The checks as given, or an error that names what is wrong with them. */
function parseChecks(name: string, checks: SpokenChecks): SpokenChecks {
  const parsed = spokenChecksSchema.safeParse(checks);
  if (parsed.success) return parsed.data;
  throw new InputError(
    parsed.error.issues.map(({ path, message }) => ({ message: `${name}: checks.${path.join(".")}: ${message}` })),
  );
}

/** Names of tools that commit a caller to something, if the suite names none. */
const usual = /^(?:book|schedule|reschedule|reserve)(?:[_A-Z-]|$)/;

/** Whether a call commits to something; a call that was rejected or never ran does not. */
function commitTest(tools: readonly string[] | undefined): (call: ToolCall) => boolean {
  return (call) => {
    if (call.approval?.decision === "rejected" || !isCalled(call)) return false;
    return tools ? tools.includes(call.name) : isWrite(call) && usual.test(call.name);
  };
}

/** The day of each case's call; undefined if it is not known. Refuses a date or a zone that does not exist. */
function calendarOf(
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

const isoMoment =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** The date on the calendar where the call takes place. A text without an offset already says it. */
function calendarAt(name: string, now: string | Date, zone: string | undefined): Calendar {
  const wrong = new InputError({
    message: `${name}: now should be an ISO date-time or a Date, found ${showValue(now)}`,
    remedy: 'Write it like "2026-11-12T10:00:00-06:00".',
  });
  if (types.isDate(now)) {
    if (Number.isNaN(now.getTime())) throw wrong;
    const { day: today, minutes } = wallClock(now, zone ?? "UTC");
    return { today, minutes: zone === undefined ? undefined : minutes, zone };
  }
  const [text, year, month, day, hour, minute, offset] = isoMoment.exec(String(now)) ?? [];
  const written = dayNumber(Number(year), Number(month), Number(day));
  if (text === undefined || written === undefined) throw wrong;
  const moment = new Date(text.replace(" ", "T"));
  if (Number.isNaN(moment.getTime())) throw wrong;
  if (offset === undefined || zone === undefined) {
    return { today: written, minutes: hour === undefined ? undefined : Number(hour) * 60 + Number(minute), zone };
  }
  const { day: today, minutes } = wallClock(moment, zone);
  return { today, minutes, zone };
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
