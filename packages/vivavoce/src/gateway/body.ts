import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { type JsonValue, messageOf } from "../base/index.ts";

/** A request larger than this is not meant for a model. */
const mostBytes = 64 * 1024 * 1024;

const decoders: Readonly<Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** The JSON in a request, compressed or not; null if there is none. */
export async function bodyOf(request: IncomingMessage): Promise<{ value: JsonValue } | { problem: string }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) return { problem: "the request is larger than 64 MB" };
    pieces.push(piece);
  }
  if (request.method === "GET" || request.method === "HEAD") return { value: null };
  if (size === 0) return { problem: "the request has no body" };
  const coding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const packed = Buffer.concat(pieces);
  try {
    const decode = decoders[coding];
    if (!decode && coding !== "identity") return { problem: `Viva does not know the content-encoding ${coding}` };
    const plain = decode ? await decode(packed, { maxOutputLength: mostBytes }) : packed;
    return { value: JSON.parse(plain.toString("utf8")) };
  } catch (error) {
    return { problem: `the request's body is not JSON: ${messageOf(error)}` };
  }
}
