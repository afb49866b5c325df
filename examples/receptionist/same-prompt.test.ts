import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { samePrompt } from "./same-prompt.ts";
import { playCase, snippet } from "./testing/play-call.ts";

const compare = (...scene: Parameters<typeof snippet>) => samePrompt(caseSchema.parse(snippet(...scene)));

test("a line that moves nothing and tells nothing gives the same prompt", () => {
  expect(compare("welcome", "Hello?")).toEqual({ same: true });
});

test("a line that moves the machine on gives another one, and the way is named", () => {
  expect(compare("safety", "None of that")).toEqual({
    same: false,
    difference: "the machine goes on to service_area (safety → service_area)",
  });
});

test("so does a line that tells something new", () => {
  expect(compare("discovery", "It's blowing warm", { session: { zip_code: "78745" } })).toEqual({
    same: false,
    difference: "it knows by then: Trouble: blowing warm air; Still missing, in this order: name, street address",
  });
});

test("in an emergency production-turn sends none", () => {
  expect(compare("discovery", "I smell gas")).toMatchObject({
    same: false,
    difference: expect.stringContaining("safety_exit"),
  });
  expect(compare("safety_exit", "We're out")).toEqual({ same: true });
});

describe("what it says is so", () => {
  test.each([
    ["welcome", "Hello?"],
    ["welcome", "My AC died"],
    ["safety", "the gas heater runs, no odd smell"],
    ["service_area", "78745"],
    ["urgency", "What does it cost?"],
    ["pre_confirm", "That is everything"],
  ])("%s: %s", async (state, line) => {
    const sent = async (mode: "prompt-only" | "production-turn") => {
      const { model } = await playCase(snippet(state, line), ["Okay."], { mode });
      return model.calls[0]?.messages[0]?.content;
    };
    const equal = (await sent("prompt-only")) === (await sent("production-turn"));
    expect(compare(state, line).same).toBe(equal);
  });
});
