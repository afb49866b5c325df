import { describe, expect, test } from "vitest";
import { type Interlude, sameButForTime } from "./request-instants.ts";

const at = (moment: string) => Date.parse(moment);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
/** Recorded in the morning; replayed three seconds later in it, or two days later by a program's own clock. */
const interlude: Interlude = {
  recorded: span("2026-03-02T09:59:58.100Z", "2026-03-02T09:59:59.900Z"),
  replayed: [
    span("2026-03-02T10:00:02.000Z", "2026-03-02T10:00:02.400Z"),
    span("2026-03-04T12:30:00Z", "2026-03-04T12:30:01Z"),
  ],
};
const same = (recorded: string, asked: string, interludes = [interlude]) =>
  sameButForTime(`Now: ${recorded}. Go.`, `Now: ${asked}. Go.`, interludes);

describe("a moment of the same interlude is the same moment", () => {
  test.each([
    ["with milliseconds", "2026-03-02T09:59:58.123Z", "2026-03-02T10:00:02.000Z"],
    ["with seconds", "2026-03-02T09:59:58Z", "2026-03-02T10:00:02Z"],
    ["to the minute", "2026-03-02 09:59", "2026-03-02 10:00"],
    ["with microseconds", "2026-03-02T09:59:58.123456+00:00", "2026-03-02T10:00:02.000100+00:00"],
    ["in another zone that is named", "2026-03-02T14:29:58.123+04:30", "2026-03-02T14:30:02.000+04:30"],
    ["in another zone that is not", "2026-03-02 04:59:58", "2026-03-02 05:00:02"],
    ["in short", "20260302T095958Z", "20260302T100002Z"],
    ["milliseconds since 1970", String(at("2026-03-02T09:59:58.123Z")), String(at("2026-03-02T10:00:02.111Z"))],
    ["seconds since 1970", "1772445599", "1772445602"],
    ["seconds with a fraction", "1772445599.25", "1772445602.25"],
    ["in an id", `order-${at("2026-03-02T09:59:58.123Z")}`, `order-${at("2026-03-02T10:00:02.111Z")}`],
    ["as JavaScript prints it", "Mon Mar 02 2026 09:59:58 GMT+0000 (UTC)", "Mon Mar 02 2026 10:00:02 GMT+0000 (UTC)"],
    ["as Americans write it", "3/2/2026, 4:59:58 AM", "3/2/2026, 5:00:02 AM"],
    ["in the afternoon", "Monday, 11:59 AM", "Monday, 12:00 PM"],
    ["as Germans write it", "2.3.2026, 10:59:58", "2.3.2026, 11:00:02"],
    ["by a program's own clock", "2026-03-02T09:59:58.123Z", "2026-03-04T12:30:00.500Z"],
  ])("%s", (_, recorded, asked) => {
    expect(same(recorded, asked)).toBe(true);
    expect(same(recorded, asked, [])).toBe(false);
  });
});

describe("everything else counts", () => {
  test.each([
    ["a moment before the interlude", "2026-03-02T09:59:58.123Z", "2026-03-02T09:59:58.124Z"],
    ["a moment that was not recorded as now", "2026-03-02T09:59:57.000Z", "2026-03-02T10:00:02.000Z"],
    ["another day", "2026-03-02T09:59:58Z", "2026-03-03T10:00:02Z"],
    ["another zone", "2026-03-02 04:59:58", "2026-03-02 06:00:02"],
    ["another form", "2026-03-02T09:59:58Z", "1772445602"],
    ["more or fewer digits", "2026-03-02T09:59:58Z", "2026-03-02T10:00:02.000Z"],
    ["an appointment", "2026-03-09T15:00:00Z", "2026-03-09T15:30:00Z"],
    ["a number of ten digits", "0151234567", "0151234568"],
    ["no moment at all", "99:99", "98:99"],
  ])("%s", (_, recorded, asked) => {
    expect(same(recorded, asked)).toBe(false);
  });

  test("the words around it", () => {
    expect(sameButForTime("at 09:59:58 go", "at 10:00:02 stop", [interlude])).toBe(false);
  });

  test("a moment of another interlude: what was said earlier is not now", () => {
    const earlier: Interlude = {
      recorded: span("2026-03-02T09:00:00Z", "2026-03-02T09:00:01Z"),
      replayed: [span("2026-03-02T09:00:01Z", "2026-03-02T09:00:01Z")],
    };
    expect(same("2026-03-02T09:00:00.500Z", "2026-03-02T09:00:01.000Z", [earlier, interlude])).toBe(true);
    expect(same("2026-03-02T09:00:00.500Z", "2026-03-02T10:00:02.000Z", [earlier, interlude])).toBe(false);
  });
});
