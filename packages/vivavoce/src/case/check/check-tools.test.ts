import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../base/index.ts";
import type { CaseInput } from "../../shape/index.ts";
import { caseOf } from "../fixtures/cases.ts";
import { checkTools } from "./check-tools.ts";

const tool = (name: string, ...parameters: string[]): { name: string; parameters: JsonSchema } => ({
  name,
  parameters: { type: "object", properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])) },
});
const tools = [tool("add_action", "path", "text"), tool("show_card", "file"), tool("stop")];

const check = (more: Partial<CaseInput>, list = tools) => checkTools(caseOf(more), list);

describe("tools that the agent does not have", () => {
  test.each([
    [
      { expect: { tools: [{ shouldCall: true, tools: ["show_card", "ad_action"] }] } },
      ["expect", "tools", 0, "tools", 1],
    ],
    [{ expect: { tools: [{ shouldCall: false, tools: ["ad_action"] }] } }, ["expect", "tools", 0, "tools", 0]],
    [{ expect: { calls: [{ name: "ad_action" }] } }, ["expect", "calls", 0, "name"]],
    [
      { expect: { safety: { forbid: [{ note: "x" }, { tool: "ad_action" }] } } },
      ["expect", "safety", "forbid", 1, "tool"],
    ],
    [{ approvals: { ad_action: "reject" as const } }, ["approvals", "ad_action"]],
  ])("%j", (more, path) => {
    expect(check(more)).toMatchObject([
      {
        level: "problem",
        message: 'the agent has no tool called "ad_action"',
        remedy: 'did you mean "add_action"?',
        path,
      },
    ]);
  });

  test("those it has are fine, wherever they are named", () => {
    const findings = check({
      approvals: { add_action: ["approve", "reject"], stop: "approve" },
      expect: {
        tools: [{ shouldCall: true, tools: ["add_action"] }, { shouldCall: false }],
        calls: [{ name: "show_card" }],
        safety: { forbid: [{ tool: "stop" }, { note: "a.md" }] },
      },
    });
    expect(findings).toEqual([]);
  });

  test("a list of approvals, or one for all, names no tools", () => {
    expect(check({ approvals: ["approve", "reject"] })).toEqual([]);
    expect(check({ approvals: "reject" })).toEqual([]);
  });

  test("a name that is like none is met with the list", () => {
    expect(check({ expect: { calls: [{ name: "send_mail" }] } })[0]?.remedy).toBe(
      "its tools: add_action, show_card, stop",
    );
  });

  test("the remedy for an agent without tools says that it has none", () => {
    expect(check({ expect: { calls: [{ name: "x" }] } }, [])[0]?.remedy).toBe("this agent has no tools at all");
  });
});

describe("parameters that a tool does not have", () => {
  test("in required, in arguments, and in a call", () => {
    const findings = check({
      expect: {
        tools: [{ shouldCall: true, tools: ["add_action"], required: ["path", "txt"], arguments: { pth: "x" } }],
        calls: [{ name: "show_card", arguments: { file: "x", fil: "y" } }],
      },
    });
    expect(findings.map(({ message, remedy, path, hint }) => ({ message, remedy, path, hint }))).toEqual([
      {
        message: 'the tool "add_action" has no parameter called "txt"',
        remedy: 'did you mean "text"?',
        path: ["expect", "tools", 0, "required", 1],
        hint: { kind: "value", value: "txt" },
      },
      {
        message: 'the tool "add_action" has no parameter called "pth"',
        remedy: 'did you mean "path"?',
        path: ["expect", "tools", 0, "arguments", "pth"],
        hint: { kind: "field", name: "pth" },
      },
      {
        message: 'the tool "show_card" has no parameter called "fil"',
        remedy: 'did you mean "file"?',
        path: ["expect", "calls", 0, "arguments", "fil"],
        hint: { kind: "field", name: "fil" },
      },
    ]);
  });

  test("where any of several tools may be called, one of them has to know it", () => {
    const both = ["add_action", "show_card"];
    expect(check({ expect: { tools: [{ shouldCall: true, tools: both, required: ["file", "text"] }] } })).toEqual([]);
    expect(check({ expect: { tools: [{ shouldCall: true, tools: both, required: ["line"] }] } })).toMatchObject([
      { message: 'none of the tools has a parameter called "line"' },
    ]);
  });

  test("where no tool is named, any tool may know it", () => {
    expect(check({ expect: { tools: [{ shouldCall: true, required: ["file"] }] } })).toEqual([]);
    expect(check({ expect: { tools: [{ shouldCall: true, required: ["line"] }] } })).toHaveLength(1);
  });

  test("a tool without parameters says so", () => {
    expect(check({ expect: { calls: [{ name: "stop", arguments: { now: true } }] } })[0]?.remedy).toBe(
      "it takes no parameters",
    );
  });

  test("an unknown tool is one problem, not one for each of its parameters", () => {
    expect(check({ expect: { calls: [{ name: "zzz", arguments: { a: 1, b: 2 } }] } })).toHaveLength(1);
  });

  test.each<[string, JsonSchema]>([
    ["lists no properties", { type: "object" }],
    ["allows others", { properties: { a: {} }, additionalProperties: true }],
    ["allows others of a kind", { properties: { a: {} }, additionalProperties: { type: "string" } }],
    ["names them by pattern", { properties: { a: {} }, patternProperties: { "^x": {} } }],
    ["is put together from others", { properties: { a: {} }, allOf: [{ properties: { b: {} } }] }],
  ])("a schema that %s leaves nothing to check", (_, parameters) => {
    const more = { expect: { calls: [{ name: "open", arguments: { b: 1 } }] } };
    expect(check(more, [{ name: "open", parameters }])).toEqual([]);
  });

  test("a schema that forbids others is checked", () => {
    const parameters = { properties: { a: {} }, additionalProperties: false };
    const more = { expect: { calls: [{ name: "closed", arguments: { b: 1 } }] } };
    expect(check(more, [{ name: "closed", parameters }])).toHaveLength(1);
  });

  test("a parameter called like a method of every object is not known by accident", () => {
    expect(check({ expect: { calls: [{ name: "stop", arguments: { toString: "x" } }] } })).toHaveLength(1);
  });
});
