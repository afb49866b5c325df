// A Python of our own with the packages of requirements.txt, made once and kept in node_modules.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const requirements = join(import.meta.dirname, "requirements.txt");
const cache = join(import.meta.dirname, "../../node_modules/.cache/viva-real-model");

/** The Python to use, or why there is none: only a package index that is out of reach excuses that. */
export function ownPython(): { python: string } | { missing: string } {
  const home = join(cache, createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12));
  const python = join(home, "bin", "python");
  const done = join(home, "installed");
  if (existsSync(done)) return { python };
  rmSync(home, { recursive: true, force: true });
  mkdirSync(dirname(home), { recursive: true });
  const made = execute("python3", ["-m", "venv", home]);
  if (made !== undefined) return { missing: `there is no Python 3 with venv: ${made}` };
  const failed = execute(python, pip("install", "--no-deps", "-r", requirements));
  if (failed === undefined) {
    writeFileSync(done, "");
    return { python };
  }
  const reach = execute(python, pip("download", "--no-deps", "-d", join(home, "probe"), "pip"));
  if (reach !== undefined) return { missing: `the package index is out of reach: ${reach}` };
  throw new Error(`the package index is in reach, but ${requirements} cannot be installed:\n${failed}`);
}

function pip(...command: string[]): string[] {
  const quick = ["--retries", "1", "--timeout", "15", "--disable-pip-version-check"];
  return ["-m", "pip", ...command, "--quiet", "--only-binary", ":all:", ...quick];
}

/** Undefined where it went well, otherwise the last line that it said. */
function execute(command: string, words: string[]): string | undefined {
  const { status, error, stderr } = spawnSync(command, words, { encoding: "utf8", timeout: 240_000 });
  if (status === 0) return undefined;
  return error?.message ?? (stderr.trim().split("\n").at(-1) || `exit code ${status}`);
}
