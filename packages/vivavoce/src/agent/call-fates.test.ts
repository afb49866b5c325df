import { describe, expect, test } from "vitest";
import { type PlayOptions, play } from "../conversation/index.ts";
import { allCalls, type Transcript } from "../shape/index.ts";
import { readResult } from "./ai-sdk/read-result.ts";
import { ToolsUnderHand } from "./ai-sdk/tools.ts";
import { done, handshake, oneLine, say, shell, tell } from "./command/command.test-helper.ts";
import { serving, talk } from "./http/http-agent.test-helper.ts";
import type { Agent } from "./types.ts";

const fatesIn = (transcript: Transcript) => allCalls(transcript).map(({ call }) => `${call.name} ${call.fate}`);

/** Calls as an agent tells of them, and what became of each. */
const told = [
  { type: "call", id: "a", name: "find" },
  { type: "result", id: "a", result: ["Monday"] },
  { type: "call", id: "b", name: "book" },
  { type: "error", id: "b", error: "full" },
  { type: "call", id: "c", name: "pay" },
  { type: "result", id: "c", result: "Error: no card" },
  { type: "call", id: "d", name: "mail" },
  { type: "result", id: "d", result: { success: false } },
  { type: "call", id: "e", name: "end_call" },
];
const became = ["find ran", "book failed", "pay failed", "mail failed", "end_call unknown"];

describe("the fate of calls in a command", () => {
  const playing = (lines: readonly string[], options: PlayOptions = {}) =>
    play(shell([handshake, "read -r said", ...lines, say("Done."), done(1)].join("; ")), oneLine, options);

  test("that tells of them", async () => {
    expect(fatesIn(await playing(told.map(tell)))).toEqual(became);
    const ended = await playing(told.map(tell), { ends: ["end_call"] });
    expect(fatesIn(ended).at(-1)).toBe("end_call ran");
  });

  test("that has Viva run them, and tells of one that it never had run", async () => {
    const asking = (name: string) => [tell({ type: "tool", id: name, name, arguments: {} }), "read -r answer"];
    const mocks = {
      find: () => ["Monday"],
      book: () => {
        throw new Error("full");
      },
    };
    const lines = [...asking("find"), ...asking("book"), tell({ type: "call", id: "p", name: "pay" })];
    expect(fatesIn(await playing(lines, { mocks }))).toEqual(["find ran", "book failed", "pay never-ran"]);
    const elsewhere = [...asking("find"), tell({ type: "call", id: "p", name: "pay", elsewhere: true })];
    expect(fatesIn(await playing(elsewhere, { mocks }))).toEqual(["find ran", "pay unknown"]);
  });
});

test("the fate of calls behind HTTP", async () => {
  const body = [...told, { type: "text", text: "Done." }].map((event) => `${JSON.stringify(event)}\n`).join("");
  const url = await serving((_request, response) => response.end(body));
  expect(fatesIn(await talk({ url, protocol: "viva" }))).toEqual(became);
});

test("the fate of calls in the AI SDK: those without a function are run by the application", async () => {
  const agent: Agent = {
    name: "sdk",
    version: "1",
    open: (context) => ({
      async reply(_message, signal) {
        const tools = new ToolsUnderHand(context);
        const broken = (_input: unknown, _options: unknown) => Promise.reject(new Error("full"));
        const own = tools.wrap({
          find: { execute: async (_input: unknown, _options: unknown) => 9 },
          book: { execute: broken },
          answer: {},
        });
        const part = (toolName: string) => ({ type: "tool-call", toolCallId: toolName, toolName, input: {} });
        await own.find.execute({}, { toolCallId: "find" });
        await own.book.execute({}, { toolCallId: "book" }).catch(() => {});
        const content = ["find", "book", "answer", "made_up"].map(part);
        await readResult({ steps: [{ content }] }, { record: context.record, tools, signal });
      },
    }),
  };
  expect(fatesIn(await play(agent, oneLine))).toEqual([
    "find ran",
    "book failed",
    "answer unknown",
    "made_up never-ran",
  ]);
});
