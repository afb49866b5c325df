import { expect, test } from "vitest";
import { caseOf } from "../fixtures/cases.ts";
import { parameterMentions, toolMentions } from "./check-tools.ts";

const subject = caseOf({
  approvals: { approved: "approve" },
  expect: {
    tools: [
      { shouldCall: true, tools: ["first", "second"], required: ["r1", "r2"], arguments: { a1: 1 } },
      { shouldCall: false, arguments: { a2: { any: true } } },
    ],
    calls: [{ name: "called", arguments: { a3: null } }, { name: "bare" }],
    safety: { forbid: [{ note: "x.md" }, { tool: "forbidden" }] },
    plan: ["planned", "Say goodbye."],
    disclosure: ["the price", { text: "recorded" }, { wish: "the price", before: "awaited" }],
  },
});

test("every place that names a tool is found", () => {
  expect(toolMentions(subject).map(({ name, path, as }) => [name, path.join("."), as])).toEqual([
    ["first", "expect.tools.0.tools.0", "value"],
    ["second", "expect.tools.0.tools.1", "value"],
    ["called", "expect.calls.0.name", "value"],
    ["bare", "expect.calls.1.name", "value"],
    ["forbidden", "expect.safety.forbid.1.tool", "value"],
    ["planned", "expect.plan.0", "value"],
    ["awaited", "expect.disclosure.2.before", "value"],
    ["approved", "approvals.approved", "field"],
  ]);
});

test("every place that names a parameter is found, with the tools it may belong to", () => {
  expect(parameterMentions(subject).map(({ name, tools, path, as }) => [name, tools, path.join("."), as])).toEqual([
    ["r1", ["first", "second"], "expect.tools.0.required.0", "value"],
    ["r2", ["first", "second"], "expect.tools.0.required.1", "value"],
    ["a1", ["first", "second"], "expect.tools.0.arguments.a1", "field"],
    ["a2", [], "expect.tools.1.arguments.a2", "field"],
    ["a3", ["called"], "expect.calls.0.arguments.a3", "field"],
  ]);
});

test("a case that expects nothing names nothing", () => {
  expect(toolMentions(caseOf())).toEqual([]);
  expect(parameterMentions(caseOf())).toEqual([]);
});
