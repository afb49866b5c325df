import { describe, expect, test } from "vitest";
import { missingFields, sessionOf, sessionSchema } from "./session.ts";

test("an empty session has a phone number, no facts, and counters at nought", () => {
  expect(sessionOf()).toEqual({
    phone_number: "+15125550000",
    confirmed: false,
    booking: { attempted: false, confirmed: false },
    turns: { in_state: 0, in_call: 0, safety_unclear: 0, name_refused: 0 },
  });
});

describe("a field that the session does not have is an error", () => {
  test.each([
    ["a slip of the pen", { customer_nmae: "Maria" }, "customer_nmae"],
    ["a field of another system", { email: "maria@example.com" }, "email"],
    ["within the booking", { booking: { price: 80 } }, "price"],
    ["among the counters", { turns: { in_total: 3 } }, "in_total"],
  ])("%s", (_, given, field) => {
    const { error } = sessionSchema.safeParse(given);
    expect(error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: [field] });
  });
});

describe("values that cannot be", () => {
  test.each([
    { phone_number: "5125550000" },
    { zip_code: "7874" },
    { zip_code: 78745 },
    { urgency_tier: "high" },
    { customer_name: " " },
    { turns: { in_call: -1 } },
    { callback: { reason: "no name" } },
  ])("%j", (given) => {
    expect(sessionSchema.safeParse(given).success).toBe(false);
  });
});

test("what is given stays, and what is left out within it gets its default", () => {
  expect(sessionOf({ customer_name: "Maria", booking: { attempted: true }, turns: { in_call: 4 } })).toMatchObject({
    customer_name: "Maria",
    booking: { attempted: true, confirmed: false },
    turns: { in_state: 0, in_call: 4 },
  });
});

test("discovery misses name, problem and address, in that order, and nothing that is known", () => {
  expect(missingFields(sessionOf())).toEqual(["customer_name", "problem_description", "service_address"]);
  expect(missingFields(sessionOf({ problem_description: "no heat" }))).toEqual(["customer_name", "service_address"]);
  expect(
    missingFields(sessionOf({ customer_name: "Jo", problem_description: "no heat", service_address: "1 Elm St" })),
  ).toEqual([]);
});

describe('"" and null stand for what is not known', () => {
  test.each(["", null])("%j in every field makes an empty session", (nothing) => {
    const fields = Object.keys(sessionSchema.shape);
    expect(sessionSchema.parse(Object.fromEntries(fields.map((field) => [field, nothing])))).toEqual(sessionOf());
  });

  test("within the booking and the counters as well", () => {
    const booking = { attempted: "", confirmed: null, id: "", time: null, change: "" };
    expect(sessionSchema.parse({ booking, turns: { in_call: "" } })).toEqual(sessionOf());
  });

  test("but blanks are a slip", () => {
    expect(sessionSchema.safeParse({ customer_name: "  " }).success).toBe(false);
  });
});
