import { expect, test } from "vitest";
import type { Exchange, Transcript } from "../shape/index.ts";
import { plainStyle } from "./style.ts";
import { stderrText, transcriptText } from "./transcript-text.ts";

const exchange = (number: number, notes?: Exchange["notes"]): Exchange => ({
  number,
  user: { content: "hello" },
  items: [{ type: "text", text: "hi" }],
  modelCalls: 0,
  ...(notes ? { notes } : {}),
});

const transcript: Transcript = {
  version: 2,
  case: "a",
  variant: {},
  repeat: 1,
  agent: { name: "desk", version: "1" },
  history: [],
  exchanges: [
    exchange(1, [
      { name: "state", value: "calm" },
      { name: "stderr", value: "Loading\u001b[2J" },
      { name: "stderr", value: "Loaded" },
    ]),
    exchange(2),
    exchange(3, [{ name: "stderr", value: "Traceback" }]),
  ],
  outcome: { kind: "completed" },
};

test("shows what was printed, by exchange, safe for a terminal", () => {
  expect(stderrText(transcript)).toBe("── exchange 1\nLoading�[2J\nLoaded\n\n── exchange 3\nTraceback");
  expect(stderrText({ ...transcript, exchanges: [exchange(1)] })).toBe("");
});

test("stays out of the ordinary view", () => {
  expect(transcriptText(transcript, plainStyle)).not.toContain("Traceback");
});
