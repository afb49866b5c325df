import { expect, test } from "vitest";
import { actionStates, decisionStates, endStates, isAction, isEnd, stateSchema } from "./states.ts";

test("there are sixteen states, each of one kind only", () => {
  expect(stateSchema.options).toHaveLength(16);
  expect(new Set(stateSchema.options).size).toBe(16);
});

test("a state knows its kind", () => {
  expect(stateSchema.options.filter(isEnd)).toEqual([...endStates]);
  expect(stateSchema.options.filter(isAction)).toEqual([...actionStates]);
  expect(decisionStates.some((state) => isEnd(state) || isAction(state))).toBe(false);
});

test("a state that nobody has heard of is refused", () => {
  expect(stateSchema.safeParse("discovry").success).toBe(false);
});
