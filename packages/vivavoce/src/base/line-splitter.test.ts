import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

test("cuts at line breaks alone, wherever the stream is cut", () => {
  const text = '{"a":"one\u2028two\u2029three"}\n\n{"b":"Grüezi 😀"}\nrest';
  for (const size of [1, 2, 7, 1_000]) {
    const bytes = Buffer.from(text);
    const lines = new LineSplitter();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    expect([...found, ...lines.end()]).toEqual(text.split("\n"));
  }
});

test("has no last line if the stream ends with a line break", () => {
  const lines = new LineSplitter();
  expect(lines.push(Buffer.from("a\n"))).toEqual(["a"]);
  expect(lines.end()).toEqual([]);
});
