import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareAddresses, findAddresses, normaliseAddress } from "./address.ts";

describe("an address", () => {
  test.each([
    ["4210 South Lamar Boulevard", "4210 s lamar blvd"],
    ["forty-two ten S Lamar Blvd", "4210 s lamar blvd"],
    ["forty two ten south lamar", "4210 s lamar"],
    ["four two one oh South Lamar", "4210 s lamar"],
    ["four thousand two hundred and ten South Lamar", "4210 s lamar"],
    ["4210 S. Lamar Blvd., Apt. 4", "4210 s lamar blvd #4"],
    ["4210 South Lamar, #4B", "4210 s lamar #4b"],
    ["4210 South Lamar unit B12", "4210 s lamar #b12"],
    ["4210 South Lamar, suite two hundred", "4210 s lamar #200"],
    ["4 Oak Tree Lane, apartment two B", "4 oak tree ln #2b"],
    ["4210 South Lamar Blvd, Austin, TX 78704", "4210 s lamar blvd, austin tx 78704"],
    ["4210 South Lamar in Austin, Texas", "4210 s lamar, austin tx"],
    ["4210 South Lamar, seven eight seven oh four", "4210 s lamar, 78704"],
    ["2501 Lake Austin Blvd", "2501 lake austin blvd"],
    ["twenty-five oh one Lake Austin Boulevard", "2501 lake austin blvd"],
    ["eleven hundred Congress Avenue", "1100 congress ave"],
    ["500 West Sixth Street", "500 w 6th st"],
    ["500 W 6th St", "500 w 6th st"],
    ["five hundred twenty-first street", "500 21st st"],
    ["510 Avenue B", "510 ave b"],
    ["12345 Highway 71 West", "12345 hwy 71 w"],
    ["9500 FM twenty-two twenty-two", "9500 fm 2222"],
    ["100 I-35", "100 i 35"],
    ["200 St. Johns Ave", "200 saint johns ave"],
    ["200 Saint John's Avenue", "200 saint johns ave"],
    ["1600 Pennsylvania Avenue NW", "1600 pennsylvania ave nw"],
    ["17 Martin Luther King Junior Blvd", "17 martin luther king jr blvd"],
    ["4210B South Lamar", "4210b s lamar"],
    ["22 1/2 Park Place", "22 1/2 park pl"],
    ["it's 4210 South Lamar, please", "4210 s lamar"],
    ["my address is 4210 South Lamar", "4210 s lamar"],
  ])("%s is %s", (said, address) => {
    expect(normaliseAddress(said)).toBe(address);
  });

  test.each(["", "South Lamar", "two days", "90 degrees inside", "4210", "$20 Main", "at 9 am"])(
    "%o is not an address",
    (said) => {
      expect(normaliseAddress(said)).toBeUndefined();
    },
  );

  test("the number may be said in any way", () => {
    const names = "oh one two three four five six seven eight nine".split(" ");
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9999 }), (number) => {
        const said = [...String(number)].map((digit) => names[Number(digit)]).join(" ");
        expect(normaliseAddress(`${said} Congress Ave`)).toBe(`${number} congress ave`);
      }),
    );
  });
});

describe("two addresses", () => {
  test.each([
    ["4210 South Lamar Boulevard", "forty-two ten S Lamar Blvd", "same"],
    ["4210 South Lamar", "4210 S Lamar Blvd, Austin, TX 78704", "same"],
    ["4210 South Lamar", "4120 South Lamar", "different"],
    ["4210 South Lamar", "4210 North Lamar", "different"],
    ["4210 South Lamar", "4210 Lamar", "different"],
    ["12 Main St", "12 Main Ave", "different"],
    ["12 Main St", "12 Maine St", "different"],
    ["12 Lake Park", "12 Lake Park Dr", "same"],
    ["12 Main St apt 4", "12 Main St #4", "same"],
    ["12 Main St apt 4", "12 Main St", "different"],
    ["12 Main St apt 4", "12 Main St apt 5", "different"],
    ["12 Main St, 78704", "12 Main St, 78705", "different"],
    ["12 Main St, Austin", "12 Main St, Dallas, TX", "different"],
    ["500 West Sixth Street", "500 W 6th", "same"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    const [first, second] = [normaliseAddress(one) ?? "", normaliseAddress(other) ?? ""];
    expect(compareAddresses(first, second)).toBe(comparison);
    expect(compareAddresses(second, first)).toBe(comparison);
  });

  test("what is not an address cannot be compared", () => {
    expect(compareAddresses("the blue house", "4210 s lamar")).toBe("open");
  });
});

describe("addresses in a line", () => {
  const find = (text: string, more: { asked?: boolean; known?: string } = {}) =>
    findAddresses(text, { by: "caller", asked: false, ...more }).map(({ value }) => value);

  test.each([
    ["I'm at 4210 South Lamar and it's hot", ["4210 s lamar"]],
    ["It's twenty-five oh one Lake Austin Boulevard.", ["2501 lake austin blvd"]],
    ["we live at forty two ten south lamar", ["4210 s lamar"]],
    ["from 12 Main St to 14 Oak Ln", ["12 main st", "14 oak ln"]],
    ["the address is 1100 Congress", ["1100 congress"]],
  ])("%s", (line, addresses) => {
    expect(find(line)).toEqual(addresses);
  });

  test.each([
    "It's 90 degrees and way too hot",
    "a 20 minute drive",
    "it is a two way street",
    "I have 2 kids and drive a truck",
    "call me at 9 Tuesday",
    "the Smith house has 3 north facing windows",
    "one point drive me crazy",
  ])("%o has none", (line) => {
    expect(find(line)).toEqual([]);
  });

  test("a bare answer counts where it was asked for", () => {
    expect(find("1100 congress")).toEqual([]);
    expect(find("1100 congress", { asked: true })).toEqual(["1100 congress"]);
  });

  test("the known street makes sure of one", () => {
    expect(find("so 4120 Lamar then")).toEqual([]);
    expect(find("so 4120 Lamar then", { known: "4210 s lamar blvd" })).toEqual(["4120 lamar"]);
  });

  test("leaves its ZIP code to be found", () => {
    const line = "4210 South Lamar, 78704";
    const [found] = findAddresses(line, { by: "caller", asked: true });
    expect(found).toMatchObject({ text: line, value: "4210 s lamar, 78704" });
    expect(line.slice(found?.end)).toContain("78704");
  });
});
