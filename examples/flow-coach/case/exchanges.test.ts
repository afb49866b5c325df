import { expect, test } from "vitest";
import { exchangeCount, stageDirections } from "./exchanges.ts";

const conversation = [
  { role: "user" as const, content: "One" },
  { role: "assistant" as const, content: "x", expectedTools: [] },
  { role: "user" as const, content: "Two" },
  { role: "user" as const, content: "Three" },
  { role: "assistant" as const, content: "x", expectedTools: [{ name: "move_to_focus" }] },
  { role: "user" as const, content: "Four" },
  { role: "assistant" as const, content: "x" },
];

test("an exchange begins with every user line", () => {
  expect(exchangeCount({ conversation })).toBe(4);
});

test("a stage direction belongs to the exchange before it; one without expectedTools says nothing", () => {
  expect(stageDirections({ conversation })).toEqual([
    { exchange: 1, path: ["conversation", 1, "expectedTools"], tools: [] },
    { exchange: 3, path: ["conversation", 4, "expectedTools"], tools: [{ name: "move_to_focus" }] },
  ]);
});
