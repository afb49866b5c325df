import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { caseOf } from "../fixtures/cases.ts";
import { checkExpectations } from "./check-expectations.ts";

const about = (value: JsonValue) =>
  checkExpectations(caseOf({ expect: { calls: [{ name: "look", arguments: { id: value } }] } }));
/** As a file holds it. JavaScript reads 12345678901234567891 as the same number. */
const large: number = JSON.parse("12345678901234567890");

describe("an expected integer that other integers would be equal to", () => {
  test("is refused, because an agent that uses another id would pass", () => {
    expect(about(large)).toEqual([
      {
        level: "problem",
        message:
          "the integer in expect.calls[0].arguments.id is too large to be held exactly: it is rounded (here to 12345678901234567168), and others would be equal to it",
        remedy:
          'write it as a text if the tool takes a text; otherwise { "range": [12345678901234567000, 12345678901234567000] } accepts all that round to it',
        path: ["expect", "calls", 0, "arguments", "id"],
        hint: { kind: "value", value: large },
      },
    ]);
  });

  test.each<[string, JsonValue, string]>([
    ["in a matcher", { equals: large }, "equals"],
    ["in a list of choices", { oneOf: [1, -large] }, "oneOf.1"],
    ["inside of a value", { of: [{ user: large }] }, "of.0.user"],
    ["in a field that is called like a matcher", { range: large, of: 1 }, "range"],
    ["the first that is not exact", 2 ** 53, ""],
  ])("%s", (_name, value, path) => {
    expect(about(value).map((finding) => finding.path.slice(5).join("."))).toEqual([path]);
  });

  test("in the effects on the world, once", () => {
    const subject = caseOf({ expect: { world: { effects: [{ kind: "value.set", to: { id: large } }] } } });
    expect(checkExpectations(subject).map(({ path }) => path.join("."))).toEqual(["expect.world.effects.0.to.id"]);
  });
});

test.each<[string, JsonValue]>([
  ["the largest exact integer", Number.MAX_SAFE_INTEGER],
  ["a text", "12345678901234567890"],
  ["a fraction", 0.1],
  ["a range, which says that it is not exact", { range: [large, large] }],
  ["a schema with the limit of 64 bits", { schema: { type: "integer", maximum: large } }],
])("%s is left alone", (_name, value) => expect(about(value)).toEqual([]));
