import { expect, test } from "vitest";
import { expectedForm, marksIn, redactor } from "../base/index.ts";
import { caseSchema } from "../shape/index.ts";
import { caseInForm, inForm } from "./case-in-form.ts";

const key = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";
const mark = redactor({}).text(key);
const form = expectedForm(marksIn(mark));
const escaped = `(?:\\[${mark.slice(1, -1)}\\])`;

test("every text of a case is in the transcript's form, and every pattern is escaped", () => {
  const testCase = caseSchema.parse({
    id: "one",
    script: [{ content: `My key is ${key}` }],
    expect: {
      matches: [`^${key}$`],
      contains: [key],
      calls: [{ name: "save", arguments: { key: { matches: key, flags: "i", orAbsent: true }, note: key } }],
      tools: [{ shouldCall: true, arguments: { key: { schema: { anyOf: [{ pattern: key }, { const: key }] } } } }],
      world: { effects: [{ kind: "value.set", to: { contains: key } }] },
      disclosure: [key, { matches: key, before: "save" }],
    },
  });
  expect(caseInForm(testCase, form)).toMatchObject({
    script: [{ content: `My key is ${mark}` }],
    expect: {
      matches: [`^${escaped}$`],
      contains: [mark],
      calls: [{ arguments: { key: { matches: escaped, flags: "i", orAbsent: true }, note: mark } }],
      tools: [{ arguments: { key: { schema: { anyOf: [{ pattern: escaped }, { const: mark }] } } } }],
      world: { effects: [{ to: { contains: mark } }] },
      disclosure: [mark, { matches: escaped, before: "save" }],
    },
  });
});

test("an argument that is called matches is not a pattern", () => {
  expect(inForm([{ name: "grep", arguments: { matches: key } }], form)).toEqual([
    { name: "grep", arguments: { matches: mark } },
  ]);
});

test("a function of one's own stays what it is", () => {
  const custom = () => true;
  expect(inForm({ arguments: { key: { custom } } }, form).arguments.key.custom).toBe(custom);
});
