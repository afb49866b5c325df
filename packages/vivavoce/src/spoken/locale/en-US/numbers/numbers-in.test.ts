import { expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { numbersIn } from "./digit-run.ts";

const numbers = (line: string) =>
  numbersIn(tokensOf(line)).map(({ digits, negated }) => (negated ? `not ${digits}` : digits));

test.each([
  ["it's 4120, not 4210", ["4120", "not 4210"]],
  ["not 4210, 4120", ["not 4210", "4120"]],
  ["forty-one twenty instead of forty-two ten", ["4120", "not 4210"]],
  ["4120 rather than the 4210", ["4120", "not 4210"]],
  ["one or two", []],
  ["no, 4120", ["4120"]],
])("%s", (line, found) => {
  expect(numbers(line)).toEqual(found);
});
