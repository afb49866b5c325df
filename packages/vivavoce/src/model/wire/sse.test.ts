import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventSplitter, eventText, serverEvents } from "./sse.ts";

describe("the events of a stream", () => {
  test.each([
    ["two of them", "data: a\n\ndata: b\n\n", [["a"], ["b"]]],
    ["with names", "event: ping\ndata: {}\n\n", [["{}", "ping"]]],
    ["with CRLF", "event: e\r\ndata: a\r\n\r\ndata: b\r\n\r\n", [["a", "e"], ["b"]]],
    ["with bare CR", "data: a\r\rdata: b\r\r", [["a"], ["b"]]],
    ["with data on several lines", "data: a\ndata:\ndata: b\n\n", [["a\n\nb"]]],
    ["without a space after the colon", "data:a\n\n", [["a"]]],
    ["with only the first space left out", "data:  a\n\n", [[" a"]]],
    ["with comments and fields of other kinds", ": ping\n\n: x\nid: 7\nretry: 10\ndata: a\n\n", [["a"]]],
    ["with a mark at the start", "\uFEFFdata: a\n\n", [["a"]]],
    ["with blank lines too many", "\n\n\ndata: a\n\n\n\n\ndata: b\n\n", [["a"], ["b"]]],
    ["with the end marker", "data: a\n\ndata: [DONE]\n\n", [["a"], ["[DONE]"]]],
    ["of which the last is cut off", 'data: a\n\ndata: {"half', [["a"]]],
    ["of which the last is not ended", "data: a\n\ndata: b\n", [["a"]]],
    ["none", "", []],
  ])("%s", (_name, stream, expected) => {
    const events = expected.map(([data, name]) => ({ data, name }));
    expect(serverEvents([stream])).toEqual(events);
    expect(serverEvents([...stream])).toEqual(events);
  });

  test("are sent as they are read", () => {
    const sent = [eventText({ type: "message", a: "x\ny" }), eventText("[DONE]")];
    expect(serverEvents(sent)).toEqual([
      { name: "message", data: '{"type":"message","a":"x\\ny"}' },
      { name: undefined, data: "[DONE]" },
    ]);
  });
});

describe("cutting a stream while it comes", () => {
  const line = fc.stringMatching(/^(?:data|event|: ?)[:a-zé€😀 ]{0,6}$/u);
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\n\n", "\r\n\r\n", "\r\r", "")))
    .map((lines) => lines.flat().join(""));

  test("loses no byte, wherever it is cut, and finds the same events", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 7 })), (text, sizes) => {
        const bytes = new TextEncoder().encode(text);
        const splitter = new EventSplitter();
        const events: string[] = [];
        let at = 0;
        for (const size of [...sizes, bytes.length]) {
          events.push(...splitter.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(serverEvents(events)).toEqual(serverEvents([text]));
        expect([...events, ...splitter.push(": end\n\n")].join("")).toBe(`${text}: end\n\n`);
      }),
    );
  });

  test("gives an event as soon as it is whole", () => {
    const splitter = new EventSplitter();
    expect(splitter.push("data: a\n")).toEqual([]);
    expect(splitter.push("\ndata: b")).toEqual(["data: a\n\n"]);
    expect(splitter.push("\n\n")).toEqual(["data: b\n\n"]);
  });
});
