/** The longest line that is read. A conversation is kept up to 64 MB, so no real message is this long. */
const longestLine = 8_000_000;
/** How much of a bad line is kept: more than is quoted, because secrets are removed before it is cut. */
const quotedBytes = 2_000;

/** A line that cannot be read: why, and how it begins. Nothing after it can be read either. */
export class LineFault extends Error {
  readonly line: string;

  constructor(message: string, line: Buffer) {
    super(message);
    this.line = line.subarray(0, quotedBytes).toString("utf8");
  }
}

/** Cuts a stream of bytes into lines. Holds one line at most, whatever is sent. */
export class LineReader {
  #parts: Buffer[] = [];
  #size = 0;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

  /** The lines that a piece completes, without empty ones. Throws a LineFault after the last good line. */
  *push(piece: Buffer): Generator<string, void> {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      this.#add(piece.subarray(from, end));
      from = end + 1;
      const line = this.#take();
      if (line !== "") yield line;
    }
    this.#add(piece.subarray(from));
  }

  /** The input has ended; `how` says why: "ended with code 1". Throws if the last line has no line break. */
  end(how: string): string[] {
    const rest = Buffer.concat(this.#parts);
    if (rest.toString("utf8").trim() === "") return [];
    throw new LineFault(`half a line, without a line break at its end, and ${how}`, rest);
  }

  #add(part: Buffer): void {
    this.#size += part.length;
    if (part.length > 0) this.#parts.push(part);
    if (this.#size <= longestLine) return;
    const line = Buffer.concat(this.#parts.map((one) => one.subarray(0, quotedBytes))).subarray(0, quotedBytes);
    this.#parts = [];
    throw new LineFault(`a line of more than ${longestLine / 1e6} MB`, line);
  }

  #take(): string {
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    try {
      return this.#decoder.decode(line).trim();
    } catch {
      throw new LineFault("a line that is not UTF-8", line);
    }
  }
}
