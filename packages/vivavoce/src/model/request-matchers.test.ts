import { describe, expect, test } from "vitest";
import { matchable } from "./request-matchers.ts";

const at = Date.parse("2026-11-15T12:00:00.000Z");
const later = Date.parse("2027-02-03T12:00:00.000Z");

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
    const matchers = { normalise: ["today" as const] };
    expect(matchable({ text: now }, matchers, later)).toEqual(matchable({ text: then }, matchers, at));
    expect(matchable({ text: then }, {}, at)).toEqual({ text: then });
  });

  test("says something else where another date differs", () => {
    const matchers = { normalise: ["today" as const] };
    const asked = (day: string) => matchable({ text: `Today is 2026-11-15, book ${day}` }, matchers, at);
    expect(asked("2026-11-20")).not.toEqual(asked("2026-11-21"));
  });

  test("leaves out what is ignored, and only that", () => {
    const request = { user: "u1", metadata: { trace: "t", keep: 1 }, messages: [{ id: "m1", content: "Hello" }] };
    const matchers = { ignore: ["/user", "/metadata/trace", "/messages/0/id", "/nowhere/at/all"] };
    expect(matchable(request, matchers, at)).toEqual({ metadata: { keep: 1 }, messages: [{ content: "Hello" }] });
  });

  test("has all that a pattern finds, and every uuid, made the same", () => {
    const text = (one: string) => ({ text: `req-${one} 123e4567-e89b-42d3-a456-42661417400${one} req-${one}` });
    const matchers = { normalise: ["uuid" as const, /req-\d+/] };
    expect(matchable(text("1"), matchers, at)).toEqual(matchable(text("2"), matchers, at));
    expect(matchable(text("1"), { normalise: ["uuid"] }, at)).not.toEqual(
      matchable(text("2"), { normalise: ["uuid"] }, at),
    );
  });
});
