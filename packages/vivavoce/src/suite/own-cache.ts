import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { version } from "../base/index.ts";

/**
 * The folder for compiled suites, which are run from there: nobody but the user may be able to write it. Undefined if
 * there is none, and suites are then compiled each time. The loader names a file by its path, and checks its source.
 */
export function ownCache(): string | undefined {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "vivavoce");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kind = lstatSync(folder);
    const isOwn = kind.isDirectory() && kind.uid === process.getuid?.() && (kind.mode & 0o022) === 0;
    if (!isOwn && process.platform !== "win32") return undefined;
    chmodSync(folder, 0o700);
    return join(folder, `suites-${version}`);
  } catch {
    return undefined;
  }
}
