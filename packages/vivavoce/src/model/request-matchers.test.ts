import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../base/index.ts";
import { alike, type RequestMatchers } from "./request-matchers.ts";

const at = Date.parse("2026-11-15T12:00:00.000Z");
const later = Date.parse("2027-02-03T12:00:00.000Z");
const likeness = (recorded: object, asked: object, matchers: RequestMatchers) =>
  alike(recorded as never, asked as never, { ...matchers, start: at, time: [] });

afterEach(() => vi.restoreAllMocks());

describe("a request that is compared", () => {
  test.each([
    ["2026-11-15", "2027-02-03"],
    ["Today is 2026-11-15T09:30:12.345Z.", "Today is 2027-02-03T23:01:00.000Z."],
    ["Sunday, November 15, 2026", "Wednesday, February 3, 2027"],
    ["Nov 15, 2026 at noon", "Feb 3, 2027 at noon"],
    ["15 November 2026", "3 February 2027"],
    ["the 15th of November", "the 3rd of February"],
    ["11/15/2026", "2/3/2027"],
    ["15.11.26", "03.02.27"],
  ])("says the same on another day where today does not count: %s", (then, now) => {
    vi.spyOn(systemClock, "now").mockReturnValue(later);
    expect(likeness({ text: then }, { text: now }, { normalise: ["today"] })).toBe("ignored");
    expect(likeness({ text: then }, { text: now }, {})).toBeUndefined();
  });

  test("says something else where another date differs", () => {
    const asked = (day: string) => ({ text: `Today is 2026-11-15, book ${day}` });
    expect(likeness(asked("2026-11-20"), asked("2026-11-21"), { normalise: ["today"] })).toBeUndefined();
  });

  test("leaves out what is ignored, and only that", () => {
    const matchers = { ignore: ["/user", "/metadata/trace", "/messages/0/id", "/nowhere/at/all"] };
    const request = (one: string, keep: number, content: string) => ({
      user: one,
      metadata: { trace: one, keep },
      messages: [{ id: one, content }],
    });
    expect(likeness(request("1", 1, "Hello"), request("2", 1, "Hello"), matchers)).toBe("ignored");
    expect(likeness(request("1", 1, "Hello"), request("2", 2, "Hello"), matchers)).toBeUndefined();
    expect(likeness(request("1", 1, "Hello"), request("2", 1, "Goodbye"), matchers)).toBeUndefined();
  });

  test("has all that a pattern finds, and every uuid, made the same", () => {
    const text = (one: string) => ({ text: `req-${one} 123e4567-e89b-42d3-a456-42661417400${one} req-${one}` });
    expect(likeness(text("1"), text("2"), { normalise: ["uuid", /req-\d+/] })).toBe("ignored");
    expect(likeness(text("1"), text("2"), { normalise: ["uuid"] })).toBeUndefined();
  });
});
