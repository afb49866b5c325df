import type { TextPosition } from "../../base/index.ts";

export type { TextPosition as Position } from "../../base/index.ts";

/** A position, and the byte it stands at. */
export interface BytePosition extends TextPosition {
  offset: number;
}

const lineFeed = 0x0a;

/** The position of a later byte; looks only at the bytes between. */
export function advance(bytes: Buffer, from: BytePosition, offset: number): BytePosition {
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

function lengthOf(bytes: Buffer): number {
  return bytes.toString("utf8").length;
}

/** Where a text starts: after a byte order mark, which is no part of it. */
export function textStart(bytes: Buffer): BytePosition {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { offset: marked ? 3 : 0, line: 1, column: 1 };
}
