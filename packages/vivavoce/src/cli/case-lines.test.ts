import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { caseLines } from "./play.ts";

const { signal } = new AbortController();
const read = (text: string) => Array.fromAsync(caseLines(Readable.from([text]), signal));

test("a value a line, each with the line it begins on; empty lines and a byte order mark are passed over", async () => {
  expect(await read('\uFEFF{"id":"one"}\r\n\n[2]\n')).toEqual([
    { line: 1, value: { id: "one" } },
    { line: 3, value: [2] },
  ]);
});

test("a line separator of Unicode inside of a text does not end the line", async () => {
  const content = "one\u2028two\u2029three";
  expect(await read(JSON.stringify({ content }))).toEqual([{ line: 1, value: { content } }]);
});

test("a value over several lines, before and after others", async () => {
  const indented = JSON.stringify({ id: "one", script: [{ content: "a } b" }, { content: "\\" }] }, null, 2);
  const values = await read(`{"id":0}\n${indented}\n{"id":2}\n${indented}`);
  expect(values.map(({ line }) => line)).toEqual([1, 2, 13, 14]);
  expect(values.every((one) => "value" in one)).toBe(true);
});

test("a broken line is reported with its number, and the next ones are read", async () => {
  expect(await read('{ broken\n{"id":"one"}\n{"id":"two"\n{"id":"three"}\n{"id":')).toEqual([
    { line: 1, fault: expect.stringContaining("this is not valid JSON: Expected property name") },
    { line: 2, value: { id: "one" } },
    { line: 3, fault: "the JSON that begins here does not end" },
    { line: 4, value: { id: "three" } },
    { line: 5, fault: "the JSON that begins here does not end" },
  ]);
});

test("each value comes before the next is asked for, and the signal ends the wait for more", async () => {
  const [stdin, stop] = [new PassThrough(), new AbortController()];
  const values = caseLines(stdin, stop.signal);
  stdin.write('{"id":"one"}\n');
  expect((await values.next()).value).toMatchObject({ value: { id: "one" } });
  const next = values.next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
