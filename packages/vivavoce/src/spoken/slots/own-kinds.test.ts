import { describe, expect, test } from "vitest";
import { spoken } from "../../metric/rules/spoken.ts";
import { book, checksOf, turn } from "../testing-call.test-helper.ts";

const kinds = { order: /^[A-Z]{2}\d{4}$/ };

function row(said: string, order: string, options = {}) {
  const played = [turn("Hi.", "What's your order number?"), turn(said, book({ order }), "Thanks.")];
  return checksOf(played, { kinds, commit: { tools: ["book_service"] }, ...options }).then(
    (checks) => checks["read-back-order"],
  );
}

describe("a kind of the suite's own", () => {
  test.each([
    ["it's A B one two double three", "AB1233", "same"],
    ["alpha bravo twelve thirty-three", "ab-1233", "same"],
    ["B as in boy, D as in dog, four oh one nine", "BD4019", "same"],
    ["AB1233", "AB 1233", "same"],
    ["it's A B one two double three", "AB1232", "different"],
    ["A B one two three three, or A B one two three four", "AB1233", "undecided"],
    ["A B one two three", "AB1233", "undecided"],
    ["AB1234, no, sorry, AB1233", "AB1233", "same"],
    ["AB1233, not AB1234", "AB1234", "different"],
    ["it's AB1233, but the old one was AB1234", "AB1234", "undecided"],
    ["A B one two three three, and before that 5512", "AB1233", "undecided"],
  ])("%s, booked %s, is %s", async (said, order, verdict) => {
    expect(await row(said, order)).toMatchObject({ verdict });
  });

  test("may be the kind of a slot with another name", async () => {
    const checks = await checksOf([turn("Hi.", "Your reference?"), turn("A B 1 2 3 4", book({ ref: "AB1235" }))], {
      kinds,
      slots: { reference: { kind: "order", argument: "ref", asks: ["reference"] } },
      commit: { tools: ["book_service"] },
    });
    expect(checks["read-back-reference"]).toMatchObject({ verdict: "different" });
    expect(checks["read-back-order"]).toBeUndefined();
  });

  test("does not take long with a pattern that could", async () => {
    const slow = { order: /^([A-Z]+)+\d$/ };
    expect(await row(`${"A ".repeat(500)}!`, "AB12", { kinds: slow })).toMatchObject({ verdict: "undecided" });
  });

  test.each([
    [{ order: "(" }, /not a regular expression/],
    [{ order: 7 }, /kinds\.order should be a pattern, found 7/],
    [{ phone: /x/ }, /kinds\.phone is a kind of Viva's own/],
  ])("%o is refused", (wrong, message) => {
    expect(() => spoken({ kinds: wrong as never })).toThrow(message);
  });
});

describe("kinds of other countries", () => {
  const booked = async (question: string, said: string, fields: Record<string, string>, id: string) =>
    (
      await checksOf([turn("Hi.", question), turn(said, book(fields), "Okay.")], {
        commit: { tools: ["book_service"] },
      })
    )[id];
  test.each([
    ["What's the postal code?", "S W one A one A A", { zip_code: "SW1A 1AA" }, "read-back-zip", "same"],
    ["What's the postal code?", "S W one A one A A", { zip_code: "SW1A 2AA" }, "read-back-zip", "different"],
    ["What's the postal code?", "K one A oh B one", { zip_code: "K1A 0B1" }, "read-back-zip", "same"],
    [
      "Your phone number?",
      "plus three three one, four two, six eight, five three, oh oh",
      { phone: "+33 1 42 68 53 00" },
      "read-back-phone",
      "same",
    ],
    [
      "What's your email?",
      "mara dot klein at example dot com",
      { email: "mara.klein@example.com" },
      "read-back-email",
      "same",
    ],
    [
      "What's your email?",
      "mara dot klein at example dot com",
      { email: "mara.kline@example.com" },
      "read-back-email",
      "different",
    ],
    [
      "What's your email?",
      "mara at example dot com, no wait, dot org",
      { email: "mara@example.com" },
      "read-back-email",
      "different",
    ],
  ])("%s %s, booked %o", async (question, said, fields, id, verdict) => {
    expect(await booked(question, said, fields, id)).toMatchObject({ verdict });
  });
});

test("a correction of a part is not followed where a suite says itself how the value is given", async () => {
  const played = [
    turn("My cell is 512 555 0199.", "512 555 0199, right?"),
    turn("No, it ends in 0198.", book({ phone: "5125550199" }), "Thanks."),
  ];
  const slots = { phone: { gives: [/cell is ([\d ]+)/] } };
  expect((await checksOf(played, { slots, commit: { tools: ["book_service"] } }))["read-back-phone"]).toMatchObject({
    verdict: "undecided",
  });
});
