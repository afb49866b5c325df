import { expect, test } from "vitest";
import { readZip } from "./zip.ts";

test.each([
  ["78745", "78745"],
  ["My ZIP is 78745-1234.", "78745"],
  ["seven eight seven oh one", "78701"],
  ["7 8 7 4 8", "78748"],
  ["zip code 787 45", "78745"],
  ["10450 Burnet Road, 78758", "78758"],
  ["Round Rock, 78664", "78664"],
])("%s", (line, zip) => {
  expect(readZip(line)).toBe(zip);
});

test.each(["10450 Burnet Road", "call me at +15125550123", "512-555-0123", "7874", "787456", "two days"])(
  "no ZIP: %s",
  (line) => {
    expect(readZip(line)).toBeUndefined();
  },
);
