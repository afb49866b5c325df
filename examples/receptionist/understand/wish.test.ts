import fc from "fast-check";
import { expect, test } from "vitest";
import { type Wish, weekdays, wishInWords, wishOf } from "./wish.ts";

test.each<[string, Wish]>([
  ["tomorrow morning", { day: "tomorrow", part: "morning" }],
  ["Thursday after lunch", { day: "thursday", part: "afternoon" }],
  ["today if you can", { day: "today" }],
  ["this afternoon", { day: "today", part: "afternoon" }],
  ["tonight", { day: "today", part: "evening" }],
  ["first thing", { part: "morning" }],
  ["by noon", { part: "morning" }],
  ["around 9 am", { part: "morning" }],
  ["at 2 pm", { part: "afternoon" }],
  ["whenever", {}],
])("%s", (text, wish) => {
  expect(wishOf(text)).toEqual(wish);
});

test("a wish in words is read back as the same wish", () => {
  const wishes = fc.record(
    {
      day: fc.constantFrom("today" as const, "tomorrow" as const, ...weekdays),
      part: fc.constantFrom("morning" as const, "afternoon" as const, "evening" as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(wishes, (wish) => {
      expect(wishOf(wishInWords(wish))).toEqual(wish);
    }),
  );
});

test("no wish is any time", () => {
  expect(wishInWords({})).toBe("any time");
});
