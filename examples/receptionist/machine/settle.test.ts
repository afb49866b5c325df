import { describe, expect, test } from "vitest";
import { at, complete, say } from "../testing/say.ts";
import { settle } from "./index.ts";

describe("lookup", () => {
  const turn = say("My AC died", "welcome");

  test("what is on record is known from then on", () => {
    const record = {
      found: true,
      customer_name: "Ann",
      zip_code: "78704",
      service_address: "1 Elm St",
      equipment: null,
    };
    const { session } = settle(turn, record);
    expect(session).toMatchObject({ customer_name: "Ann", zip_code: "78704", service_address: "1 Elm St" });
    expect(session.equipment).toBe("air conditioner");
  });

  test("what the caller said counts more", () => {
    const record = {
      found: true,
      customer_name: "Ann",
      zip_code: "78704",
      service_address: "1 Elm St",
      equipment: null,
    };
    const { session } = settle(say("This is Bob, my AC died", "welcome"), record);
    expect(session.customer_name).toBe("Bob");
  });

  test("always leads to safety", () => {
    expect(settle(turn, { found: false }).state).toBe("safety");
  });
});

describe("booking", () => {
  const turn = say("Yes", "pre_confirm", complete);

  test("booked → confirm, and the session says when", () => {
    expect(settle(turn, { booked: true, id: "A-1", time: "tomorrow between eight and ten" })).toMatchObject({
      state: "confirm",
      path: ["pre_confirm", "booking", "confirm"],
      session: { booking: { attempted: true, confirmed: true, id: "A-1", time: "tomorrow between eight and ten" } },
    });
  });

  test("not booked → booking_failed, and the session says so", () => {
    expect(settle(turn, { booked: false, reason: "no slot" })).toMatchObject({
      state: "booking_failed",
      session: { booking: { attempted: true, confirmed: false } },
    });
  });
});

describe("callback", () => {
  test("on record → follow_up", () => {
    expect(settle(say("No", "pre_confirm", complete), { id: "B-1", priority: "routine" })).toMatchObject({
      state: "follow_up",
      session: { callback: { id: "B-1", reason: "said no to the visit", priority: "routine" } },
    });
  });
});

test("a state that calls no tool has no result to go on with", () => {
  expect(() => settle({ ...at("safety"), path: ["safety"] }, {})).toThrow("safety");
});
