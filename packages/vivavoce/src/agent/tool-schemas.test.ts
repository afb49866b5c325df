import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject, JsonSchema } from "../base/index.ts";
import { callProblem, toolSchemaFaults } from "./tool-schemas.ts";
import type { ToolSpec } from "./types.ts";

const tool = (parameters: unknown, name = "add"): ToolSpec => ({
  name,
  parameters: parameters as JsonSchema,
  effect: "write",
});
const problem = (parameters: unknown, given: JsonObject) =>
  callProblem(new Map([["add", tool(parameters)]]), { name: "add", arguments: given });

const path = { type: "string" };

describe("a call that could not run", () => {
  test.each<[what: string, parameters: JsonSchema, given: JsonObject, problem: string]>([
    ["lacks what is required", { properties: { path }, required: ["path"] }, {}, "path is missing"],
    ["lacks two", { required: ["path", "text"] }, { a: 1 }, "path and text are missing"],
    [
      "lacks it, though it has a default",
      { properties: { path: { default: "a" } }, required: ["path"] },
      {},
      "path is missing",
    ],
    ["has a wrong type", { properties: { path } }, { path: 1 }, "path is 1, not of type string"],
    [
      "has null where null is not allowed",
      { properties: { path } },
      { path: null },
      "path is null, not of type string",
    ],
    ["has a number as text", { properties: { n: { type: "integer" } } }, { n: "1" }, 'n is "1", not of type integer'],
    [
      "has an unknown argument",
      { properties: { path }, additionalProperties: false },
      { paths: "a" },
      "paths should not be there",
    ],
    [
      "has a value off the list",
      { properties: { s: { enum: ["live", "hold"] } } },
      { s: "gone" },
      's is "gone", not "live" or "hold"',
    ],
    [
      "is wrong deep inside",
      { properties: { list: { items: { required: ["id"] } } } },
      { list: [{ id: 1 }, {}] },
      "list[1].id is missing",
    ],
    [
      "is wrong behind a reference",
      { properties: { to: { $ref: "#/$defs/p" } }, $defs: { p: path } },
      { to: 1 },
      "to is 1, not of type string",
    ],
  ])("%s", (_, parameters, given, expected) => {
    expect(problem(parameters, given)).toBe(expected);
  });

  test("names a tool that the agent does not have", () => {
    expect(callProblem(new Map(), { name: "add", arguments: {} })).toBe("the agent has no tool called add");
  });

  test("belongs to a tool whose schema cannot be read: it is never taken for right", () => {
    expect(problem({ type: "text" }, {})).toMatch(/cannot be read: .*text is not a type/);
  });
});

describe("the schemas of an agent's tools", () => {
  test("that are read in full have no fault", () => {
    const written = z.object({ tags: z.record(z.string(), z.number()), at: z.iso.date().nullable().optional() });
    expect(toolSchemaFaults([tool({}), tool(z.toJSONSchema(written))])).toEqual({ broken: [], unread: [] });
    expect(toolSchemaFaults(undefined)).toEqual({ broken: [], unread: [] });
  });

  test("that are wrong are told, each with its tool", () => {
    const { broken } = toolSchemaFaults([
      tool({ properties: { a: { $ref: "#/$defs/b" } } }, "one"),
      tool(z.object({}), "two"),
      tool(undefined, "three"),
    ]);
    expect(broken).toEqual([
      expect.stringMatching(/tool one cannot be read: .*points to nothing/),
      expect.stringMatching(/tool two cannot be read: they are a zod schema/),
      expect.stringMatching(/tool three cannot be read: they are not a JSON Schema/),
    ]);
  });

  test("with words that are not known are told, and the rest is still checked", () => {
    const parameters = { require: ["path"], properties: { path }, unevaluatedProperties: false };
    expect(toolSchemaFaults([tool(parameters)])).toEqual({
      broken: [],
      unread: [
        expect.stringMatching(/tool add .*require .*did you mean required/),
        expect.stringMatching(/unevaluatedProperties/),
      ],
    });
    expect(problem(parameters, { path: 1 })).toBe("path is 1, not of type string");
  });
});
