import { describe, expect, test } from "vitest";
import { decisionStates, stateSchema } from "../states.ts";
import { complete, say } from "../testing/say.ts";

describe("hazards come before anything else", () => {
  test.each(stateSchema.options.filter((state) => state !== "safety_exit"))(
    "who smells gas in %s is evacuated",
    (state) => {
      expect(say("Wait, I smell gas", state, complete)).toMatchObject({
        state: "safety_exit",
        path: [state, "safety_exit"],
      });
      expect(say("Wait, I smell gas", state, complete).call).toBeUndefined();
    },
  );

  test.each(["The CO alarm is going off", "there are sparks", "I see smoke", "My AC died and it smells like gas"])(
    "in the very first line: %s",
    (line) => {
      expect(say(line, "welcome").state).toBe("safety_exit");
    },
  );

  test("even when the limits of the call are reached", () => {
    expect(say("I smell gas", "discovery", { turns: { in_state: 9, in_call: 99 } }).state).toBe("safety_exit");
  });

  test("who is out stays out", () => {
    expect(say("We're outside now, thanks", "safety_exit").state).toBe("safety_exit");
  });

  test("who cannot tell is asked once more in safety, and evacuated anywhere else", () => {
    expect(say("I'm not sure if I smell gas", "safety").state).toBe("safety");
    expect(say("I'm not sure if I smell gas", "discovery").state).toBe("safety_exit");
  });

  test("a gas heater that runs is no hazard", () => {
    for (const state of decisionStates) {
      expect(say("the gas heater is running, no odd smell", state, complete).path).not.toContain("safety_exit");
    }
  });
});
