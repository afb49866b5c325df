import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { InfrastructureError, messageOf, safeLine, sha256 } from "../../base/index.ts";
import { openTrials } from "../../gateway/index.ts";
import { eventsIn } from "../../model/index.ts";
import { dialogue, type Piece, recordPieces } from "../dialogue.ts";
import { filesOf } from "../source-files.ts";
import { type Agent, type AgentContext, AgentFailure, type Session } from "../types.ts";
import { linesOf, textOf, unpacked } from "./lines.ts";
import { checkOptions, type HttpAgentOptions, type HttpTurn } from "./options.ts";
import { BrokenConnection, post, shown } from "./post.ts";
import type { Protocol } from "./protocol.ts";
import { protocolOf } from "./protocols.ts";
import { serverFor } from "./server-for.ts";
import { ServerSession } from "./server-session.ts";

/** Opens one conversation with an agent's server, and starts the server first if asked to. */
async function openHttpSession(options: HttpAgentOptions, context: AgentContext): Promise<Session> {
  const address = await context.gateway();
  const served = options.start && (await serverFor(options, options.start, address, context.signal));
  const url = served?.server.url ?? new URL(options.url);
  const traceId = openTrials.traceId(address.token);
  const conversation = randomUUID();
  const kept = new ServerSession(options.session);
  const protocol = protocolOf(options, kept);
  const spanOf = (line: number) => sha256(`${conversation} ${line}`).slice(0, 16);

  /** The error for a failed connection: an outage, or the agent's failure. */
  async function told(error: unknown): Promise<unknown> {
    const isLost = error instanceof BrokenConnection;
    if (served && (isLost || (error instanceof InfrastructureError && served.server.isOver)))
      return served.server.failure(isLost ? error : new BrokenConnection("is gone"));
    if (!isLost) return error;
    const remedy = "Look at the server's log.";
    return new InfrastructureError({ message: `${shown({ url })}: the server ${error.message}`, remedy, cause: error });
  }

  const session = dialogue(context, async ({ message, history, heard, signal, record }) => {
    try {
      const { case: testCase, variant } = context;
      const turn: HttpTurn = { message, session: kept.value, history, conversation, case: testCase, variant, heard };
      const body = protocol.body(turn);
      const request = {
        url,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream, application/x-ndjson, */*",
          traceparent: `00-${traceId}-${spanOf(history.length + 1)}-01`,
          ...kept.headers,
          ...options.headers,
        },
        body: JSON.stringify((options.protocol && options.request ? options.request(turn) : body) ?? null),
        signal,
      };
      const answer = await post(request);
      kept.readHeaders(answer.headers);
      await recordPieces(readAnswer(answer, protocol), record, signal);
      // If it has ended, another program gave this answer.
      if (served?.server.isOver) throw new BrokenConnection("is gone");
      if (kept.missing !== undefined) {
        throw new AgentFailure(
          `the answer to ${shown(request)} ${kept.missing}, so the next message would begin a new conversation`,
        );
      }
    } catch (error) {
      throw await told(error);
    }
  });
  return { ...session, close: async () => served?.release() };
}

/** What an answer says, as it comes. */
async function* readAnswer(answer: IncomingMessage, protocol: Protocol): AsyncGenerator<Piece> {
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

async function* partsOf(body: AsyncIterable<Uint8Array>, stream: "sse" | "ndjson"): ReturnType<typeof eventsIn> {
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
 * An agent behind an HTTP address, in any language. Each message of the user is a POST; the answer, whole or streamed,
 * holds what the agent says and does.
 *
 * @example
 * httpAgent({
 *   name: "desk",
 *   url: "http://localhost:3000/chat",
 *   request: ({ message, session }) => ({ text: message, session }),
 *   session: "/sessionId",
 *   reply: "/answer",
 * });
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkOptions(options);
  const { name, version = "1", tools, files, concurrency } = options;
  return {
    name,
    version,
    ...(tools ? { tools } : {}),
    ...(files ? { files: (folder: string) => filesOf(files, folder) } : {}),
    ...(concurrency === undefined ? {} : { concurrency }),
    open: (context) => openHttpSession(options, context),
  };
}
