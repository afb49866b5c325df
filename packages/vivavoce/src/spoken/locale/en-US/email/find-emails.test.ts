import { expect, test } from "vitest";
import { findEmails, reviseEmail } from "./find-emails.ts";

test.each([
  ["it's mara.klein@example.com, thanks", "mara.klein@example.com"],
  ["mara dot klein at example dot com", "mara.klein@example.com"],
  ["my email is m as in Mike, k l e i n at example dot org", "mklein@example.org"],
  ["j underscore smith forty two at mail dash box dot co dot uk", "j_smith42@mail-box.co.uk"],
  ["sierra alpha mike at example dot net please", "sam@example.net"],
  ["b double o k s plus home at example dot com.", "books+home@example.com"],
  ["maria lopez at gmail dot com and my zip is 78704", "marialopez@gmail.com"],
  ["carys, c a r y s, at example dot com", "carys@example.com"],
  ["opal eighty-four, in numbers, no spaces, at example dot com", "opal84@example.com"],
  ["north dash star at example dot org, all one word", "north-star@example.org"],
  ["b like boy, then stone like a rock, at example dot com", "bstone@example.com"],
  ["you can email hello@example.com", "hello@example.com"],
  ["Write to Mara.Klein@Example.com. Then call.", "mara.klein@example.com"],
])("%o gives %s", (line, email) => {
  expect(findEmails(line).map(({ value }) => value)).toEqual([email]);
});

test.each(["come at ten", "meet me at the dot", "at 4 Oak Street", "dot com"])("%o gives none", (line) => {
  expect(findEmails(line)).toEqual([]);
});

test("a long line takes no long time", () => {
  expect(findEmails(`${"a at b ".repeat(5_000)}dot com`)).toHaveLength(1);
});

test.each([
  ["no, dot org", "mara@example.org"],
  ["it's at gmail, not yahoo", "mara@gmail.com"],
  ["no, with a K", undefined],
])("after mara@example.com, %o gives %o", (line, email) => {
  expect(reviseEmail("mara@example.com", line, { corrects: true })).toBe(email);
});
