import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../../../seed.test-helper.ts";
import { madeCalls } from "../../evidence.ts";
import { call, scoredOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { toolCalls } from "../tool-calls.ts";
import { type CallExpectation, type CallMode, callModes, matchCalls } from "./match-calls.ts";

const talk = (...numbers: number[]) => transcriptOf([numbers.map((n) => call("a", { n }))]);
const made = (...numbers: number[]) => madeCalls(talk(...numbers));
const wants = (n: number | undefined, optional = false): CallExpectation => ({
  name: "a",
  ...(n === undefined ? {} : { arguments: { n } }),
  ...(optional ? { optional } : {}),
});

/** Every way to pair expected calls with made ones, in order where the mode asks for it. */
function everyPairing(expected: CallExpectation[], numbers: number[], inOrder: boolean): (number | undefined)[][] {
  const [first, ...rest] = expected;
  if (!first) return [[]];
  const wanted = first.arguments?.n;
  return everyPairing(rest, numbers, inOrder).flatMap((later) => [
    [undefined, ...later],
    ...numbers.flatMap((n, column) => {
      const free = later.every((other) => other === undefined || (inOrder ? column < other : column !== other));
      return free && (wanted === undefined || wanted === n) ? [[column, ...later]] : [];
    }),
  ]);
}

function worthOf(mode: CallMode, expected: number, made: number, met: number): number {
  if (expected === 0) return made === 0 ? 1 : 0;
  if (mode === "exact") return met === expected && made === expected ? 1 : 0;
  return mode === "oneToOne" ? (2 * met) / (expected + made) : met / expected;
}

function bestValue(expected: CallExpectation[], numbers: number[], mode: CallMode): number {
  const inOrder = mode === "inOrder" || mode === "exact";
  return Math.max(
    ...everyPairing(expected, numbers, inOrder).map((pairing) => {
      const count = (optional: boolean) =>
        pairing.filter((column, row) => column !== undefined && (expected[row]?.optional === true) === optional).length;
      const required = expected.filter(({ optional }) => !optional).length;
      return worthOf(mode, required, numbers.length - count(true), count(false));
    }),
  );
}

test("no other pairing would be worth more, in any mode", async () => {
  const number = fc.integer({ min: 1, max: 3 });
  const expectation = fc
    .record({ n: fc.option(number, { nil: undefined }), optional: fc.boolean() })
    .map(({ n, optional }) => wants(n, optional));
  await fc.assert(
    fc.asyncProperty(
      fc.array(expectation, { maxLength: 4 }),
      fc.array(number, { maxLength: 4 }),
      fc.constantFrom(...callModes),
      async (expected, numbers, mode) => {
        const { value } = await scoredOf(toolCalls({ expected, mode }), talk(...numbers));
        expect(value).toBeCloseTo(bestValue(expected, numbers, mode), 12);
      },
    ),
    draws(2000),
  );
});

describe("matchCalls", () => {
  const pairs = (expected: CallExpectation[], numbers: number[], mode: CallMode = "oneToOne") =>
    matchCalls(expected, made(...numbers), { mode, partial: false }).pairs.map(({ made }) => made?.position);

  test("says which call meets which expectation", () => {
    expect(pairs([wants(2), wants(1)], [1, 2])).toEqual([1, 0]);
    expect(pairs([wants(2), wants(1)], [1, 2], "inOrder")).toContain(undefined);
  });

  test("what meets nothing is extra", () => {
    const { extra } = matchCalls([wants(1)], made(3, 1, 2), { mode: "contains", partial: false });
    expect(extra.map(({ position }) => position)).toEqual([0, 2]);
  });

  test("optional calls get no partial credit", () => {
    const expected: CallExpectation[] = [{ name: "a", arguments: { n: 1, m: 2 }, optional: true }];
    const calls = madeCalls(transcriptOf([[call("a", { n: 1, m: 3 })]]));
    expect(matchCalls(expected, calls, { mode: "oneToOne", partial: true }).extra).toHaveLength(1);
  });
});
