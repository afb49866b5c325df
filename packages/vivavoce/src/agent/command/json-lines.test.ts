import { describe, expect, test } from "vitest";
import { LineFault, LineReader } from "./json-lines.ts";

/** What a reader makes of pieces: its lines, and the fault that ended them. */
function read(...pieces: (string | Buffer)[]): { lines: string[]; fault?: LineFault } {
  const reader = new LineReader();
  const lines: string[] = [];
  try {
    for (const piece of pieces) for (const line of reader.push(Buffer.from(piece))) lines.push(line);
    reader.end("ended with code 0");
    return { lines };
  } catch (error) {
    if (error instanceof LineFault) return { lines, fault: error };
    throw error;
  }
}

describe("lines", () => {
  test("come whole, wherever the stream is cut, between the bytes of a letter too", () => {
    const lines = ['{"text":"über"}', '{"text":"😀"}', "{}"];
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
        expect(read(...pieces)).toEqual({ lines });
      }
    }
  });

  test("lose the ends of Windows, and empty ones are nothing", () => {
    expect(read('{"a":1}\r\n\n  \n{}\n')).toEqual({ lines: ['{"a":1}', "{}"] });
  });

  test("before a fault are heard", () => {
    const { lines, fault } = read("one\ntwo\n", Buffer.from([0xff, 0x0a]), "three\n");
    expect([lines, fault?.message]).toEqual([["one", "two"], "a line that is not UTF-8"]);
  });

  test("that never end are a fault, with how they begin", () => {
    const { fault } = read("one\n", '{"type":');
    expect(fault?.message).toBe("half a line, without a line break at its end, and ended with code 0");
    expect(fault?.line).toBe('{"type":');
  });

  test("of 100 MB are refused at 8 MB, and nothing of them is kept", () => {
    const reader = new LineReader();
    const piece = Buffer.alloc(64_000, "x");
    let pushed = 0;
    const pushAll = () => {
      for (; pushed < 100_000_000; pushed += piece.length) for (const _ of reader.push(piece));
    };
    expect(pushAll).toThrow("a line of more than 8 MB");
    expect(pushed).toBeLessThan(8_100_000);
  });
});
