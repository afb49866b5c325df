import { StringDecoder } from "node:string_decoder";

const mostLines = 200;
const longestLine = 500;

/** The last lines that a command printed to stderr since they were taken; long ones are cut. */
export class StderrTail {
  readonly #decoder = new StringDecoder("utf8");
  #lines: string[] = [];
  /** The line that has not ended yet. */
  #open = "";

  push(piece: Buffer): void {
    const [first = "", ...others] = this.#decoder.write(piece).split("\n");
    this.#extend(first);
    for (const line of others) {
      this.#lines.push(this.#open);
      this.#open = "";
      this.#extend(line);
    }
    this.#lines = this.#lines.slice(-mostLines);
  }

  /** What was printed so far; empty if there was nothing. */
  get text(): string {
    return [...this.#lines, ...(this.#open === "" ? [] : [this.#open])].slice(-mostLines).join("\n");
  }

  take(): string {
    const { text } = this;
    this.#lines = [];
    this.#open = "";
    return text;
  }

  #extend(text: string): void {
    this.#open = (this.#open + text.slice(0, longestLine + 1)).slice(0, longestLine);
  }
}
