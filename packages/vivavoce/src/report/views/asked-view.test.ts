import { expect, test } from "vitest";
import { conversation } from "../../shape/conversation.test-helper.ts";
import { caseSchema } from "../../shape/index.ts";
import { askedView } from "./case-view.ts";

const transcript = conversation([["hi", "Hello"]]);
const asked = (more: object, played = transcript) =>
  askedView(caseSchema.parse({ id: "a", script: [{ content: "hi" }], ...more }), played);

test("a case gives its world, what was said before, who the user is, and which writes are approved", () => {
  const user = { persona: "Kim, in a hurry", goal: "A visit tomorrow", tellsWhenAsked: { street: { value: "Elm" } } };
  const { given } = asked({
    ...{ script: [], world: { notes: ["Garden.md"] }, history: [{ role: "user", content: "earlier" }], user },
    approvals: { archive: "reject" },
  });
  expect(Object.fromEntries(given.map(({ name, text }) => [name, text]))).toEqual({
    persona: "Kim, in a hurry",
    goal: "A visit tomorrow",
    "tells when asked": "street:\n  value: Elm",
    "hangs up": "after 12 exchanges at the latest",
    before: "user: earlier",
    approvals: "archive: reject",
    world: "notes:\n  - Garden.md",
  });
});

test("a case says what it expects, of the whole and of single lines; text that hides or reorders is shown as such", () => {
  const script = [{ content: "hi" }, { content: "bye", expect: { contains: ["Goodbye"] } }];
  expect(asked({ script, expect: { goal: "It is \u202ebooked" } }).expected).toEqual([
    { name: "goal", text: "It is ⟨U+202E⟩booked" },
    { name: "exchange 2", text: "contains:\n  - Goodbye" },
  ]);
  expect(asked({}).expected).toEqual([]);
});

test("of a case that the store does not hold, what was said before and the world are known, and no expectation", () => {
  const world = { opening: "Garden.md: live", closing: "", effects: [] };
  const history = [{ role: "assistant" as const, content: "Good morning" }];
  expect(askedView(undefined, { ...transcript, world, history })).toEqual({
    given: [
      { name: "before", text: "assistant: Good morning" },
      { name: "world", text: "Garden.md: live" },
    ],
  });
});

test("a world that the suite made is given too, in words", () => {
  const world = { opening: "Garden.md: live", closing: "", effects: [] };
  expect(asked({}, { ...transcript, world }).given).toContainEqual({ name: "world", text: "Garden.md: live" });
});
