import { expect, test } from "vitest";
import { caseSchema } from "../../shape/index.ts";
import { askedView } from "./asked-view.ts";

const asked = (more: object) => askedView(caseSchema.parse({ id: "a", script: [{ content: "hi" }], ...more }));

test("a case gives its world, what was said before, who the user is, and which writes are approved", () => {
  const user = { persona: "Kim, in a hurry", goal: "A visit tomorrow", tellsWhenAsked: { street: { value: "Elm" } } };
  const { given } = asked({
    ...{ script: [], world: { notes: ["Garden.md"] }, history: [{ role: "user", content: "earlier" }], user },
    approvals: { archive: "reject" },
  }) ?? { given: [] };
  expect(Object.fromEntries(given.map(({ name, text }) => [name, text]))).toEqual({
    persona: "Kim, in a hurry",
    goal: "A visit tomorrow",
    "tells when asked": "street:\n  value: Elm",
    "hangs up": "after 12 exchanges at the latest",
    before: "1 message, shown above the conversation",
    approvals: "archive: reject",
    world: "notes:\n  - Garden.md",
  });
});

test("a case says what it expects, of the whole and of single lines; text that hides or reorders is shown as such", () => {
  const script = [{ content: "hi" }, { content: "bye", expect: { contains: ["Goodbye"] } }];
  expect(asked({ script, expect: { goal: "It is \u202ebooked" } })?.expected).toEqual([
    { name: "goal", text: expect.not.stringContaining("\u202e") },
    { name: "exchange 2", text: "contains:\n  - Goodbye" },
  ]);
  expect(asked({})?.expected).toEqual([]);
});

test("of a case that the store does not hold, nothing is said", () => {
  expect(askedView(undefined)).toBeUndefined();
});
