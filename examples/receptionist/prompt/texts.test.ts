import { describe, expect, test } from "vitest";
import { readTexts, sectionsOf, wordedStateSchema } from "./texts.ts";

test("in an emergency no model words the reply", () => {
  expect(wordedStateSchema.options).toHaveLength(15);
  expect(wordedStateSchema.options).not.toContain("safety_exit");
});

describe.each(["v1", "v2"])("prompt %s", (version) => {
  test("has a persona and instructions for every state", () => {
    const { persona, states } = readTexts(version);
    expect(persona).toContain("Cedar Bend Heating and Air");
    expect(Object.keys(states).sort()).toEqual([...wordedStateSchema.options].sort());
    for (const text of Object.values(states)) expect(text).not.toBe("");
  });
});

test("the versions differ", () => {
  const [v1, v2] = [readTexts("v1"), readTexts("v2")];
  expect(v1.persona).not.toBe(v2.persona);
  for (const state of wordedStateSchema.options) expect(v1.states[state]).not.toBe(v2.states[state]);
});

test("the prompt that is in use states the rules of the house", () => {
  const { persona, states } = readTexts("v2");
  for (const rule of [
    /One or two short sentences/,
    /five words at most/,
    /One question at a time/,
    /the way the trade does/,
  ]) {
    expect(persona).toMatch(rule);
  }
  expect(states.welcome).toContain("Ask nothing");
  expect(states.lookup).toContain("Ask nothing");
  expect(states.discovery).toMatch(/Never ask about timing/);
  expect(states.urgency).toMatch(/Never call a time free/);
});

describe("refused, with the file's name", () => {
  const whole = wordedStateSchema.options.map((state) => `## ${state}\n\nDo it.\n`).join("\n");

  test("instructions that are missing", () => {
    expect(() => sectionsOf(whole.replace("## safety\n\nDo it.\n", ""), "states.md")).toThrow(
      "states.md: no instructions for safety",
    );
    expect(() => sectionsOf(whole.replace("## safety\n\nDo it.\n", "## safety\n"), "states.md")).toThrow("safety");
  });

  test("a state that nobody has heard of", () => {
    expect(() => sectionsOf(`${whole}\n## farewell\n\nBye.\n`, "states.md")).toThrow("no state farewell");
  });

  test.each(["v99", "../v2", "v2/..", ""])("version %j", (version) => {
    expect(() => readTexts(version)).toThrow(version === "v99" ? "prompts/v99/states.md" : "no version");
  });
});
