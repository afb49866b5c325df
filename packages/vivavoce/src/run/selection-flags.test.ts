import { expect, test } from "vitest";
import { type CaseInput, caseSchema } from "../shape/index.ts";
import { SelectionFlags } from "./selection-flags.ts";

const caseOf = (id: string, more: Partial<CaseInput> = {}) =>
  caseSchema.parse({ id, script: [{ content: "x" }], ...more });

const unmetBy = (wanted: { cases?: string[]; tags?: string[] }) => {
  const flags = new SelectionFlags({ cases: [], tags: [], ...wanted });
  flags.see(caseOf("inbox-full", { tags: ["inbox"], type: "multi-turn" }));
  flags.see(caseOf("weekly-review"));
  return flags.unmet().map(({ message }) => message);
};

test("what some case matches is met, by an id, a glob, a tag or a type", () => {
  expect(unmetBy({ cases: ["weekly-review", "inbox-*"], tags: ["inbox", "multi-turn"] })).toEqual([]);
  expect(unmetBy({})).toEqual([]);
});

test("each of several that no case matches is named", () => {
  expect(unmetBy({ cases: ["weekly-review", "weekly-reveiw", "x-*"], tags: ["inbox", "in-box"] })).toEqual([
    "--case weekly-reveiw matches no case",
    "--case x-* matches no case",
    "--tag in-box matches no case",
  ]);
});
