import { expect, test } from "vitest";
import { coachCaseWarnings } from "./warnings.ts";

test("actualTools is warned of wherever it stands", () => {
  const conversation = [
    { role: "user", content: "x" },
    { role: "assistant", content: "y", actualTools: [] },
  ];
  const warnings = coachCaseWarnings({ conversation, expectations: {}, actualTools: [] });
  expect(warnings.map(({ path }) => path)).toEqual([["actualTools"], ["conversation", 1, "actualTools"]]);
  expect(warnings[0]?.message).toContain("ignored");
});

test("requiredParams and parameters beside false are warned of, beside true they are not", () => {
  const toolUsage = [
    { shouldCallTool: true, requiredParams: ["a"] },
    { shouldCallTool: false, requiredParams: ["a"], parameters: { a: 1 } },
  ];
  expect(coachCaseWarnings({ conversation: [], expectations: { toolUsage } }).map(({ path }) => path)).toEqual([
    ["expectations", "toolUsage", 1, "requiredParams"],
    ["expectations", "toolUsage", 1, "parameters"],
  ]);
});

test("a case as it should be has no warnings", () => {
  expect(coachCaseWarnings({ conversation: [{ role: "user", content: "x" }], expectations: {} })).toEqual([]);
});
