import { describe, expect, test } from "vitest";
import { compareZips, findZips, normaliseZip } from "./find-zips.ts";

describe("a ZIP code", () => {
  test.each([
    ["78745", "78745"],
    ["seven eight seven four five", "78745"],
    ["seven eight seven forty-five", "78745"],
    ["seventy-eight seven oh four", "78704"],
    ["78745-1234", "78745-1234"],
    ["78745 1234", "78745-1234"],
    ["78745 dash 1234", "78745-1234"],
    ["six oh six one four dash two two oh one", "60614-2201"],
    ["my ZIP is 78745", "78745"],
    ["zip code seven eight, seven four five", "78745"],
  ])("%s is %s", (said, zip) => {
    expect(normaliseZip(said)).toBe(zip);
  });

  test.each(["787", "787455", "Austin", "", "$25,000", "25000 dollars"])("%o is not a ZIP code", (said) => {
    expect(findZips(said, { by: "caller", asked: true })).toEqual([]);
  });

  test.each([
    ["78745", "78745", "same"],
    ["78745", "78745-1234", "same"],
    ["78745-1234", "78745-1235", "different"],
    ["78745", "78754", "different"],
    ["78745", "787450", "different"],
    // A field for numbers may have lost the zero at the beginning.
    ["02139", "2139", "open"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    expect(compareZips(one, other)).toBe(comparison);
    expect(compareZips(other, one)).toBe(comparison);
  });
});

describe("in a line", () => {
  const zips = (text: string, asked = false, by: "caller" | "agent" = "caller") =>
    findZips(text, { by, asked }).map(({ value }) => value);

  test("five written digits are one", () => {
    expect(zips("I'm in 78745, over by the school")).toEqual(["78745"]);
  });

  test("five said digits are one where they were asked for, are called so, or the agent says them", () => {
    const said = "seven eight seven four five";
    expect(zips(said)).toEqual([]);
    expect(zips(said, true)).toEqual(["78745"]);
    expect(zips(`my zip is ${said}`)).toEqual(["78745"]);
    expect(zips(`So ${said}`, false, "agent")).toEqual(["78745"]);
  });

  test("digits of a longer number are not a ZIP code", () => {
    expect(zips("512 555 0199", true)).toEqual([]);
    expect(zips("seven eight seven four five six", true)).toEqual([]);
  });

  test("stands where it says", () => {
    const text = "It's 78745-1234, ok";
    const [found] = findZips(text, { by: "caller", asked: false });
    expect(found).toMatchObject({ text: "78745-1234", value: "78745-1234" });
    expect(text.slice(found?.start, found?.end)).toBe("78745-1234");
  });
});
