import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "../base/index.ts";

let folder: string | undefined;
let files = 0;

/** A file that guarded children write to: while a process is awaited synchronously, it cannot report in another way. */
export class ChildReport {
  readonly file: string;

  constructor() {
    if (folder === undefined || !existsSync(folder)) folder = temporaryFolder();
    files += 1;
    this.file = join(folder, `${files}.jsonl`);
  }

  /** The connections refused so far. */
  read(): Connection[] {
    if (!existsSync(this.file)) return [];
    // A child may be writing the last line at this moment.
    const lines = readFileSync(this.file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Connection);
  }
}

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "viva-network-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}
