import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Session, sessionOf } from "../session.ts";
import { isEnd, type State, stateSchema } from "../states.ts";
import { at, complete, view } from "../testing/say.ts";
import { hear, settle } from "./index.ts";

describe("laws", () => {
  const lines = fc.constantFrom(
    "Hello?",
    "My AC died",
    "no cold air",
    "No",
    "Yes",
    "78745",
    "90210",
    "Maria",
    "I'd rather not say",
    "4210 S Lamar",
    "as soon as possible",
    "whenever",
    "Actually it's 12 Elm St",
    "the gas heater runs",
    "What?",
    "cancel my appointment",
  );
  const results: Record<string, object> = {
    lookup_caller: { found: false },
    book_service: { booked: true, id: "A-1", time: "today" },
    create_callback: { id: "B-1", priority: "routine" },
    manage_appointment: { done: false, reason: "none" },
  };

  function playAll(spoken: string[]) {
    let turn: ReturnType<typeof hear> = { ...at("welcome"), path: ["welcome"] };
    const calls: string[] = [];
    const states: State[] = [];
    for (const line of spoken) {
      turn = hear(turn, line, view);
      if (turn.call) {
        calls.push(turn.call.name);
        turn = settle(turn, results[turn.call.name]);
      }
      states.push(turn.state);
    }
    return { turn, calls, states };
  }

  test("every call comes to an end within thirty exchanges, whatever is said", () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 30, maxLength: 40 }), (spoken) => {
        expect(isEnd(playAll(spoken).turn.state)).toBe(true);
      }),
    );
  });

  test("nothing is booked without a yes to the read-back, and never twice", () => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 30 }), (spoken) => {
        const { calls, states } = playAll(spoken);
        const booked = calls.filter((name) => name === "book_service").length;
        expect(booked).toBeLessThanOrEqual(1);
        const place = states.indexOf("confirm");
        if (booked > 0) expect(states[place - 1]).toBe("pre_confirm");
        if (booked > 0) expect(spoken[place]).toBe("Yes");
      }),
    );
  });

  test("the same line in the same place leads to the same turn, and changes nothing it was given", () => {
    fc.assert(
      fc.property(fc.constantFrom(...stateSchema.options), lines, (state, line) => {
        const session: Session = Object.freeze(sessionOf(complete));
        const before = structuredClone(session);
        expect(hear({ state, session }, line, view)).toEqual(hear({ state, session }, line, view));
        expect(session).toEqual(before);
      }),
    );
  });
});
