import { describe, expect, test } from "vitest";
import { readName } from "./name.ts";

describe("a name that the caller gives unasked", () => {
  test.each([
    ["Hi, this is Maria Lopez", "Maria Lopez"],
    ["My name is Jonas.", "Jonas"],
    ["my name's Sarah O'Neill", "Sarah O'Neill"],
    ["I'm Dave, and my AC died", "Dave"],
    ["Tom Reed here, the heat is out", "Tom Reed"],
    ["Call me Jean-Luc", "Jean-Luc"],
  ])("%s", (line, name) => {
    expect(readName(line)).toBe(name);
  });
});

describe("a name that was asked for", () => {
  test.each([
    ["Maria", "Maria"],
    ["maria lopez", "Maria Lopez"],
    ["Sure, it's Dave.", "Dave"],
    ["Yeah, it's dave", "Dave"],
    ["Dave, like I said", "Dave"],
    ["Karen speaking", "Karen"],
  ])("%s", (line, name) => {
    expect(readName(line, { asked: true })).toBe(name);
  });

  test("is not guessed from a bare word when nobody asked", () => {
    expect(readName("Maria")).toBeUndefined();
  });
});

describe("no name", () => {
  test.each([
    "It's Monday",
    "This is Austin, Texas",
    "I'm hot",
    "it's warm",
    "That's the thermostat",
    "No",
    "Why?",
    "I'd rather not say",
    "What do you need that for",
    "78745",
    "It's been two days now",
    "It's AC",
  ])("%s", (line) => {
    expect(readName(line)).toBeUndefined();
    expect(readName(line, { asked: true })).toBeUndefined();
  });
});
