import { expect, test } from "vitest";
import { findEmails } from "./find-emails.ts";

test.each([
  ["Write to Ann.Lee@Example.com, please.", ["ann.lee@example.com"]],
  ["it's ann dot lee at example dot com", ["ann.lee@example.com"]],
  ["ann underscore lee at my dash shop dot co dot uk", ["ann_lee@my-shop.co.uk"]],
  ["I am at home. Dot is my dog.", []],
])("%s", (text, found) => {
  expect(findEmails(text)).toEqual(found);
});
