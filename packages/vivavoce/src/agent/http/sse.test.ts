import { describe, expect, test } from "vitest";
import { eventsIn } from "../../model/index.ts";
import { linesOf } from "./lines.ts";

const bytes = async function* (...chunks: (string | Uint8Array)[]) {
  for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
};

describe("lines", () => {
  test.each([
    [["a\nb\r\nc\rd"], ["a", "b", "c", "d"]],
    [
      ["a\r", "\nb\r", "c\n"],
      ["a", "b", "c"],
    ],
    [["\n\na"], ["", "", "a"]],
    [[], []],
  ])("of %j", async (chunks, lines) => {
    expect(await Array.fromAsync(linesOf(bytes(...chunks)))).toEqual(lines);
  });

  test("one that never ends is refused before it fills the memory", async () => {
    const endless = async function* () {
      for (;;) yield new Uint8Array(1024 * 1024).fill(65);
    };
    await expect(Array.fromAsync(linesOf(endless()))).rejects.toThrow("more than 8 MB");
  });
});

describe("server-sent events", () => {
  test.each([
    ["data: a\n\ndata:b\n\n", [{ data: "a" }, { data: "b" }]],
    ["event: x\nid: 1\ndata: a\ndata:  b\n\n", [{ name: "x", data: "a\n b" }]],
    [": ping\n\nevent: only\n\nretry: 5\n\ndata\n\n", [{ data: "" }]],
    ["data: a: b\r\n\r\ndata: cut off", [{ data: "a: b" }, { data: "cut off" }]],
  ])("%j", async (text, events) => {
    const found = await Array.fromAsync(eventsIn(linesOf(bytes(text))));
    expect(found).toEqual(events.map((event) => ({ name: undefined, ...event })));
  });
});
