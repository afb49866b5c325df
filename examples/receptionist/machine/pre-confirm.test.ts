import { describe, expect, test } from "vitest";
import { complete, say } from "../testing/say.ts";

describe("pre_confirm", () => {
  test("yes → booking, with all that is known", () => {
    const turn = say("Yes, that's right", "pre_confirm", complete);
    expect(turn).toMatchObject({
      state: "booking",
      session: { confirmed: true },
      call: { name: "book_service", arguments: { phone_number: "+15125550000", ...complete } },
    });
  });

  test("no → callback", () => {
    expect(say("No, never mind", "pre_confirm", complete)).toMatchObject({
      state: "callback",
      call: { arguments: { reason: "said no to the visit" } },
    });
  });

  test("neither: read back again", () => {
    expect(say("That is everything", "pre_confirm", complete)).toMatchObject({
      state: "pre_confirm",
      path: ["pre_confirm"],
    });
  });

  test("a correction → discovery, and with the new value back to the read-back", () => {
    const turn = say("No, it's 4201 S Congress", "pre_confirm", complete);
    expect(turn).toMatchObject({
      path: ["pre_confirm", "discovery", "urgency", "pre_confirm"],
      session: { service_address: "4201 S Congress", confirmed: false },
    });
    expect(turn.call).toBeUndefined();
  });

  test("a correction without a new value is asked for", () => {
    const turn = say("That address is wrong", "pre_confirm", complete);
    expect(turn.state).toBe("discovery");
    expect(turn.session.service_address).toBeUndefined();
  });

  test("a number that was misheard is put right", () => {
    const { session, state } = say("No, it's 4201, not 4210", "pre_confirm", complete);
    expect([state, session.service_address]).toEqual(["pre_confirm", "4201 S Lamar"]);
  });

  test("who takes it all back says no", () => {
    expect(say("Actually no, let me talk to my husband", "pre_confirm", complete).state).toBe("callback");
  });

  test("another time is a correction too", () => {
    expect(say("Actually, make it Thursday afternoon", "pre_confirm", complete)).toMatchObject({
      state: "pre_confirm",
      session: { preferred_time: "Thursday afternoon" },
    });
  });

  test("a yes and a correction in one breath is a correction", () => {
    expect(say("Yes, but actually it's 12 Elm St", "pre_confirm", complete).path).not.toContain("booking");
  });

  test("nothing is booked that lacks a name, a problem or an address", () => {
    expect(say("Yes", "pre_confirm", { ...complete, customer_name: undefined }).state).toBe("discovery");
  });
});
