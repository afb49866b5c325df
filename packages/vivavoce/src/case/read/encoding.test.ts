import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unreadableText } from "./raw-case.ts";

const faultIn = (bytes: Buffer) => unreadableText(bytes, { offset: 0, line: 1, column: 1 })?.flaws[0];

describe("what is not text", () => {
  test("any UTF-8 without a NUL is text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0"));
        expect(faultIn(Buffer.from(text))).toBeUndefined();
      }),
    );
  });

  test("a NUL byte is found where it is", () => {
    expect(faultIn(Buffer.from("é\0"))).toMatchObject({ message: "a NUL byte", position: { line: 1, column: 2 } });
  });

  test.each([
    ["a lone continuation byte", [0x61, 0xc3, 0xa9, 0x80], 3],
    ["a cut-off character", [0x61, 0xe2, 0x82], 2],
    ["Latin-1", [0x63, 0x61, 0x66, 0xe9, 0x20, 0x78], 4],
    ["an overlong slash", [0x61, 0xc0, 0xaf], 2],
    ["half a surrogate pair", [0xed, 0xa0, 0x80], 1],
    ["a byte that starts nothing", [0x61, 0x62, 0xff], 3],
  ])("%s is found where it starts", (_, bytes, column) => {
    expect(faultIn(Buffer.from(bytes))).toMatchObject({
      message: "a byte that is not UTF-8",
      position: { line: 1, column },
      remedy: "save the file as UTF-8",
    });
  });

  test("UTF-16 is named", () => {
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("[1]", "utf16le")]);
    expect(faultIn(little)?.message).toBe("the text is UTF-16, not UTF-8");
    expect(faultIn(Buffer.from([0xfe, 0xff, 0, 0x5b]))?.message).toBe("the text is UTF-16, not UTF-8");
  });
});
