import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const enough = 4e9;

/** Tests open hundreds of stores and sync each to the disk. Where memory holds files, and enough of them, nobody waits. */
export default function keepInMemory(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < enough) return undefined;
  const folder = mkdtempSync(join(memory, "viva-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
