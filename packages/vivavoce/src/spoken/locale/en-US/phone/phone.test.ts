import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePhones, findPhones, normalisePhone } from "./find-phones.ts";

describe("a phone number", () => {
  test.each([
    ["five one two, triple five, oh one nine nine", "+15125550199"],
    ["five one two five five five oh one nine nine", "+15125550199"],
    ["five twelve, five fifty-five, oh one ninety-nine", "+15125550199"],
    ["area code five one two, then five five five, zero one double nine", "+15125550199"],
    ["it's five five five oh one five five, area code three one two", "+13125550155"],
    ["five five five oh one five five, that's with a three one two in front", "+13125550155"],
    ["five one two three fives oh one nine nine", "+15125550199"],
    ["512 555 0199, and then it's extension twelve", "+15125550199;ext=12"],
    ["(512) 555-0199", "+15125550199"],
    ["512-555-0199", "+15125550199"],
    ["512.555.0199", "+15125550199"],
    ["5125550199", "+15125550199"],
    ["+1 512 555 0199", "+15125550199"],
    ["1-512-555-0199", "+15125550199"],
    ["plus one five one two five five five zero one nine nine", "+15125550199"],
    ["one eight hundred, five five five, oh one nine nine", "+18005550199"],
    ["oh, 512 555 0199", "+15125550199"],
    ["it's 512 555 0199, thanks", "+15125550199"],
    ["555-0199", "5550199"],
    ["+44 20 7946 0958", "+442079460958"],
    ["011 44 20 7946 0958", "+442079460958"],
    ["020 7946 0958", "02079460958"],
    ["512 555 0199 extension twelve", "+15125550199;ext=12"],
    ["512.555.0199 x12", "+15125550199;ext=12"],
    ["ends in oh one nine nine", "ending 0199"],
    ["ending in 0199", "ending 0199"],
    ["the last four are 0199", "ending 0199"],
    ["my ZIP is 78704, 512 555 0199", "+15125550199"],
  ])("%s is %s", (said, number) => {
    expect(normalisePhone(said)).toBe(number);
  });

  test.each([
    ["an emergency number", "call nine one one"],
    ["half a number", "five one two, five five five, oh one"],
    ["half a number in one breath", "5 1 2 5 5 5 0 1 9"],
    ["a date", "2026-10-05"],
    ["a price", "$1,234,567"],
    ["a ZIP code", "78704"],
    ["an area code that begins with one", "123 456 7890"],
    ["nothing", ""],
  ])("%s is not a phone number", (_what, said) => {
    expect(normalisePhone(said)).toBeUndefined();
  });

  test("is found where it stands, each of several", () => {
    const text = "Home is 512-555-0199, cell (737) 555 0100 ext. 4, bye";
    const found = findPhones(text);
    expect(found.map(({ value }) => value)).toEqual(["+15125550199", "+17375550100;ext=4"]);
    for (const { start, end, text: said } of found) expect(text.slice(start, end)).toBe(said);
  });
});

describe("laws", () => {
  const number = fc
    .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 9999 }))
    .map(([area, office, line]) => [String(area), String(office), String(line).padStart(4, "0")] as const);
  const names = "oh one two three four five six seven eight nine".split(" ");
  const spell = (digits: string) => [...digits].map((digit) => names[Number(digit)]).join(" ");

  test("every way to say a number is the same number", () => {
    fc.assert(
      fc.property(number, ([area, office, line]) => {
        const expected = `+1${area}${office}${line}`;
        const ways = [
          `(${area}) ${office}-${line}`,
          `${area}.${office}.${line}`,
          `+1${area}${office}${line}`,
          `1 ${area} ${office} ${line}`,
          [area, office, line].map(spell).join(", "),
          spell(area + office + line),
        ];
        for (const said of ways) expect(normalisePhone(said)).toBe(expected);
      }),
    );
  });

  test("another last digit is another number", () => {
    fc.assert(
      fc.property(number, ([area, office, line]) => {
        const other = `${line.slice(0, 3)}${(Number(line[3]) + 1) % 10}`;
        expect(comparePhones(`+1${area}${office}${line}`, `+1${area}${office}${other}`)).toBe("different");
      }),
    );
  });
});

describe("two numbers", () => {
  test.each([
    ["+15125550199", "+15125550199", "same"],
    ["+15125550199", "+15125550198", "different"],
    ["5550199", "+15125550198", "different"],
    ["+15125550199", "ending 0199", "same"],
    ["ending 0198", "+15125550199", "different"],
    ["+442079460958", "02079460958", "same"],
    ["+15125550199;ext=12", "+15125550199", "same"],
    ["+15125550199;ext=12", "+15125550199;ext=13", "different"],
    ["+442079460958", "+12079460958", "different"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    expect(comparePhones(one, other)).toBe(comparison);
    expect(comparePhones(other, one)).toBe(comparison);
  });

  test("a local number may be said for a whole one, but no area code may be invented for it", () => {
    expect(comparePhones("+15125550199", "5550199")).toBe("same");
    expect(comparePhones("5550199", "+15125550199")).toBe("open");
  });
});
