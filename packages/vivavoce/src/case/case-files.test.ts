import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { InputError } from "../base/index.ts";
import { type CaseInput, caseSchema } from "../shape/index.ts";
import { caseList, cases } from "./case-files.ts";

describe("cases()", () => {
  test("describes files and reads none", () => {
    expect(cases("/no/such/directory/*.json")).toMatchObject({
      from: { kind: "files", globs: ["/no/such/directory/*.json"] },
      schema: caseSchema,
    });
    expect(cases(["a.json", "b.yaml"]).from).toEqual({ kind: "files", globs: ["a.json", "b.yaml"] });
  });

  test.each([[[]], [""], [["a.json", " "]]])("%j names no file", (globs) => {
    expect(() => cases(globs)).toThrow(InputError);
  });

  test("takes a schema of another shape, as long as a case comes out", () => {
    const own = z.object({ name: z.string(), asks: z.string() });
    const schema = own.transform(({ name, asks }) => ({ id: name, script: [{ content: asks }] }));
    expect(cases("a.json", schema).schema).toBe(schema);

    cases("a.json", z.object({ id: z.string() }));
  });

  test("takes the owner's warnings; without them there are none", () => {
    const warnings = () => [{ message: "ignored", path: ["a"] }];
    expect(cases("a.json", caseSchema, { warnings }).warnings({})).toEqual([{ message: "ignored", path: ["a"] }]);
    expect(cases("a.json").warnings({})).toEqual([]);
  });
});

test("caseList() takes cases as one writes them", () => {
  const list: CaseInput[] = [{ id: "a", script: [{ content: "hi" }] }];
  expect(caseList(list)).toMatchObject({ from: { kind: "list", cases: list }, schema: caseSchema });
  expectTypeOf(caseList).parameter(0).toEqualTypeOf<readonly CaseInput[]>();
});
