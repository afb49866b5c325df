import { describe, expect, test } from "vitest";
import { endStates } from "../states.ts";
import { complete, say } from "../testing/say.ts";

describe("limits", () => {
  test("five exchanges in one state → callback", () => {
    const turns = (in_state: number) => ({ turns: { in_state, in_call: 10 } });
    expect(say("Hello?", "welcome", turns(3)).state).toBe("welcome");
    expect(say("Hello?", "welcome", turns(4))).toMatchObject({
      state: "callback",
      call: { arguments: { reason: "5 exchanges in welcome" } },
    });
  });

  test("thirty in a call → callback", () => {
    expect(say("Maria", "discovery", { turns: { in_call: 28 } }).state).toBe("discovery");
    expect(say("Maria", "discovery", { turns: { in_call: 29 } })).toMatchObject({
      state: "callback",
      call: { arguments: { customer_name: "Maria", reason: "30 exchanges without an end" } },
    });
  });

  test("a state that is left in time starts from nought", () => {
    expect(say("None of that", "safety", { turns: { in_state: 4 } })).toMatchObject({
      state: "service_area",
      session: { turns: { in_state: 0 } },
    });
  });

  test("a booking that the thirtieth line asks for is made", () => {
    expect(say("Yes", "pre_confirm", { ...complete, turns: { in_call: 29 } }).call?.name).toBe("book_service");
  });

  test("an end is an end", () => {
    for (const state of endStates) {
      expect(say("Thanks, bye", state, { turns: { in_state: 40, in_call: 80 } })).toMatchObject({
        state,
        path: [state],
      });
    }
  });
});
