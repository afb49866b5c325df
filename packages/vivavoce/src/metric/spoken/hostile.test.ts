import { describe, expect, test } from "vitest";
import { spoken } from "../spoken.ts";
import { scoredOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { normaliseAddress, normaliseName, normalisePhone, normaliseTime, unspeakableIn } from "./index.ts";
import { book, turn } from "./testing-call.test-helper.ts";

/** Enough that anything that grows with the square of its length would take minutes. */
const length = 100_000;
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length));

const hostile = [
  "1 ",
  "one ",
  "double ",
  "twenty-",
  "5,",
  "512-555-0199, ",
  "4210 South ",
  "4210 South Lamar ",
  "12 Main Street, ",
  "S-",
  "A-B foo ",
  "B as in ",
  "alpha ",
  "my name is ",
  "this is Maria ",
  "thanks, Maria ",
  "tomorrow at ",
  "between 8 and 10 or ",
  "what what name? ",
  "is that right? ",
  "?",
  ".",
  "-",
  "((((",
  "**",
  "_a",
  "`",
  "| ",
  "a@",
  "a.",
  " ",
  "\n",
  "no, not 4210 ",
  "2026-10-",
  "the ",
  "#",
  "Mr. ",
  "ends in ",
  "😀",
].map((piece): [string, string] => [piece, fill(piece)]);

describe("a hundred thousand characters", () => {
  test.each(hostile)("of %o are read in passing, whoever says them", { timeout: 20_000 }, async (_piece, text) => {
    const played = transcriptOf([
      turn("This is Maria Lopez at 12 Main Street, 512 555 0199.", `What's your name? ${text}`),
      turn(text, text),
      turn("Yes.", book({ customer_name: text.slice(0, 1000), service_address: text.slice(0, 1000) })),
    ]);
    const begin = performance.now();
    await scoredOf(spoken(), played);
    for (const normalise of [normaliseAddress, normaliseName, normalisePhone, normaliseTime]) normalise(text);
    unspeakableIn(text);
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});
