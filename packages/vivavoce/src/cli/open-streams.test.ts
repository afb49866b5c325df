import { once } from "node:events";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { keepOpen } from "./streams.ts";

function kept() {
  const stream = new PassThrough();
  const read = text(stream);
  const end = stream.end.bind(stream);
  keepOpen(stream as unknown as NodeJS.WriteStream);
  const all = () => {
    end();
    return read;
  };
  return { stream, all };
}

test("a kept stream cannot be ended or destroyed: the last text is written, and the callback is called", async () => {
  const { stream, all } = kept();
  await new Promise<void>((resolve) => stream.end("last words, ", resolve));
  stream.destroy();
  stream.write("the report");
  expect(await all()).toBe("last words, the report");
});

test("Node's own destroy after an error does destroy it", async () => {
  const { stream, all } = kept();
  const error = once(stream, "error");
  stream.destroy(new Error("EPIPE"));
  expect(String(await error)).toContain("EPIPE");
  expect(stream.destroyed).toBe(true);
  await expect(all()).rejects.toThrow("EPIPE");
});

test("another `write` is used while it works, and can call ours", async () => {
  const { stream, all } = kept();
  const before = stream.write;
  stream.write = ((chunk: string) => before(`[${chunk}]`)) as typeof stream.write;
  stream.write("a");
  stream.write = (() => {
    throw new Error("hostile");
  }) as typeof stream.write;
  stream.write("b");
  stream.write = before;
  stream.write("c");
  expect(await all()).toBe("[a]bc");
});
