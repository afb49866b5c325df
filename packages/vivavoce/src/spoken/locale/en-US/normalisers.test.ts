import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../../../seed.test-helper.ts";
import { compareAddresses, normaliseAddress } from "./address/address.ts";
import { spelledLetters } from "./letters/spelled-letters.ts";
import { compareNames, normaliseName } from "./name/name.ts";
import { spokenDigits } from "./numbers/digit-run.ts";
import { comparePhones, normalisePhone } from "./phone/find-phones.ts";
import { compareTimes, normaliseTime } from "./time/time-kind.ts";
import { compareZips, normaliseZip } from "./zip/find-zips.ts";

/** What callers say, in any order: the more it means, the more can go wrong. */
const words =
  "one two three ten twelve fifteen twenty thirty forty oh zero double triple hundred thousand and to past quarter half after before between at am pm noon morning afternoon night tomorrow today tuesday next this the 6th of october 2026 10 2 30 : - . , / # ( ) + ; 512 555 0199 78704 4210 south s lamar street st ave blvd apt unit suite B R A L as in boy for like Maria Jon Mr dr spelled that's is ext x ending plus 2026-10-06 14:30 T Z first second austin texas tx highway 71 i 35 any time asap";
const speech = fc
  .array(fc.tuple(fc.constantFrom(...words.split(" ")), fc.constantFrom(" ", " ", " ", "")), { maxLength: 16 })
  .map((pieces) => pieces.flat().join(""));
const text = fc.oneof({ weight: 4, arbitrary: speech }, fc.string());
const runs = draws(1000);

const normalisers = {
  spokenDigits,
  spelledLetters,
  normalisePhone,
  normaliseTime,
  normaliseAddress,
  normaliseName,
  normaliseZip,
};

describe.each(Object.entries(normalisers))("%s", (_name, normalise) => {
  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(text, (said) => {
        const once = normalise(said);
        if (once !== undefined) expect(normalise(once)).toBe(once);
      }),
      runs,
    );
  });

  test("never gives an empty value", () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(normalise(said)).not.toBe("");
      }),
      runs,
    );
  });
});

describe.each([
  ["phones", normalisePhone, comparePhones],
  ["times", normaliseTime, compareTimes],
  ["addresses", normaliseAddress, compareAddresses],
  ["names", normaliseName, compareNames],
  ["ZIP codes", normaliseZip, compareZips],
] as const)("two %s", (_name, normalise, compare) => {
  test("compare alike from either side, and a value with itself never differs", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [first, second] = [normalise(one), normalise(other)];
        if (first !== undefined) expect(compare(first, first)).not.toBe("different");
        if (first !== undefined && second !== undefined) expect(compare(first, second)).toBe(compare(second, first));
      }),
      runs,
    );
  });
});
