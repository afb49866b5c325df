import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { caseOf } from "../fixtures/cases.ts";
import { checkExpectations } from "./check-expectations.ts";

const about = (value: JsonValue) =>
  checkExpectations(caseOf({ expect: { calls: [{ name: "add", arguments: { text: value } }] } }));

describe("objects that look like matchers", () => {
  test("a matcher with a slip in its name is a warning, with the name that was meant", () => {
    expect(about({ contians: "milk" })).toEqual([
      {
        level: "warning",
        message: '"contians" in expect.calls[0].arguments.text is not a matcher, so the value must equal this object',
        remedy: 'did you mean "contains"? an object to be equal to is { "equals": … }',
        path: ["expect", "calls", 0, "arguments", "text", "contians"],
        hint: { kind: "field", name: "contians" },
      },
    ]);
  });

  test("so is one beside a name that is right", () => {
    expect(about({ contains: "milk", ignorecase: true })).toMatchObject([
      { remedy: expect.stringContaining('"ignoreCase"'), hint: { name: "ignorecase" } },
    ]);
  });

  test.each<[string, JsonValue]>([
    ["a matcher", { contains: "milk", ignoreCase: true }],
    ["an object with fields of its own", { title: "milk", contians: 1 }],
    ["an object said to be a value", { equals: { contians: 1 } }],
    ["an empty object", {}],
    ["a list", [{ contians: "milk" }]],
    ["a text", "contians"],
    ["names that JavaScript knows", { constructor: 1, toString: 2 }],
  ])("%s is left alone", (_name, value) => expect(about(value)).toEqual([]));

  test("in every place where a matcher may stand", () => {
    const slip = { matchs: "^a" };
    const subject = caseOf({
      expect: {
        tools: [{ shouldCall: true, arguments: { a: slip } }],
        calls: [{ name: "x" }, { name: "x", arguments: { b: slip } }],
        world: { effects: [{ kind: "task.added", text: slip }] },
      },
    });
    expect(checkExpectations(subject).map(({ path }) => path.join("."))).toEqual([
      "expect.tools.0.arguments.a.matchs",
      "expect.calls.1.arguments.b.matchs",
      "expect.world.effects.0.text.matchs",
    ]);
  });
});
