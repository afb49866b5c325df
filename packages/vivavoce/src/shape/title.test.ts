import { describe, expect, test } from "vitest";
import { caseSchema, caseTags, caseTitle } from "./case.ts";

const script = [{ content: "Hello" }];
const caseOf = (more: object) => caseSchema.parse({ id: "greets", script, ...more });

test.each([
  [{ type: "multi-turn", description: "Says hello back" }, "[multi-turn] Says hello back"],
  [{ description: " Says hello back " }, "Says hello back"],
  [{ type: "multi-turn" }, "[multi-turn] greets"],
  [{}, "greets"],
])("the title of %j is %s", (more, title) => {
  expect(caseTitle(caseOf(more))).toBe(title);
});

test("the type is a tag, once", () => {
  expect(caseTags(caseOf({ type: "multi-turn", tags: ["smoke"] }))).toEqual(["smoke", "multi-turn"]);
  expect(caseTags(caseOf({ type: "smoke", tags: ["smoke"] }))).toEqual(["smoke"]);
  expect(caseTags(caseOf({ tags: ["smoke"] }))).toEqual(["smoke"]);
});

describe("a type is one word", () => {
  test.each(["", "two words", "[a]", "tab\there", "x".repeat(61)])("%j is refused", (type) => {
    expect(caseSchema.safeParse({ id: "greets", script, type }).success).toBe(false);
  });
});
