import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FoundValue, SlotKind } from "../slots/slot.ts";
import { book, checksOf, turn } from "../testing-call.test-helper.ts";
import type { Locale } from "./locale.ts";

const digits = ["null", "eins", "zwei", "drei", "vier", "fünf"];
const never = () => false;

function findCode(text: string): FoundValue[] {
  const words = text.toLowerCase().match(/\p{L}+|\d/gu) ?? [];
  const value = words
    .map((word) => (digits.includes(word) ? digits.indexOf(word) : word))
    .filter((one) => /^\d$/.test(`${one}`));
  return value.length === 5 ? [{ text, value: value.join(""), start: 0, end: text.length }] : [];
}

const zip: SlotKind = {
  normalise: (text) => findCode(text)[0]?.value,
  compare: (one, other) => (one === other ? "same" : "different"),
  find: findCode,
};

/** A language of ten words. */
const tenWords: Locale = {
  name: "de",
  kinds: () => ({ zip }),
  slots: {
    zip: { kind: "zip", asks: (text) => /postleitzahl/i.test(text), noun: /postleitzahl/i, arguments: [["plz"]] },
  },
  answerOf: (line) => (/^ja\W*$/i.test(line) ? "yes" : /^nein\W*$/i.test(line) ? "no" : "unclear"),
  sentencesOf: (text) => [{ text, start: 0 }],
  thingsAsked: (text) => text.split("?").length - 1,
  unspeakableIn: () => [],
  cues: {
    asksToCommit: never,
    readsBack: (text) => /stimmt/i.test(text),
    offers: never,
    ownNumber: never,
    asksSpelling: never,
    disputes: never,
    corrects: never,
    isNegated: never,
    saysOnlyTime: never,
    spells: never,
  },
};

describe("a language of ten words", () => {
  const slots = { phone: { kind: "phone", argument: "telefon" } } as const;
  const call = (answer: string, plz: string) =>
    checksOf(
      [
        turn("Hallo", "Ihre Postleitzahl?"),
        turn("eins zwei drei vier fünf", "1 2 3 4 5, stimmt das?"),
        turn(answer, book({ plz, telefon: "0301234567" })),
      ],
      { locale: tenWords, slots },
    );

  test("is enough to compare a value and to hear a yes", async () => {
    const checks = await call("Ja.", "12345");
    expect(checks["read-back-zip"]).toMatchObject({ ok: true, value: 1 });
    expect(checks.confirm).toMatchObject({ ok: true, value: 1 });
  });

  test("is enough to find another value, and a no", async () => {
    expect((await call("Ja.", "12354"))["read-back-zip"]).toMatchObject({ ok: false, value: 0 });
    expect((await call("Nein.", "12345")).confirm).toMatchObject({ ok: false, value: 0 });
  });

  test("leaves undecided what it cannot read, and what English words would decide", async () => {
    const checks = await call("Yes.", "12345");
    expect(checks.confirm).toMatchObject({ status: "skipped", verdict: "undecided" });
    expect(checks["read-back-phone"]).toMatchObject({ status: "skipped", verdict: "undecided" });
    expect(checks["read-back-phone"]?.reason).toContain("other-language");
  });
});

test("no file of the core knows English, except where the default locale is named", () => {
  const room = new URL("../", import.meta.url);
  const core = readdirSync(room, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.test(?:-helper)?\.ts$/.test(file) && !file.startsWith("locale/en-US/"),
  );
  expect(core.length).toBeGreaterThan(15);
  const importing = core.filter((file) => /from "[^"]*en-US\//.test(readFileSync(new URL(file, room), "utf8")));
  expect(importing.toSorted()).toEqual(["index.ts", "public.ts", "slots/resolve-slots.ts"]);
});
