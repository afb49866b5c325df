import type { IncomingMessage } from "node:http";
import { messageOf, safeLine } from "../../base/index.ts";
import { EventLines, type ServerEvent } from "../../model/index.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { Piece } from "../record-pieces.ts";
import { linesOf, textOf } from "./lines.ts";
import { BrokenConnection } from "./post.ts";
import type { Protocol } from "./protocol.ts";
import { unpacked } from "./unpacked.ts";

/** What an answer says, as it comes. */
export async function* readAnswer(answer: IncomingMessage, protocol: Protocol): AsyncGenerator<Piece> {
  const type = answer.headers["content-type"] ?? "";
  const stream = protocol.stream ?? streamOf(type);
  const body = unbroken(answer);
  if (stream === undefined) {
    yield* protocol.whole(await textOf(body));
    return;
  }
  let beginning = "";
  let parts = 0;
  for await (const { data, name } of partsOf(noting(body), stream)) {
    parts += 1;
    yield* protocol.part(data, name);
  }
  const got = `the server's answer of type ${safeLine(type, 60) || "unknown"}`;
  if (parts === 0 && beginning.trim() !== "")
    throw new AgentFailure(`${got} is not a stream (${stream}): ${safeLine(beginning, 200)}`);
  const unfinished = protocol.unfinished?.();
  if (unfinished !== undefined) throw new AgentFailure(`the server's stream ended ${unfinished}`);

  async function* noting(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (beginning.length < 400) beginning += Buffer.from(chunk).toString("utf8", 0, 400);
      yield chunk;
    }
  }
}

function streamOf(type: string): Protocol["stream"] {
  if (/^text\/event-stream\b/i.test(type)) return "sse";
  return /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)\b/i.test(type) ? "ndjson" : undefined;
}

async function* partsOf(body: AsyncIterable<Uint8Array>, stream: "sse" | "ndjson"): AsyncGenerator<ServerEvent> {
  const lines = linesOf(body);
  if (stream === "sse") return yield* eventsIn(lines);
  for await (const data of lines) if (data.trim() !== "") yield { name: undefined, data };
}

/** If the connection is lost, the answer is not complete. */
async function* unbroken(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of unpacked(answer)) yield chunk as Uint8Array;
  } catch (error) {
    throw new BrokenConnection(`broke off its answer: ${messageOf(error)}`);
  }
}

/**
 * The events of a stream (text/event-stream). An event that the end of the stream cuts off counts too, because dropping it
 * could lose the agent's last words.
 */
export async function* eventsIn(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const event = new EventLines();
  for await (const line of lines) {
    if (line === "") yield* event.take();
    else event.add(line);
  }
  yield* event.take();
}
