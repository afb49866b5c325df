import { describe, expect, test } from "vitest";
import { z } from "zod";
import { caseSchema } from "../../shape/index.ts";
import { ignoredFields } from "./known-fields.ts";

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "ref" });
const slips = (schema: z.ZodType, input: unknown) =>
  ignoredFields(schemaOf(schema), input).map(({ path, meant }) => `${path.join(".")} → ${meant}`);

const line = z.object({ content: z.string().optional(), refuses: z.boolean().optional() });
const lenient = z.object({
  id: z.string(),
  script: z.array(line).optional(),
  expect: z.object({ contains: z.array(z.string()).optional() }).optional(),
  either: z.union([z.object({ first: z.number().optional() }), z.string()]).optional(),
  named: z.record(z.string(), line).optional(),
});

describe("fields that a schema passes over", () => {
  test("are told where they look like a slip, however deep", () => {
    const input = {
      id: "a",
      scrpt: [],
      script: [{ content: "x" }, { refusess: true }],
      expect: { contians: ["x"] },
      either: { frist: 1 },
      named: { any: { contnt: "x" } },
    };
    expect(slips(lenient, input)).toEqual([
      "script.1.refusess → refuses",
      "expect.contians → contains",
      "either.frist → first",
      "named.any.contnt → content",
    ]);
    expect(slips(lenient, { id: "a", scrpt: [] })).toEqual(["scrpt → script"]);
  });

  test("and not where they are like none, or the one they are like is there", () => {
    expect(slips(lenient, { id: "a", note: "x", expect: { contains: [], contain: [] } })).toEqual([]);
    expect(slips(lenient, { id: "a", constructor: 1, toString: 2 })).toEqual([]);
  });

  test("a schema that refuses or keeps what it does not know is not asked", () => {
    expect(slips(z.strictObject({ script: z.string().optional() }), { scrpt: 1 })).toEqual([]);
    expect(slips(z.looseObject({ script: z.string().optional() }), { scrpt: 1 })).toEqual([]);
    expect(slips(z.object({ script: z.string().optional() }).catchall(z.number()), { scrpt: 1 })).toEqual([]);
    expect(slips(caseSchema, { scrpt: 1, expect: { contians: [] } })).toEqual([]);
  });

  test("a lenient part of a strict schema is looked at, and the other way round", () => {
    expect(slips(z.strictObject({ expect: lenient.shape.expect }), { expect: { contians: [] } })).toEqual([
      "expect.contians → contains",
    ]);
    expect(slips(z.object({ part: z.strictObject({ name: z.string() }) }), { part: { nam: "x" } })).toEqual([]);
  });

  test("nothing is made of what is not an object, or of a schema that says nothing", () => {
    for (const input of [null, "text", 5, [], [[{ scrpt: 1 }]]]) expect(slips(lenient, input)).toEqual([]);
    expect(ignoredFields({}, { scrpt: 1 })).toEqual([]);
  });
});
