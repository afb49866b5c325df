import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../base/index.ts";
import { CaseIndex } from "./case-set.ts";

const entry = (number: number) => ({
  id: `case-${number}`,
  file: number % 7,
  offset: number * 10_000_000,
  length: number * 3,
  line: number + 1,
  hash: sha256(`${number}`),
});

describe("the index of cases", () => {
  test("gives back what was put in, over many blocks", () => {
    const index = new CaseIndex();
    for (let number = 0; number < 3000; number++) expect(index.add(entry(number))).toBe(number);
    expect(index.size).toBe(3000);
    for (const number of [0, 1, 1023, 1024, 2047, 2048, 2999]) {
      expect(index.entry(number)).toEqual(entry(number));
    }
  });

  test("any entry survives, whatever the size of its file", () => {
    const entries = fc.record({
      id: fc.string({ unit: "grapheme", minLength: 1 }),
      file: fc.nat(2 ** 31),
      offset: fc.maxSafeNat(),
      length: fc.nat(2 ** 31),
      line: fc.nat(2 ** 31),
      hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
    });
    fc.assert(
      fc.property(entries, (given) => {
        const index = new CaseIndex();
        expect(index.entry(index.add(given))).toEqual(given);
      }),
    );
  });

  test("a number that is not there is an error", () => {
    const index = new CaseIndex();
    index.add(entry(0));
    for (const number of [-1, 1, 1024]) expect(() => index.entry(number)).toThrow(RangeError);
  });
});
