import { describe, expect, test } from "vitest";
import { findPhones } from "../phone/find-phones.ts";
import { findZips } from "../zip/find-zips.ts";

const asked = { by: "caller", asked: true } as const;
const phones = (line: string) => findPhones(line, asked).map(({ value }) => value);
const zips = (line: string) => findZips(line, asked).map(({ value }) => value);

describe("digits put right in the same breath", () => {
  test.each([
    ["six one nine five five five oh one seven eight, wait no, oh one eight seven", "+16195550187"],
    ["214 555 0118, sorry, it's 0119", "+12145550119"],
  ])("replace the last ones: %s", (line, phone) => {
    expect(phones(line)).toEqual([phone]);
  });

  test.each([
    ["nine oh two one oh, wait no, one one", "90211"],
    ["seven eight seven five eight, sorry, five seven", "78757"],
    ["78758, actually 785", "78785"],
  ])("replace the last ones of a ZIP code: %s", (line, zip) => {
    expect(zips(line)).toEqual([zip]);
  });

  test.each([
    "214 555 0118, wait, 973",
    "214 555 0118, wait, 0973",
    "214 555 0118, I live at 0119",
    "214 555 0118, sorry, 0119, or 0117",
  ])("are left alone if nobody can tell which are meant: %s", (line) => {
    expect(phones(line)).toEqual(["+12145550118"]);
  });
});
