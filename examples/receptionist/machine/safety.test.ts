import { describe, expect, test } from "vitest";
import { say, view } from "../testing/say.ts";
import { hear } from "./index.ts";

describe("safety", () => {
  test("clear → service_area", () => {
    expect(say("None of that", "safety")).toMatchObject({ state: "service_area", path: ["safety", "service_area"] });
  });

  test("a gas heater that runs, and no odd smell: asked once more, not evacuated", () => {
    const turn = say("Well, the gas heater is running, but no odd smell", "safety");
    expect(turn).toMatchObject({ state: "safety", path: ["safety"] });
    expect(turn.session.turns.safety_unclear).toBe(1);
    expect(hear(turn, "No", view).state).toBe("service_area");
  });

  test("unclear twice → callback, as an urgent one", () => {
    const turn = hear(say("Hm, no idea", "safety"), "I really can't say", view);
    expect(turn).toMatchObject({
      state: "callback",
      call: { name: "create_callback", arguments: { priority: "urgent" } },
    });
  });

  test("no cold air is no answer", () => {
    expect(say("no cold air", "safety").state).toBe("safety");
  });
});
