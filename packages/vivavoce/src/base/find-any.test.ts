import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOf } from "./find-any.ts";

test("finds what one search after the other would find first, the longest at each place", () => {
  const text = (least: number, most: number) =>
    fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: least, maxLength: most });
  fc.assert(
    fc.property(fc.array(text(3, 6), { minLength: 1, maxLength: 5 }), text(0, 60), (needles, haystack) => {
      const found = [];
      for (let start = 0; start < haystack.length; ) {
        const here = needles.filter((needle) => haystack.startsWith(needle, start));
        const length = Math.max(0, ...here.map((needle) => needle.length));
        if (length > 0) found.push({ start, end: start + length });
        start += length || 1;
      }
      expect(anyOf(needles)(haystack)).toEqual(found);
    }),
    { numRuns: 500 },
  );
});

test("of nothing finds nothing", () => expect(anyOf([])("text")).toEqual([]));
