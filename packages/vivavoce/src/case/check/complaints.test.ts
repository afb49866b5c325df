import { describe, expect, test } from "vitest";
import { z } from "zod";
import { caseSchema, issueMessage } from "../../shape/index.ts";
import { complaintsOf } from "./validate.ts";

function complaintsAbout(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value, { error: issueMessage, reportInput: true });
  if (parsed.success) throw new Error("the schema accepts it");
  const json = () => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return complaintsOf(parsed.error.issues, json);
}

const messages = (schema: z.ZodType, value: unknown) => complaintsAbout(schema, value).map(({ message }) => message);
const inCase = (more: object) => complaintsAbout(caseSchema, { id: "a", script: [{ content: "hi" }], ...more });

describe("plain sentences", () => {
  test.each([
    [z.object({ a: z.string() }), { a: 5 }, "a: should be a string, found 5"],
    [z.object({ a: z.string() }), {}, "a: this field is missing"],
    [z.object({ a: z.int() }), { a: 1.5 }, "a: should be a whole number, found 1.5"],
    [z.object({ a: z.number() }), { a: Number.POSITIVE_INFINITY }, "a: should be a finite number"],
    [z.object({ a: z.boolean() }), { a: "yes" }, 'a: should be true or false, found "yes"'],
    [z.object({ a: z.array(z.string()) }), { a: {} }, "a: should be a list, found an object"],
    [z.object({}), [], "the case: should be an object, found an empty list"],
    [z.object({ a: z.enum(["x", "y"]) }), { a: "z" }, 'a: should be "x" or "y", found "z"'],
    [z.object({ a: z.literal(1) }), { a: null }, "a: should be 1, found null"],
    [z.object({ a: z.string().min(1) }), { a: "" }, "a: should not be empty"],
    [z.object({ a: z.string().min(4) }), { a: "abc" }, "a: should have at least 4 characters"],
    [z.object({ a: z.string().max(2) }), { a: "abc" }, "a: should have at most 2 characters"],
    [z.object({ a: z.string().length(2) }), { a: "abc" }, "a: should have exactly 2 characters"],
    [z.object({ a: z.array(z.string()).min(1) }), { a: [] }, "a: should not be an empty list"],
    [z.object({ a: z.array(z.string()).max(1) }), { a: ["x", "y"] }, "a: should have at most 1 entries"],
    [z.object({ a: z.number().min(0) }), { a: -1 }, "a: should be at least 0, found -1"],
    [z.object({ a: z.number().positive() }), { a: 0 }, "a: should be over 0, found 0"],
    [z.object({ a: z.number().lt(3) }), { a: 3 }, "a: should be under 3, found 3"],
    [z.object({ a: z.number().multipleOf(5) }), { a: 3 }, "a: should be a multiple of 5, found 3"],
    [z.object({ a: z.string().regex(/^x/) }), { a: "b" }, 'a: "b" does not have the form of /^x/'],
    [z.object({ a: z.iso.date() }), { a: "b" }, expect.stringMatching(/^a: "b" does not have the form of /)],
    [z.record(z.string().max(1), z.number()), { ab: 1 }, expect.stringMatching(/^ab: a field may not be named so/)],
    [z.array(z.object({ a: z.string() })), [{ a: 1 }], "the case[0].a: should be a string, found 1"],
  ])("%#: %j is refused: %s", (schema, value, message) => expect(messages(schema, value)).toEqual([message]));

  test("an owner's own words win over ours", () => {
    expect(messages(z.object({ a: z.string("a name, please").min(1, "not an empty one") }), { a: "" })).toEqual([
      "a: not an empty one",
    ]);
    const checked = z.object({ a: z.string() }).refine(() => false, { error: "they disagree", path: ["a"] });
    expect(messages(checked, { a: "x" })).toEqual(["a: they disagree"]);
    expect(messages(z.union([z.string(), z.number()], "text or number"), null)).toEqual(["the case: text or number"]);
  });

  test("all that is wrong is told at once", () => {
    expect(messages(z.object({ a: z.string(), b: z.string(), c: z.string() }), { a: 1, c: "x" })).toHaveLength(2);
  });
});

describe("what to do", () => {
  const remedies = (schema: z.ZodType, value: unknown) => complaintsAbout(schema, value).map(({ remedy }) => remedy);

  test.each([
    [z.object({ a: z.string() }), {}, 'add "a"'],
    [z.object({ a: z.string() }), { a: 78745 }, 'write it in quotes: "78745"'],
    [z.object({ a: z.union([z.string(), z.null()]) }), { a: 78745 }, 'write it in quotes: "78745"'],
    [z.object({ a: z.int() }), { a: "5" }, "write it without quotes: 5"],
    [z.object({ a: z.boolean() }), { a: "true" }, "write it without quotes: true"],
    [z.object({ a: z.string().min(1) }), { a: "" }, expect.stringContaining("leave the field out")],
    [z.object({ a: z.enum(["yes", "no"]) }), { a: "yess" }, 'did you mean "yes"?'],
  ])("%#: %j", (schema, value, remedy) => expect(remedies(schema, value)).toEqual([remedy]));

  test("an owner's schema says it with its own issue", () => {
    const schema = z
      .object({ a: z.string() })
      .refine(() => false, { error: "too late", params: { remedy: "be early" } });
    expect(remedies(schema, { a: "x" })).toEqual(["be early"]);
  });
});

describe("unknown fields", () => {
  test("each has its own complaint, points at its name and names the one that was meant", () => {
    expect(inCase({ descripton: "x", expects: {} })).toMatchObject([
      {
        message: 'unknown field "descripton"',
        remedy: 'did you mean "description"?',
        path: ["descripton"],
        target: "field",
      },
      { message: 'unknown field "expects"', remedy: 'did you mean "expect"?', path: ["expects"] },
    ]);
  });

  test("one that is like none is met with those that are known there", () => {
    expect(inCase({ script: [{ content: "hi", zzz: 1 }] })).toMatchObject([
      {
        message: 'unknown field "zzz" in script[0]',
        remedy: "other fields known here: refuses, consents, interrupts, expect, silence",
      },
    ]);
  });

  test("a field that is there already is not the one that was meant", () => {
    expect(inCase({ script: [{ content: "hi", consent: true }] })).toMatchObject([
      { remedy: 'did you mean "consents"?' },
    ]);
    expect(inCase({ script: [{ consent: true }] })[1]).toMatchObject({ remedy: 'did you mean "content"?' });
  });

  test("deep inside, the fields of that place are suggested", () => {
    expect(inCase({ expect: { tools: [{ shouldCall: true, argument: {} }] } })).toMatchObject([
      { message: 'unknown field "argument" in expect.tools[0]', remedy: 'did you mean "arguments"?' },
    ]);
  });
});

describe("unions", () => {
  test("the form that got furthest speaks", () => {
    expect(inCase({ approvals: "aprove" })).toMatchObject([
      { message: 'approvals: should be "approve" or "reject", found "aprove"', remedy: 'did you mean "approve"?' },
    ]);
    expect(inCase({ approvals: ["approve", "no"] })).toMatchObject([
      { message: 'approvals[1]: should be "approve" or "reject", found "no"', path: ["approvals", 1] },
    ]);
    expect(inCase({ approvals: { add: ["approve", 5] } })).toMatchObject([{ path: ["approvals", "add", 1] }]);
  });

  test("a value of no known kind is told all of them, each once", () => {
    expect(inCase({ approvals: 5 })).toMatchObject([
      { message: 'approvals: should be "approve", "reject", a list or an object, found 5' },
    ]);
  });

  test("a missing value is missing, not a choice of kinds", () => {
    expect(messages(z.object({ a: z.union([z.string(), z.number()]) }), {})).toEqual(["a: this field is missing"]);
    const flag = z.object({ a: z.union([z.boolean(), z.literal(""), z.null()]) });
    expect(messages(flag, { a: "false" })).toEqual(['a: should be true or false, "" or null, found "false"']);
  });

  test("of several objects the one with the fewest strange fields is meant", () => {
    const shape = z.union([
      z.strictObject({ file: z.string(), line: z.number() }),
      z.strictObject({ url: z.string(), title: z.string() }),
    ]);
    expect(messages(shape, { url: "x", title: 5 })).toEqual(["title: should be a string, found 5"]);
    expect(messages(shape, { file: "x", line: 1, tittle: "x" })).toEqual(['unknown field "tittle"']);
  });

  test("a tag tells which object is meant, though it has more wrong with it", () => {
    const shape = z.union([
      z.object({ type: z.literal("a"), x: z.string() }),
      z.object({ type: z.literal("b"), y: z.string().min(9), z: z.string().min(9) }),
    ]);
    expect(messages(shape, { type: "b", x: "x", y: "", z: "" })).toEqual([
      "y: should have at least 9 characters",
      "z: should have at least 9 characters",
    ]);
  });

  test("a tag that no object has is told the ones there are", () => {
    const shape = z.discriminatedUnion("type", [
      z.object({ type: z.literal("a") }),
      z.object({ type: z.literal("b") }),
    ]);
    expect(messages(shape, { type: "c" })).toEqual(['type: should be "a" or "b"']);
  });

  test("a broken matcher is told what is wrong inside it", () => {
    const about = (matcher: unknown) =>
      inCase({ expect: { calls: [{ name: "x", arguments: { a: matcher } }] } }).map(({ message }) => message);
    const at = "expect.calls[0].arguments.a";
    expect(about({ contains: 5 })).toEqual([`${at}.contains: should be a string or a list, found 5`]);
    expect(about({ contains: [] })).toEqual([`${at}.contains: should not be an empty list`]);
    expect(about({ matches: "(" })).toEqual([expect.stringContaining(`${at}.matches: not a regular expression`)]);
    expect(about({ matches: "a", flags: "g" })).toEqual([`${at}.flags: only the flags i, m, s and u`]);
    expect(about({ range: [1] })[0]).toContain(`${at}.range`);
    expect(about({ absent: false })).toEqual([`${at}.absent: should be true, found false`]);
    expect(about({ oneOf: [Number.NaN] })).toEqual([`${at}.oneOf[0]: should be a finite number`]);
  });
});
