import { describe, expect, test } from "vitest";
import type { Wish } from "../understand/index.ts";
import { slotFor, spokenTime } from "./calendar.ts";
import { officeSchema } from "./office.ts";

const office = officeSchema.parse({});

describe("the first slot that fits", () => {
  test.each<[string, Wish, string]>([
    ["any time", {}, "S-1"],
    ["today", { day: "today" }, "S-1"],
    ["tomorrow morning", { day: "tomorrow", part: "morning" }, "S-2"],
    ["tomorrow afternoon", { day: "tomorrow", part: "afternoon" }, "S-3"],
    ["a morning", { part: "morning" }, "S-2"],
    ["Thursday", { day: "thursday" }, "S-5"],
    ["Monday is today", { day: "monday" }, "S-1"],
  ])("%s", (_, wish, id) => {
    expect(slotFor(office, wish)?.id).toBe(id);
  });

  test.each<[string, Wish]>([
    ["an evening", { part: "evening" }],
    ["a Sunday", { day: "sunday" }],
    ["a Wednesday afternoon", { day: "wednesday", part: "afternoon" }],
  ])("there is none on %s", (_, wish) => {
    expect(slotFor(office, wish)).toBeUndefined();
  });

  test("is not one that is taken, or past", () => {
    const calendar = [
      { id: "past", date: "2026-06-14", starts: "08:00", window: "w" },
      { id: "taken", date: "2026-06-15", starts: "08:00", window: "w", appointment: "A-1" },
      { id: "late", date: "2026-06-15", starts: "16:00", window: "w" },
      { id: "early", date: "2026-06-15", starts: "10:00", window: "w" },
    ];
    expect(slotFor(officeSchema.parse({ calendar }), {})?.id).toBe("early");
  });

  test("of a weekday is one of the coming week", () => {
    const calendar = [{ id: "S-1", date: "2026-06-24", starts: "08:00", window: "w" }];
    expect(slotFor(officeSchema.parse({ calendar }), { day: "wednesday" })).toBeUndefined();
  });
});

test.each([
  ["2026-06-15", "today between eight and ten"],
  ["2026-06-16", "tomorrow between eight and ten"],
  ["2026-06-18", "Thursday between eight and ten"],
  ["2026-06-24", "Wednesday next week between eight and ten"],
])("a slot on %s is said as “%s”", (date, spoken) => {
  expect(spokenTime({ date, window: "between eight and ten" }, "2026-06-15")).toBe(spoken);
});
