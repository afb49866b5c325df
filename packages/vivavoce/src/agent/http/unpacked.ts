import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";

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
