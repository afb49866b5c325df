import type { TextPosition } from "../../base/index.ts";

export type { TextPosition as Position } from "../../base/index.ts";

/** A position, and the byte it stands at. */
export interface BytePosition extends TextPosition {
  offset: number;
}

const lineFeed = 0x0a;

/** The position of another byte. Reads only the bytes between, or back to the beginning of an earlier byte's line. */
export function advance(bytes: Buffer, from: BytePosition, offset: number): BytePosition {
  if (offset < from.offset) return retreat(bytes, from, offset);
  const stretch = bytes.subarray(from.offset, offset);
  let { line } = from;
  let lineStart = -1;
  for (let at = stretch.indexOf(lineFeed); at !== -1; at = stretch.indexOf(lineFeed, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const column = lineStart === -1 ? from.column + lengthOf(stretch) : 1 + lengthOf(stretch.subarray(lineStart));
  return { offset, line, column };
}

function retreat(bytes: Buffer, from: BytePosition, offset: number): BytePosition {
  const between = bytes.subarray(offset, from.offset).reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
  const lineStart = offset === 0 ? 0 : bytes.lastIndexOf(lineFeed, offset - 1) + 1;
  return { offset, line: from.line - between, column: 1 + lengthOf(bytes.subarray(lineStart, offset)) };
}

function lengthOf(bytes: Buffer): number {
  return bytes.toString("utf8").length;
}

/** Where a text starts: after a byte order mark, which is not part of it. */
export function textStart(bytes: Buffer): BytePosition {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { offset: marked ? 3 : 0, line: 1, column: 1 };
}
