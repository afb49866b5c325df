import { describe, expect, test } from "vitest";
import { officeOf, officeSchema, viewOf } from "./office.ts";

test("a case that says nothing gets an office with an empty book and room on every day", () => {
  const { value } = officeOf({});
  expect(value).toMatchObject({
    today: "2026-06-15",
    service_area: ["787"],
    customers: [],
    appointments: [],
    callbacks: [],
  });
  expect(value.calendar.every(({ appointment }) => appointment === null)).toBe(true);
  expect(new Set(value.calendar.map(({ date }) => date)).size).toBe(5);
});

test("what a case gives takes the place of the default", () => {
  const slot = { id: "S-9", date: "2026-06-15", starts: "09:00", window: "between nine and eleven" };
  expect(officeOf({ world: { calendar: [slot] } }).value.calendar).toEqual([{ ...slot, appointment: null }]);
});

test.each([{ calender: [] }, { customers: [{ id: "C-1" }] }, { today: "Monday" }, { service_area: ["Austin"] }])(
  "an office that cannot be is refused: %j",
  (world) => {
    expect(officeSchema.safeParse(world).success).toBe(false);
  },
);

test("two offices share nothing", () => {
  const [first, second] = [officeOf({}), officeOf({})];
  first.update((office) => {
    office.today = "2026-06-16";
  });
  expect(second.value.today).toBe("2026-06-15");
});

describe("what the machine may look at", () => {
  const calendar = [
    { id: "S-1", date: "2026-06-15", starts: "09:00", window: "between nine and eleven", appointment: "A-1" },
    { id: "S-2", date: "2026-06-15", starts: "13:00", window: "between one and three" },
    { id: "S-3", date: "2026-06-16", starts: "13:00", window: "between one and three" },
  ];

  test("counts the slots of the day that nobody has taken", () => {
    expect(viewOf(officeSchema.parse({ calendar }))).toEqual({ service_area: ["787"], free_today: 1 });
    expect(viewOf(officeSchema.parse({ calendar, today: "2026-06-20" })).free_today).toBe(0);
  });
});
