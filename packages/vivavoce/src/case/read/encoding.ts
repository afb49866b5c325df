import { isUtf8 } from "node:buffer";
import type { Fault } from "./fault.ts";
import { advance, type BytePosition } from "./position.ts";
import { flawOf, type Unreadable } from "./raw-case.ts";

/** Why these bytes are not text: a NUL, or something that is not UTF-8. */
export function encodingFault(bytes: Buffer): Fault | undefined {
  if (!isUtf8(bytes)) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return {
      kind: "encoding",
      message: utf16 ? "the text is UTF-16, not UTF-8" : "a byte that is not UTF-8",
      offset: firstInvalidByte(bytes),
      remedy: "save the file as UTF-8",
    };
  }
  const offset = bytes.indexOf(0);
  if (offset === -1) return undefined;
  return { kind: "encoding", message: "a NUL byte", offset, remedy: "remove it: a case is text, saved as UTF-8" };
}

/** The same as an item of a file that starts or continues at a position. */
export function unreadableText(bytes: Buffer, beginning: BytePosition): Unreadable | undefined {
  const fault = encodingFault(bytes);
  return fault && { kind: "unreadable", flaws: [flawOf(fault, (offset) => advance(bytes, beginning, offset))] };
}

function firstInvalidByte(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return 0;
}
