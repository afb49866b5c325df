import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseAddress } from "./address/address.ts";
import { spelledLetters } from "./letters/spelled-letters.ts";
import { normaliseName } from "./name/name.ts";
import { spokenDigits } from "./numbers/digit-run.ts";
import { normalisePhone } from "./phone/find-phones.ts";
import { normaliseTime } from "./time/time.ts";
import { normaliseZip } from "./zip/zip.ts";

const word = fc.constantFrom(
  ..."one two three ten twelve fifteen twenty thirty forty five oh zero double triple hundred thousand and to past quarter half after before between at am pm noon morning afternoon night tomorrow today tuesday next this the 6th of october 2026 10 2 30 : - . , / # ( ) + ; 512 555 0199 78704 4210 south s lamar street st ave blvd apt unit suite B R A L as in boy for like Maria Jon Mr dr spelled that's is ext x ending plus 12 8 2026-10-06 14:30 T Z first second austin texas tx highway 71 i 35 any time asap".split(
    " ",
  ),
);
const soup = fc
  .array(fc.tuple(word, fc.constantFrom(" ", " ", " ", "")))
  .map((ws) => ws.map(([w, s]) => w + s).join(""));
test.each([
  ["address", normaliseAddress],
  ["letters", spelledLetters],
  ["name", normaliseName],
  ["digits", spokenDigits],
  ["phone", normalisePhone],
  ["time", normaliseTime],
  ["zip", normaliseZip],
] as [string, (t: string) => string | undefined][])(
  "%s",
  (_n, f) => {
    fc.assert(
      fc.property(fc.oneof(soup, soup, fc.string()), (text) => {
        const once = f(text);
        if (once !== undefined) expect(f(once)).toBe(once);
      }),
      { numRuns: 400000 },
    );
  },
  600000,
);
