import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { AgentFailure } from "../types.ts";

/** Longer than any real line. A server that never ends a line would fill the memory. */
const longestText = 8 * 1024 * 1024;

/** The lines of a body, as they come. The last one counts even without a line break. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be half of a line break, so wait for the next character.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > longestText) throw new AgentFailure("the server's answer has a line of more than 8 MB");
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestText) throw new AgentFailure("the server's answer takes more than 8 MB");
  }
  return text + decoder.decode();
}

/** Hands out each piece as soon as it has come, so that a packed stream is still a stream. */
const zlib = { flush: constants.Z_SYNC_FLUSH };

/** An answer's body as it was before it was packed. Some servers pack it whatever they were asked for. */
export function unpacked(answer: IncomingMessage): Readable {
  const unpack = unpackerOf((answer.headers["content-encoding"] ?? "").trim().toLowerCase());
  // An error of the answer is thrown to the reader of the other end.
  return unpack ? pipeline(answer, unpack, () => {}) : answer;
}

function unpackerOf(coding: string) {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(zlib);
    case "deflate":
      return createInflate(zlib);
    case "br":
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    case "zstd":
      return createZstdDecompress();
    default:
      return undefined;
  }
}
