import { expect, test } from "vitest";
import { recentTexts } from "./secret-finder.ts";

test("a text is known until enough others have come", () => {
  const texts = recentTexts();
  texts.add("first");
  for (let index = 0; index < 100; index++) texts.add(`${index}`.padEnd(1_000, "x"));
  expect([texts.has("first"), texts.has("another")]).toEqual([true, false]);
  for (let index = 0; index < 2_000; index++) texts.add(`${index}`.padEnd(1_000, "y"));
  expect([texts.has("first"), texts.has("1999".padEnd(1_000, "y"))]).toEqual([false, true]);
});

test("a text that is larger than all it may keep is not kept, and the next one is", () => {
  const texts = recentTexts();
  const large = "x".repeat(1_000_000);
  texts.add(large);
  texts.add("small");
  expect([texts.has(large), texts.has("small")]).toEqual([false, true]);
});
