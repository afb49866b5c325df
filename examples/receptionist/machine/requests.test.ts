import { describe, expect, test } from "vitest";
import { say, view } from "../testing/say.ts";
import { hear, settle } from "./index.ts";

describe("manage_booking", () => {
  test("a visit is cancelled → confirm, and none stands any more", () => {
    const turn = say("Please cancel my appointment", "welcome");
    expect(turn.call?.arguments).toEqual({ phone_number: "+15125550000", action: "cancel" });
    const result = { done: true, change: "cancelled", id: "A-1", time: "tomorrow between eight and ten" };
    expect(settle(turn, result)).toMatchObject({
      state: "confirm",
      session: { booking: { confirmed: false, change: "cancelled" } },
    });
  });

  test("one is moved at once where the caller says to when", () => {
    expect(say("Can I move my appointment to Thursday morning?", "welcome").call?.arguments).toMatchObject({
      action: "move",
      preferred_time: "Thursday morning",
    });
  });

  test("and is asked to when where not", () => {
    const turn = say("I need to reschedule my appointment", "welcome");
    expect(turn.state).toBe("manage_booking");
    expect(turn.call).toBeUndefined();
    expect(hear(turn, "Friday", view).call?.arguments).toMatchObject({ action: "move", preferred_time: "Friday" });
  });

  test("what could not be done → booking_failed", () => {
    const turn = say("Please cancel my appointment", "welcome");
    expect(settle(turn, { done: false, reason: "none" }).state).toBe("booking_failed");
  });
});
