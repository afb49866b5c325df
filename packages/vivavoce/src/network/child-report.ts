import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "../base/index.ts";

let folder: string | undefined;
let files = 0;

/** How often Viva looks whether a program that is at work was refused a connection. */
const lookMs = 200;

/** A file that guarded children write to: while a process is awaited synchronously, it cannot report in another way. */
export class ChildReport {
  readonly file: string;
  readonly #refused: (connection: Connection) => void;
  readonly #timer: NodeJS.Timeout;
  #known = 0;

  constructor(refused: (connection: Connection) => void) {
    if (folder === undefined || !existsSync(folder)) folder = temporaryFolder();
    files += 1;
    this.file = join(folder, `${files}.jsonl`);
    this.#refused = refused;
    this.#timer = setInterval(() => this.look(), lookMs).unref();
  }

  /** Tells of connections that were refused since it was last asked. */
  look(): void {
    if (!existsSync(this.file)) return;
    // A child may be writing the last line at this moment.
    const lines = readFileSync(this.file, "utf8").split("\n").slice(this.#known, -1);
    this.#known += lines.length;
    for (const line of lines) this.#refused(JSON.parse(line) as Connection);
  }

  end(): void {
    clearInterval(this.#timer);
    this.look();
  }
}

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "viva-network-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}
