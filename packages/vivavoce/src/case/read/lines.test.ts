import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../fixtures/temporary-files.ts";
import { linesOf } from "./read-json.ts";

async function linesIn(content: string | Uint8Array, longest = 1_000_000) {
  const directory = await temporaryFiles({ file: content });
  const lines: { number: number; offset: number; text: string | undefined }[] = [];
  for await (const line of linesOf(`${directory}/file`, longest)) {
    const text = line.kind === "line" ? line.bytes.toString() : undefined;
    lines.push({ number: line.number, offset: line.offset, text });
  }
  return lines;
}

describe("a file line by line", () => {
  test("each with its number and its first byte", async () => {
    expect(await linesIn("é\n\nb\n")).toEqual([
      { number: 1, offset: 0, text: "é" },
      { number: 2, offset: 3, text: "" },
      { number: 3, offset: 4, text: "b" },
    ]);
  });

  test("the last line needs no line feed", async () => {
    expect(await linesIn("a\nb")).toMatchObject([{ text: "a" }, { text: "b" }]);
  });

  test("an empty file has no lines", async () => expect(await linesIn("")).toEqual([]));

  test("a line over the limit is counted, not kept, and the next one is there", async () => {
    const lines = await linesIn(`ab\n${"x".repeat(300_000)}\ncd\n${"y".repeat(200_001)}`, 200_000);
    expect(lines.map(({ number, offset, text }) => [number, offset, text])).toEqual([
      [1, 0, "ab"],
      [2, 3, undefined],
      [3, 300_004, "cd"],
      [4, 300_007, undefined],
    ]);
  });

  test("a line of exactly the limit is kept", async () => {
    expect(await linesIn("xxxxx\nxxxxxx", 5)).toMatchObject([{ text: "xxxxx" }, { text: undefined }]);
  });

  test("lines that run over the end of a chunk are whole", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index}`.repeat(4_000 + index * 300));
    expect((await linesIn(lines.join("\n"))).map(({ text }) => text)).toEqual(lines);
  });

  test("joined again they are the file, and offsets are where they say", async () => {
    const contents = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\r", " ") }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(contents, async (expected) => {
        const content = `${expected.join("\n")}\n`;
        const found = await linesIn(content);
        expect(found.map(({ text }) => text)).toEqual(expected);
        for (const { offset, text = "" } of found) {
          const length = Buffer.byteLength(text);
          expect(Buffer.from(content).toString("utf8", offset, offset + length)).toBe(text);
        }
      }),
      { numRuns: 30 },
    );
  });
});
