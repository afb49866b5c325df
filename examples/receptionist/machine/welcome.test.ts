import { describe, expect, test } from "vitest";
import type { State } from "../states.ts";
import { say } from "../testing/say.ts";
import { settle } from "./index.ts";

describe("welcome", () => {
  test.each<[string, State, string | undefined]>([
    ["My AC died this morning", "lookup", "lookup_caller"],
    ["I need to cancel my appointment", "manage_booking", "manage_appointment"],
    ["Sorry, wrong number", "non_service", undefined],
    ["I have a question about my invoice", "follow_up", undefined],
    ["Hello?", "welcome", undefined],
  ])("%s → %s", (line, state, tool) => {
    const turn = say(line, "welcome");
    expect(turn.state).toBe(state);
    expect(turn.call?.name).toBe(tool);
  });

  test("the caller is looked up by the number they call from", () => {
    expect(say("My AC died", "welcome", { phone_number: "+15125550101" }).call).toEqual({
      name: "lookup_caller",
      arguments: { phone_number: "+15125550101" },
    });
  });

  test("a no in the first line (no cold air) does not skip the safety question", () => {
    const turn = settle(say("There's no cold air, none at all", "welcome"), { found: false });
    expect(turn).toMatchObject({ state: "safety", path: ["welcome", "lookup", "safety"] });
    expect(turn.session.problem_description).toBe("not cooling");
  });
});
