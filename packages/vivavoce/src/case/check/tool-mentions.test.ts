import { expect, test } from "vitest";
import { caseOf } from "../fixtures/cases.ts";
import { checkTools } from "./check-tools.ts";

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
  const found = checkTools(subject, []).map(({ path, hint }) => [
    hint.kind === "field" ? hint.name : hint.value,
    path.join("."),
    hint.kind,
  ]);
  expect(found).toEqual([
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
  const names = ["first", "second", "called", "bare", "forbidden", "planned", "awaited", "approved"];
  const tools = names.map((name) => ({ name, parameters: { properties: {} } }));
  expect(checkTools(subject, tools).map(({ message, path, hint }) => [message, path.join("."), hint.kind])).toEqual([
    ['none of the tools has a parameter called "r1"', "expect.tools.0.required.0", "value"],
    ['none of the tools has a parameter called "r2"', "expect.tools.0.required.1", "value"],
    ['none of the tools has a parameter called "a1"', "expect.tools.0.arguments.a1", "field"],
    ['none of the tools has a parameter called "a2"', "expect.tools.1.arguments.a2", "field"],
    ['the tool "called" has no parameter called "a3"', "expect.calls.0.arguments.a3", "field"],
  ]);
});

test("the tools that a parameter may belong to are those that its expectation names, or any", () => {
  const tools = [
    { name: "first", parameters: { properties: { r1: {} } } },
    { name: "second", parameters: { properties: { r2: {}, a1: {} } } },
    { name: "called", parameters: { properties: { a2: {}, r1: {} } } },
  ];
  const found = checkTools(subject, tools).map(({ message }) => message);
  expect(found.filter((message) => message.includes("parameter"))).toEqual([
    'the tool "called" has no parameter called "a3"',
  ]);
});

test("a case that expects nothing names nothing", () => {
  expect(checkTools(caseOf(), [])).toEqual([]);
});
