import { describe, expect, test } from "vitest";
import { readAddress } from "./address.ts";

describe("an address that the caller mentions", () => {
  test.each([
    ["I'm at 1100 Congress Ave.", "1100 Congress Ave"],
    ["It's 2501 Lake Austin Blvd, 78703", "2501 Lake Austin Blvd"],
    ["4210 S Lamar", "4210 S Lamar"],
    ["4210 S. Lamar please", "4210 S. Lamar"],
    ["the house is 907 east 12th street", "907 east 12th street"],
    ["10450 Burnet Road, apt 12", "10450 Burnet Road, apt 12"],
    ["six one two West Mary Street", "612 West Mary Street"],
    ["5 Elm Court", "5 Elm Court"],
  ])("%s", (line, address) => {
    expect(readAddress(line)).toBe(address);
  });
});

describe("numbers that are none", () => {
  test.each([
    "It's 90 degrees in here",
    "2 days now",
    "10 AM would be good",
    "It's a 2018 Trane unit",
    "after 5 PM",
    "78745",
    "3 Carrier units",
    "two kids and a dog",
  ])("%s", (line) => {
    expect(readAddress(line)).toBeUndefined();
    expect(readAddress(line, { asked: true })).toBeUndefined();
  });
});

test("who was asked may answer without capitals or kind of street", () => {
  expect(readAddress("it's 4210 south lamar")).toBeUndefined();
  expect(readAddress("it's 4210 south lamar", { asked: true })).toBe("4210 south lamar");
});
