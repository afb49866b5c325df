import { describe, expect, test } from "vitest";
import { isActionVerb } from "./action-verbs.ts";
import { formOf } from "./next-action-form.ts";

function faults(text: string, options?: { waiting?: boolean }): string[] {
  return formOf(text, options)
    .filter(({ ok }) => !ok)
    .map(({ id }) => id);
}

describe("well formed", () => {
  test.each([
    "Call the vendor",
    "Email Dr Osei and ask whether the room has a projector",
    "Take the 2024 payslips out of the blue folder in the study",
    "Re-read chapter two",
    "Double-check the invoice number",
    "Set up the new router",
    "@phone Ring the dentist",
    "write three sentences about the outcome",
    "Buy 2 litres of paint",
  ])("%s", (text) => {
    expect(faults(text)).toEqual([]);
  });
});

describe("faults", () => {
  test.each([
    ["Taxes", ["verb", "length"]],
    ["The new website", ["verb"]],
    ["Call Ben", ["length"]],
    ["Work on website stuff", ["verb", "vague"]],
    ["Sort out the insurance", ["vague"]],
    ["Buy things for the party", ["vague"]],
    ["Call someone about the roof", ["vague"]],
    [`Write ${"very ".repeat(25)}long`, ["length"]],
    ["", ["verb", "length"]],
  ])("%j: %j", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test("a vague word inside another word is none", () => {
    expect(faults("Order stuffing for the goose")).toEqual([]);
    expect(faults("Measure everything in the hall")).toEqual([]);
  });
});

test("what is waited for need not start with a verb, but is as concrete", () => {
  expect(faults("Print quote from Priya", { waiting: true })).toEqual([]);
  expect(faults("Things from Priya", { waiting: true })).toEqual(["vague"]);
  expect(faults("Quote", { waiting: true })).toEqual(["length"]);
});

test("a reason names what was found", () => {
  const reasons = formOf("Website stuff for Ada").map(({ reason }) => reason);
  expect(reasons).toEqual([
    "starts with “Website”, which is no verb",
    "4 words; 3 to 20 say what to do and can be read at a glance",
    "“stuff” leaves open what to do",
  ]);
});

test("one word is not called words", () => {
  expect(formOf("Taxes").map(({ reason }) => reason)[1]).toMatch(/^1 word;/);
});

test("verbs are known whatever their case", () => {
  expect(isActionVerb("CALL")).toBe(true);
  expect(isActionVerb("rewrite")).toBe(true);
  expect(isActionVerb("website")).toBe(false);
  expect(isActionVerb("constructor")).toBe(false);
});
