import { describe, expect, test } from "vitest";
import { caseSchema } from "./case.ts";

const parse = (more: object) => caseSchema.safeParse({ id: "a", script: [{ content: "hi" }], ...more });

describe("the case schema", () => {
  test("fills in what is left out", () => {
    expect(caseSchema.parse({ id: "a", script: [{ content: "hi" }] })).toEqual({
      id: "a",
      description: "",
      tags: [],
      history: [],
      script: [{ content: "hi" }],
      approvals: "approve",
      expect: {},
    });
  });

  test.each(["a", "stalled-project_2", "über", "日本", "a:b", "😀"])("%s is an id", (id) => {
    expect(parse({ id }).success).toBe(true);
  });

  test.each(["", "a b", "a/b", "a\\b", "a\nb", "a\0b", "a\u202eb", "a\u200bb", "\ud800", "x".repeat(121)])(
    "%j is not an id",
    (id) => expect(parse({ id }).success).toBe(false),
  );

  test.each([
    { script: [] },
    { script: [{ content: "" }] },
    { world: { a: Number.NaN } },
    { expect: { matches: ["("] } },
    { expect: { safety: { canaries: ["abc"] } } },
    { expect: { safety: { canaries: [" abc  "] } } },
    { expect: { world: { effects: [{ note: "x" }] } } },
    { expect: { world: { effects: [{ kind: "task.added", text: { contains: 5 } }] } } },
    { expect: { tools: [{ shouldCall: true, tools: [] }] } },
    { expect: { tools: [{ shouldCall: true, turn: -1 }] } },
  ])("%j is refused", (more) => expect(parse(more).success).toBe(false));

  test("an effect may have any fields, plain or as matchers", () => {
    const effects = [{ kind: "task.added", note: "Projects/A.md", text: { matches: "^Call" }, section: null }];
    expect(parse({ expect: { world: { effects } } }).data?.expect.world?.effects).toEqual(effects);
  });
});
