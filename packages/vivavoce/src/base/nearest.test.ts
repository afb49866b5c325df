import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const fields = ["id", "description", "tags", "script", "approvals", "expect"];

describe("nearest", () => {
  test.each([
    ["descripton", "description"],
    ["Description", "description"],
    ["approval", "approvals"],
    ["expcet", "expect"],
    ["tag", "tags"],
    ["ids", "id"],
  ])("%s was meant to be %s", (typed, meant) => expect(nearest(typed, fields)).toBe(meant));

  test("a word that is like none of them gets no suggestion", () => {
    expect(nearest("temperature", fields)).toBeUndefined();
    expect(nearest("xy", fields)).toBeUndefined();
    expect(nearest("", fields)).toBeUndefined();
    expect(nearest("a", [])).toBeUndefined();
  });

  test("a single letter is not turned into another letter", () => expect(nearest("a", ["b"])).toBeUndefined());

  test("the closest wins, and the first of two that are equally close", () => {
    expect(nearest("scripts", ["scrips", "script", "scripta"])).toBe("scrips");
    expect(nearest("cat", ["car", "cap"])).toBe("car");
    expect(nearest("cap", ["car", "cap"])).toBe("cap");
  });

  test("a swap of neighbours is one slip, not two", () => expect(nearest("aprpove", ["approve"])).toBe("approve"));

  test("a word of a million letters costs nothing", () => {
    expect(nearest("x".repeat(1_000_000), [...fields, "x".repeat(1_000_000)])).toBeUndefined();
  });

  test("a word that is there is always its own nearest", () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 });
    fc.assert(
      fc.property(words, (candidates) => {
        const [word = ""] = candidates;
        expect(nearest(word, candidates)?.toLowerCase()).toBe(word.toLowerCase());
      }),
    );
  });

  test("dropping one letter of a longer word still finds it", () => {
    const word = fc.stringMatching(/^[a-z]{4,15}$/);
    fc.assert(
      fc.property(word, fc.nat(), (candidate, at) => {
        const index = at % candidate.length;
        const typed = candidate.slice(0, index) + candidate.slice(index + 1);
        expect(nearest(typed, ["0000", candidate])).toBe(candidate);
      }),
    );
  });
});

test("a remedy never proposes the very word that was refused, such as latest in an empty store", () => {
  expect(didYouMean("latest", ["latest"], "Look there.")).toBe("Look there.");
  expect(didYouMean("lates", ["latest"], "Look there.")).toBe("Did you mean latest?");
});
