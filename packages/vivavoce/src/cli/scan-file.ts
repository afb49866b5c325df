import { open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import type { SecretPlace } from "../base/index.ts";

export type SecretSearch = (text: string) => SecretPlace[];

/** One secret in one place. No field holds the secret itself. */
export interface SecretFinding {
  file: string;
  /** "line 12", or the table, the row and the column of a database. */
  place: string;
  kind: string;
  /** The mark that the redactor would have put there. The same secret has the same mark everywhere. */
  mark: string;
}

const chunkBytes = 1 << 20;
/** A secret that begins in the last characters of a chunk is found with the next chunk. */
const overlap = 1 << 16;

/** Bytes that are not text separate strings in a database's file; they are not treated as invisible characters. */
const notText = /[^\P{Cc}\t\n\r]+|\ufffd+/gu;

/** Every secret in a file. The file is read piece by piece. */
export async function* scanFile(file: string, search: SecretSearch): AsyncGenerator<SecretFinding> {
  const handle = await open(file);
  try {
    const decoder = new StringDecoder("utf8");
    const buffer = Buffer.alloc(chunkBytes);
    let isBinary: boolean | undefined;
    let window = "";
    /** How much of the window was searched before, and the line in which it begins. */
    let [known, line] = [0, 1];
    for (let isLast = false; !isLast; ) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
      isLast = bytesRead === 0;
      isBinary ??= buffer.subarray(0, Math.min(bytesRead, 8_192)).includes(0);
      const read = isLast ? decoder.end() : decoder.write(buffer.subarray(0, bytesRead));
      window += isBinary ? read.replace(notText, "\n") : read;
      const upTo = isLast ? window.length : Math.max(known, window.length - overlap);
      let [counted, at] = [line, 0];
      for (const { start, kind, mark } of search(window)) {
        if (start < known || start >= upTo) continue;
        counted += linesIn(window, at, start);
        at = start;
        yield { file, place: isBinary ? "raw bytes" : `line ${counted}`, kind, mark };
      }
      // Some of the searched text is kept, because it decides how the next characters are read.
      const from = Math.max(0, upTo - overlap);
      line += linesIn(window, 0, from);
      window = window.slice(from);
      known = upTo - from;
    }
  } finally {
    await handle.close();
  }
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
