import { expect, test } from "vitest";
import { isBlank } from "./blank.ts";

test.each(["", " \n\t", "\u00a0", "\u200b", "\u2060 \u00ad", "\ufeff", "\u3164"])("%j is blank", (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(["a", "0", ".", "\u200bok", "👍", "👩‍🚀", "が"])("%j is not", (text) => {
  expect(isBlank(text)).toBe(false);
});
