import { describe, expect, test } from "vitest";
import { reviseDigits } from "./revise-digits.ts";

const revise = (known: string, line: string, corrects = true) => reviseDigits(known, line, { corrects });

describe("digits put right", () => {
  test.each([
    ["+16195550178", "oh one eight seven", "+16195550187"],
    ["+12145550118", "it's 0119", "+12145550119"],
    ["90210", "one one", "90211"],
    ["78758", "five seven", "78757"],
    ["78758", "785", "78785"],
    ["78741", "two at the end, I always say the old one", "78742"],
    ["68122", "three two, one three two", "68132"],
    ["78705", "fifteen, one five", "78715"],
    ["+12545556420", "six four oh two, no I was right, six four two oh", "+12545556420"],
    ["+12545556420", "the area code's three three two now", "+13325556420"],
    ["+12545550117", "No, seventy at the end. Seven zero.", "+12545550170"],
  ])("%s, %s: %s", (known, line, revised) => {
    expect(revise(known, line)).toBe(revised);
  });

  test.each(["973", "0973", "I live at 0119, or 0117", "eight"])(
    "are left alone if nobody can tell which are meant: %s",
    (line) => {
      expect(revise("+12145550118", line)).toBeUndefined();
    },
  );

  test("an answer to a read-back says the end again, and changes nothing by itself", () => {
    const heard = { corrects: false, heard: true };
    expect(reviseDigits("75208", "oh eight", heard)).toBe("75208");
    expect(reviseDigits("75208", "oh nine", heard)).toBeUndefined();
    expect(reviseDigits("75208", "oh nine at the end", heard)).toBe("75209");
  });

  test("an area code is added where it was asked for", () => {
    const asked = { corrects: false, question: "Which area code?" };
    expect(reviseDigits("5550127", "we're up north, two one eight", asked)).toBe("+12185550127");
  });
});
