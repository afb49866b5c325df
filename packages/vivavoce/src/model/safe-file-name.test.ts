import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeFileName, textOfFileName, variantFolder } from "./safe-file-name.ts";

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "A", "%", "+", ".", "_", "4", "1", "é", " ", "=", ",") }),
  fc.constantFrom("con", "CON", "Con", "con.txt", "nul", "COM1", "lpt9", "aux", "", ".", "..", "default", "_suite"),
);

describe("a safe file name", () => {
  test("leaves a plain name alone", () => {
    expect(safeFileName("stalled-project-advice.v2_b")).toBe("stalled-project-advice.v2_b");
  });

  test.each([
    ["a/b", "a%2Fb"],
    ["a:b*c?", "a%3Ab%2Ac%3F"],
    ["café", "caf%C3%A9"],
    [".hidden.", "%2Ehidden%2E"],
    ["_suite", "%5Fsuite"],
    ["con", "%63on"],
    ["nul.txt", "%6Eul.txt"],
    ["com1", "%63om1"],
    ["console", "console"],
    ["", "%"],
    ["TC-001", "TC-001+3"],
    ["tc-001", "tc-001"],
  ])("writes %j as %j", (text, name) => {
    expect(safeFileName(text)).toBe(name);
  });

  test("two texts never meet, even where capitals do not count", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        if (a !== b) expect(safeFileName(a).toLowerCase()).not.toBe(safeFileName(b).toLowerCase());
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "A", "b", "B", "-") }),
        fc.func(fc.boolean()),
        (text, raise) => {
          const other = [...text].map((letter, index) => (raise(index) ? letter.toUpperCase() : letter)).join("");
          if (text !== other) expect(safeFileName(text).toLowerCase()).not.toBe(safeFileName(other).toLowerCase());
        },
      ),
    );
  });

  test("holds only characters that every system takes, and is never too long", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ minLength: 200, maxLength: 400 })), (text) => {
        const name = safeFileName(text);
        expect(name).toMatch(/^[A-Za-z0-9%+-][A-Za-z0-9._%+-]*$/);
        expect(name).not.toMatch(/\.$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name.length).toBeLessThanOrEqual(160);
      }),
    );
  });

  test("can be read back, unless it was cut", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const back = textOfFileName(safeFileName(text));
        expect(back === text || (back === undefined && safeFileName(text).includes("++"))).toBe(true);
      }),
    );
  });

  test("long texts that begin alike differ", () => {
    const long = "x".repeat(300);
    expect(safeFileName(`${long}a`)).not.toBe(safeFileName(`${long}b`));
    expect(textOfFileName(safeFileName(long))).toBeUndefined();
  });

  test("halves of a surrogate pair differ", () => {
    expect(safeFileName("\ud800")).not.toBe(safeFileName("\ud801"));
  });

  test("a name that is not one of ours stands for nothing", () => {
    for (const name of ["TC-001", "a b", "con", "%zz", "tc%2D001", "a+0"]) expect(textOfFileName(name)).toBeUndefined();
  });
});

describe("a variant's folder", () => {
  test("names the choice", () => {
    expect(variantFolder({ prompt: "v2" })).toBe("prompt=v2");
  });

  test("is default where there is nothing to choose", () => {
    expect(variantFolder({})).toBe("default");
  });

  test("joins several, sorted by name", () => {
    expect(variantFolder({ prompt: "v2", language: "nl" })).toBe("language=nl,prompt=v2");
    expect(variantFolder({ language: "nl", prompt: "v2" })).toBe("language=nl,prompt=v2");
  });

  test("cannot be led out of the cassette, nor mixed up by what a value holds", () => {
    expect(variantFolder({ prompt: "../../etc" })).toBe("prompt=%2E.%2F..%2Fetc");
    expect(variantFolder({ a: "1,b=2" })).not.toBe(variantFolder({ a: "1", b: "2" }));
  });

  test("two variants never meet, even where capitals do not count", () => {
    const variant = fc.dictionary(anyText, anyText, { maxKeys: 3 });
    const key = (value: object) => JSON.stringify(Object.entries(value).sort());
    fc.assert(
      fc.property(variant, variant, (a, b) => {
        if (key(a) !== key(b)) expect(variantFolder(a).toLowerCase()).not.toBe(variantFolder(b).toLowerCase());
        expect(variantFolder(a).length).toBeLessThanOrEqual(160);
      }),
    );
  });
});
