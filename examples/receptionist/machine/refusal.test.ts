import { expect, test } from "vitest";
import { at, complete } from "../testing/say.ts";
import { refusalOf, settle } from "./index.ts";

test.each([
  ["lookup_caller", "lookup", "safety"],
  ["book_service", "booking", "booking_failed"],
  ["manage_appointment", "manage_booking", "booking_failed"],
] as const)("where %s fails, the machine goes on from %s to %s, and nothing is booked", (name, state, to) => {
  const turn = settle({ ...at(state, complete), path: [state] }, refusalOf({ name }, "out of reach"));
  expect(turn.state).toBe(to);
  expect(turn.session.booking.confirmed).toBe(false);
});

test("a callback that fails has nothing to fall back on", () => {
  expect(refusalOf({ name: "create_callback" }, "out of reach")).toBeUndefined();
});
