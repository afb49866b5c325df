import { StringDecoder } from "node:string_decoder";

/**
 * Cuts a stream of UTF-8 into lines. A line ends with "\n" alone: Node's readline also ends it at U+2028 and U+2029,
 * which JSON leaves as they are in a text.
 *
 * @example const lines = new LineSplitter(); input.on("data", (piece) => lines.push(piece).forEach(take));
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  /** The lines that a piece completes, without their ends. */
  push(piece: Buffer): string[] {
    const [first = "", ...others] = this.#decoder.write(piece).split("\n");
    this.#rest += first;
    return others.map((next) => {
      const line = this.#rest;
      this.#rest = next;
      return line;
    });
  }

  /** The last line, if the stream does not end with a line break. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}
