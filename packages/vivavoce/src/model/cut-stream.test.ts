import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import { openCassette } from "./cassette.ts";
import { liveTraffic } from "./live-traffic.ts";
import { replayTraffic } from "./replay-traffic.ts";
import type { Tape } from "./tape.ts";
import { type Traffic, wireOf } from "./traffic.ts";
import type { WireRequest } from "./wire/types.ts";
import type { WireRoute } from "./wire/wire-model.ts";

type WireModel = WireRoute["model"];

const secret = "swordfish-of-the-deep-7";
const hide = redactor({ MY_API_KEY: secret });
const request: WireRequest = {
  dialect: "openai-chat",
  path: "/v1/chat/completions",
  body: { model: "m", stream: true, messages: [{ role: "user", content: "Tell me" }] },
  headers: {},
};
const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

/** Says these pieces and would say more, if it were let. */
function endless(...pieces: string[]): WireModel {
  return {
    id: "test:model",
    send: (_request, { signal, onHead, onEvent }) => {
      if (pieces.length > 0) onHead?.({ status: 200, headers: { "content-type": "text/event-stream" } });
      for (const text of pieces) onEvent?.(piece(text));
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("The operation was aborted", "AbortError")));
      });
    },
  };
}

/** Listens, and cuts in when it has heard enough. */
async function cutIn(traffic: Traffic, afterPieces: number) {
  const user = new AbortController();
  const heard: string[] = [];
  const onEvent = (text: string) => {
    if (heard.push(text) === afterPieces) setImmediate(() => user.abort());
  };
  if (afterPieces === 0) setImmediate(() => user.abort());
  const error = await wireOf(traffic)(request, { signal: user.signal, onEvent }).catch((thrown: unknown) => thrown);
  return { heard, error };
}

async function onTape(traffic: ReturnType<typeof liveTraffic>): Promise<Tape> {
  const directory = await mkdtemp(join(tmpdir(), "viva-cut-"));
  const cassette = openCassette(directory, { redactor: hide });
  const tape = { origin: "recorded", repeat: 1, records: traffic.records(), failures: traffic.failures() } as const;
  await cassette.write({}, "c", { ...tape, records: [...tape.records], failures: [...tape.failures] });
  const [read] = await cassette.read({}, "c").finally(() => rm(directory, { recursive: true }));
  if (!read) throw new Error("there is no tape");
  return read;
}

const record = (model: WireModel) => {
  const traffic = liveTraffic({
    modelFor: () => Promise.reject() as never,
    wireFor: () => ({ label: "", model }),
    redactor: hide,
  });
  return {
    traffic,
    replayed: async () => replayTraffic({ tape: await onTape(traffic), modelId: String, redactor: hide }),
  };
};

test("a stream that the user cut in on says the same on a replay, and is cut off again", async () => {
  const { traffic, replayed } = record(endless("one", "two"));
  const live = await cutIn(traffic, 2);
  expect(live).toMatchObject({ heard: [piece("one"), piece("two")], error: { failure: "cancelled" } });
  expect(await cutIn(await replayed(), 2)).toMatchObject({ heard: live.heard, error: { failure: "cancelled" } });
});

test("so is a call of which nothing had come", async () => {
  const { traffic, replayed } = record(endless());
  expect(await cutIn(traffic, 0)).toMatchObject({ heard: [], error: { failure: "cancelled" } });
  expect(await cutIn(await replayed(), 0)).toMatchObject({ heard: [], error: { failure: "cancelled" } });
});

test("one that a secret was spread over cannot be replayed, and says so instead of waiting", async () => {
  const { traffic, replayed } = record(endless(secret.slice(0, 9), secret.slice(9)));
  await cutIn(traffic, 2);
  const { heard, error } = await cutIn(await replayed(), 2);
  expect(heard).toEqual([]);
  expect(error).toMatchObject({ failure: "no-tape", message: expect.stringContaining("a secret stood in it") });
});
