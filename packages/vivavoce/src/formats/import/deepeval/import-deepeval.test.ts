import { expect, test } from "vitest";
import { importTexts, told } from "../import.test-helper.ts";

const imported = (...goldens: object[]) => importTexts({ "goldens.json": JSON.stringify(goldens) });

test("a golden that lost something it expects becomes a case with the tag incomplete-import", async () => {
  const { cases } = await imported(
    { input: "a tool without a name", expected_tools: [{ title: "search" }, { name: "book" }] },
    { input: "unreadable arguments", expected_tools: [{ name: "book", input_parameters: "day: Monday" }] },
    { input: "a list", expectations: ["must be kind"] },
    { input: "more than must", expectations: { must: ["be kind"], should: ["be short"] } },
    { input: "whole", expected_tools: [{ name: "book" }], expectations: { must: ["be kind"] }, token_cost: 1 },
  );
  const tagged = ["incomplete-import"];
  expect(cases.map(({ tags }) => tags)).toEqual([tagged, tagged, tagged, tagged, undefined]);
});

test("the input of a golden with a scenario is reported, not left out in silence", async () => {
  const both = await imported({ scenario: "Book a table", input: "A table, please" });
  expect(both.cases).toMatchObject([{ user: { goal: "Book a table" } }]);
  expect(told(both)).toMatch(/left out:\n {2}input +1 {2}the scenario says what the user wants/);
});
