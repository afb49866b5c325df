import { describe, expect, test } from "vitest";
import { discovered, fullDay, say, view } from "../testing/say.ts";

describe("service_area", () => {
  test("a ZIP that is served → discovery", () => {
    expect(say("78745", "service_area")).toMatchObject({ state: "discovery", session: { zip_code: "78745" } });
  });

  test("one that is not → non_service", () => {
    expect(say("It's 78664, Round Rock", "service_area").state).toBe("non_service");
  });

  test("none yet: asked again", () => {
    expect(say("Austin", "service_area").state).toBe("service_area");
  });

  test("one that is known is not asked for", () => {
    expect(say("No", "safety", { zip_code: "78745" }).path).toEqual(["safety", "service_area", "discovery"]);
    expect(say("No", "safety", { zip_code: "90210" }).path).toEqual(["safety", "service_area", "non_service"]);
  });

  test("the area is the office's to say", () => {
    const north = { ...view, service_area: ["786"] };
    expect(say("78664", "service_area", {}, north).state).toBe("discovery");
    expect(say("78745", "service_area", {}, north).state).toBe("non_service");
  });
});

describe("urgency", () => {
  test("urgent, with a slot the same day → pre_confirm", () => {
    expect(say("As soon as possible", "urgency", discovered)).toMatchObject({
      state: "pre_confirm",
      session: { urgency_tier: "urgent", preferred_time: "as soon as possible" },
    });
  });

  test("urgent, and none → urgency_callback", () => {
    expect(say("As soon as possible", "urgency", discovered, fullDay)).toMatchObject({
      state: "urgency_callback",
      call: { name: "create_callback", arguments: { customer_name: "Maria", priority: "urgent" } },
    });
  });

  test("routine → pre_confirm, whatever the day has left", () => {
    expect(say("whenever you can", "urgency", discovered, fullDay)).toMatchObject({
      state: "pre_confirm",
      session: { urgency_tier: "routine" },
    });
  });

  test("neither: asked again", () => {
    expect(say("What does it cost?", "urgency", discovered).state).toBe("urgency");
  });

  test("said before, it is not asked", () => {
    const urgent = { ...discovered, service_address: undefined, urgency_tier: "urgent" as const };
    expect(say("4210 S Lamar", "discovery", urgent).path).toEqual(["discovery", "urgency", "pre_confirm"]);
  });
});
