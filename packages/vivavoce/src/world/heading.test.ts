import { expect, test } from "vitest";
import { readHeading } from "./heading.ts";

test.each([
  ["# Garden", "Garden"],
  ["###### Deep", "Deep"],
  ["   ## Indented", "Indented"],
  ["##\tAfter a tab", "After a tab"],
  ["## Next  actions  ", "Next actions"],
  ["## Closed ##", "Closed"],
  ["## Closed #######", "Closed"],
  ["## C#", "C#"],
  ["## C# ## #", "C# ##"],
  ["## ##", ""],
  ["#", ""],
])("%j is the heading %j", (line, title) => {
  expect(readHeading(line)).toBe(title);
});

test.each([["#tag"], ["####### seven"], ["    # code"], ["text # not"], ["- # item"], ["> # quoted"], [""]])(
  "%j is not a heading",
  (line) => {
    expect(readHeading(line)).toBeUndefined();
  },
);
