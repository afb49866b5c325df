import { describe, expect, test } from "vitest";
import { compareAddresses, normaliseAddress } from "./address.ts";

const compare = (one: string, other: string) =>
  compareAddresses(normaliseAddress(one) ?? "", normaliseAddress(other) ?? "");

describe("addresses that are said in one way and written in another", () => {
  test.each([
    ["ninety-two fifty F M nineteen sixty", "9250 FM 1960"],
    ["six twenty farm to market one four three one", "620 FM 1431"],
    ["fourteen oh two ranch road twelve", "1402 RR 12"],
    ["thirty-three hundred north I H ten", "3300 North IH 10"],
    ["fifty-one county road two fourteen", "51 CR 214"],
    ["seventy-one hundred state highway one ninety-five", "7100 State Hwy 195"],
    ["six sixty old state route twelve", "660 Old State Rte 12"],
    ["four forty route nine", "440 Rt 9"],
    ["three thousand Doctor King Boulevard", "3000 Dr. King Blvd"],
    ["eighteen and a half Court Street", "18 1/2 Court Street"],
    ["63 Oh Nine Tanager Way", "6309 Tanager Way"],
    ["two thousand Martin Luther King Boulevard", "2000 MLK Blvd"],
    ["12 Main Street, building D, apartment one oh eight", "12 Main St Apt 108, Bldg D"],
    ["12 Main Street, second floor", "12 Main St, Floor 2"],
  ])("%s is %s", (said, written) => {
    expect(compare(said, written)).toBe("same");
    const value = normaliseAddress(said) ?? "";
    expect(normaliseAddress(value)).toBe(value);
  });

  test.each([
    ["ninety-two fifty F M nineteen sixty", "9250 FM 1690"],
    ["fourteen oh two ranch road twelve", "1402 RM 12"],
    ["four forty route nine", "440 Route 19"],
    ["five Oak Street, Albany, New York", "5 Oak Street, Albany, New Jersey"],
    ["eighteen and a half Court Street", "18 Court Street"],
    ["12 Main Street, building D, apartment one oh eight", "12 Main St Bldg D Apt 180"],
    ["12 Main Street, floor nine", "12 Main St Apt 9"],
    ["two thousand Martin Luther King Boulevard", "2000 MLB Boulevard"],
  ])("%s is not %s", (said, written) => {
    expect(compare(said, written)).toBe("different");
  });
});
