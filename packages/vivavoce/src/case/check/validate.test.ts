import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type CaseFiles, type CaseSchema, caseList, cases } from "../case-files.ts";
import { validateCase } from "./validate.ts";

const withSchema = (schema: CaseSchema): CaseFiles => cases("any.json", schema);
const own = z.strictObject({ name: z.string(), asks: z.array(z.string()) });

describe("validating a case", () => {
  test("Viva's own shape gets its defaults", async () => {
    const validation = await validateCase(caseList([]), { id: "a", script: [{ content: "hi" }] });
    expect(validation).toMatchObject({ kind: "valid", case: { id: "a", tags: [], approvals: "approve", expect: {} } });
  });

  test("an owner's shape is turned into a case, and gets its defaults too", async () => {
    const source = withSchema(
      own.transform(({ name, asks }) => ({ id: name, script: asks.map((content) => ({ content })) })),
    );
    expect(await validateCase(source, { name: "a", asks: ["hi"] })).toMatchObject({
      kind: "valid",
      case: { id: "a", script: [{ content: "hi" }], history: [], expect: {} },
    });
  });

  test("complaints about what was written are in its words, with its fields", async () => {
    const source = withSchema(own.transform(({ name }) => ({ id: name, script: [{ content: "x" }] })));
    expect(await validateCase(source, { nam: "a", asks: ["hi"] })).toMatchObject({
      kind: "refused",
      shape: "input",
      complaints: [
        { message: "name: this field is missing" },
        { message: 'unknown field "nam"', remedy: 'did you mean "name"?' },
      ],
    });
  });

  test("complaints about what the schema made of it say so", async () => {
    const source = withSchema(
      own.transform(({ name, asks }) => ({ id: name, script: asks.map((content) => ({ content })) })),
    );
    expect(await validateCase(source, { name: "two words", asks: [] })).toMatchObject({
      kind: "refused",
      shape: "output",
      complaints: [
        {
          message: expect.stringMatching(/^the schema's output is not a case: id: an id must be one word/),
          found: "two words",
        },
        { message: "the schema's output is not a case: script: a case needs a script, or a simulated user" },
      ],
    });
  });

  test("an owner's issue keeps its words and its place", async () => {
    const source = withSchema(
      own.transform(({ name, asks }, context) => {
        if (asks.length > 1) context.addIssue({ code: "custom", message: "one question only", path: ["asks", 1] });
        return { id: name, script: [{ content: "x" }] };
      }),
    );
    expect(await validateCase(source, { name: "a", asks: ["x", "y"] })).toMatchObject({
      complaints: [{ message: "asks[1]: one question only", path: ["asks", 1] }],
    });
  });

  test("a schema that has to wait may", async () => {
    const source = withSchema(own.transform(async ({ name }) => ({ id: name, script: [{ content: "x" }] })));
    expect(await validateCase(source, { name: "a", asks: [] })).toMatchObject({ kind: "valid", case: { id: "a" } });
  });

  test.each([
    [
      "at once",
      own.transform((): never => {
        throw new TypeError("x is undefined");
      }),
    ],
    [
      "later",
      own.transform(async (): Promise<never> => {
        throw new TypeError("x is undefined");
      }),
    ],
  ])("a schema that throws %s is a complaint, not a crash", async (_, schema) => {
    expect(await validateCase(withSchema(schema), { name: "a", asks: [] })).toMatchObject({
      kind: "refused",
      complaints: [{ message: "the schema failed on this case: x is undefined" }],
    });
  });

  test("a schema that has no JSON Schema complains all the same, without suggestions", async () => {
    const named = { id: "two-schemas-of-this-name" };
    const registered = z.strictObject({
      a: z.strictObject({ x: z.string() }).meta(named),
      b: z.strictObject({ y: z.string() }).meta(named),
    });
    const schema = registered.transform(() => ({ id: "a", script: [{ content: "x" }] }));
    expect(() => z.toJSONSchema(schema, { io: "input" })).toThrow();
    expect(await validateCase(withSchema(schema), { a: { x: "" }, b: { y: "" }, bb: 1 })).toMatchObject({
      complaints: [{ message: 'unknown field "bb"', remedy: undefined }],
    });
  });
});
