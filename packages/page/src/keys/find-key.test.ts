import { expect, test } from "vitest";
import { findKey, listKeys } from "./find-key.ts";

const nothing = () => {};

test("the newest meaning of a key wins, and two keys in a row are one name", () => {
  const [frame, own, runs] = [nothing, () => {}, () => {}];
  const registered = [{ j: ["frame", frame], "g r": ["go to Runs", runs] }, { j: ["next row", own] }] as const;
  expect(findKey(registered, "", "j")).toBe(own);
  expect(findKey(registered, "", "g")).toBe("begun");
  expect(findKey(registered, "g", "r")).toBe(runs);
  // What was begun and not ended does not swallow the next key.
  expect(findKey(registered, "g", "j")).toBe(own);
  expect(findKey(registered, "", "r")).toBeUndefined();
  expect(findKey(registered, "", "constructor")).toBeUndefined();
});

test("keys that do the same are listed together", () => {
  expect(
    listKeys([
      ["j", "next row"],
      ["g r", "go to Runs"],
      ["ArrowDown", "next row"],
    ]),
  ).toEqual([
    { words: "next row", keys: [["j"], ["↓"]] },
    { words: "go to Runs", keys: [["g", "r"]] },
  ]);
});
