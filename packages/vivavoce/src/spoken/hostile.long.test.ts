import { describe, expect, test } from "vitest";
import { spoken } from "../metric/rules/spoken.ts";
import { scoredOf, transcriptOf } from "../metric/testing-transcript.test-helper.ts";
import { workSince } from "../work.test-helper.ts";
import { findAddresses, normaliseAddress } from "./locale/en-US/address/address.ts";
import { unspeakableIn } from "./locale/en-US/conduct/unspeakable.ts";
import { spells } from "./locale/en-US/letters/spelled-letters.ts";
import { findGivenNames } from "./locale/en-US/name/given-names.ts";
import { findHeardNames } from "./locale/en-US/name/heard-names.ts";
import { normaliseName } from "./locale/en-US/name/name.ts";
import { spokenDigits } from "./locale/en-US/numbers/digit-run.ts";
import { findPhones } from "./locale/en-US/phone/find-phones.ts";
import { findTimes, normaliseTime } from "./locale/en-US/time/time-kind.ts";
import { findZips } from "./locale/en-US/zip/find-zips.ts";
import { book, turn } from "./testing-call.test-helper.ts";

/** Enough that anything that grows with the square of its length would take far longer than it may. */
const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const timeAllowed = 10_000;

const context = { by: "agent", asked: true, known: "4210 s lamar blvd" } as const;
const readers: readonly ((text: string) => unknown)[] = [
  (text) => findAddresses(text, context),
  (text) => findGivenNames(text, { asked: true }),
  (text) => findHeardNames(text, "maria lopez"),
  (text) => findTimes(text, { by: "caller", asked: true }),
  (text) => findZips(text, context),
  findPhones,
  normaliseAddress,
  normaliseName,
  normaliseTime,
  spells,
  spokenDigits,
  unspeakableIn,
];

describe("twenty thousand characters are read in passing", () => {
  const pieces = [
    ...[
      ".",
      "`",
      "|",
      "\n",
      "😀",
      "1 ",
      "one ",
      "double ",
      "twenty-",
      "5,",
      "512-",
      "4210 South Lamar ",
      "S-",
      "B as in ",
    ],
    ...["my name is ", "thanks, Maria ", "tomorrow at ", "2026-10-", "((((", "*a", "a@", "a.", "Mr. ", "ten to "],
  ];

  test.each(pieces)("%o", (piece) => {
    const text = fill(piece, 20_000);
    const before = process.cpuUsage();
    for (const read of readers) read(text);
    expect(workSince(before)).toBeLessThan(timeAllowed);
  });
});

describe("a call of such lines is scored in passing", () => {
  const pieces = [
    "tomorrow at ",
    "4210 South Lamar, ",
    "512-555-0199. ",
    "thanks, Maria ",
    "what's your name? ",
    "is that right? no, ",
  ];

  test.each(pieces)("%o", async (piece) => {
    const text = fill(piece, 10_000);
    const played = transcriptOf([
      turn("This is Maria Lopez at 12 Main Street, 512 555 0199.", `What's your name? ${text}`),
      turn(text, text),
      turn("Yes.", book({ customer_name: text, service_address: text })),
    ]);
    const before = process.cpuUsage();
    await scoredOf(spoken(), played);
    expect(workSince(before)).toBeLessThan(timeAllowed);
  });
});
