// Runs the built `viva` as a user would, for the picture and for the tests of the documentation.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vivaInThisProcess } from "../packages/vivavoce/src/cli/in-process.test-helper.ts";

export const root = join(import.meta.dirname, "..");

export interface VivaOutput {
  /** What a terminal would have shown: both streams, in the order they were written. */
  text: string;
  status: number;
}

/** The same as `runViva`, without a process for the command: it takes a third of the time. */
export async function runVivaHere(args: readonly string[], { cwd }: { cwd: string }): Promise<VivaOutput> {
  let text = "";
  const onText = (part: string) => {
    text += part;
  };
  const status = await vivaInThisProcess(args, { cwd, env: environment(false), onText });
  return { text, status };
}

/** Runs one command. Keys and addresses of models are taken away, so that nothing can be asked by accident. */
export function runViva(
  args: readonly string[],
  { cwd, colour = false, columns }: { cwd: string; colour?: boolean; columns?: number },
): VivaOutput {
  const folder = mkdtempSync(join(tmpdir(), "viva-output-"));
  const file = join(folder, "output");
  // One file for both streams keeps their order, which two pipes would not.
  const output = openSync(file, "w");
  try {
    const command = [join(root, "packages", "vivavoce", "bin", "viva.js"), ...args];
    const { status } = spawnSync(process.execPath, command, {
      cwd,
      env: { ...environment(colour), ...(columns === undefined ? {} : { COLUMNS: String(columns) }) },
      stdio: ["ignore", output, output],
    });
    return { text: readFileSync(file, "utf8"), status: status ?? -1 };
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}

function environment(colour: boolean): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/_(?:API_KEY|BASE_URL)$/.test(name) && !["NO_COLOR", "FORCE_COLOR", "COLUMNS"].includes(name),
  );
  return { ...Object.fromEntries(kept), ...(colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
}

/**
 * The same text for the same results: run ids, the times that were measured and the second plays that there was time for
 * are replaced by ones that never change.
 */
export function stable(text: string): string {
  return text
    .replace(/(\b(?:show|--resume|run) )[0-9a-f]{8}\b/g, "$17f3a51c2")
    .replace(/^[0-9a-f]{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d/gm, "7f3a51c2  2026-11-15 09:00")
    .replace(/(\d+\/\d+(?:, \d+ \w+)* {3})(?:\d+ ms|[\d.]+ s|\d+ min \d+ s)/g, "$10.3 s")
    .replace(/latency p50 [^,\n]+, p95 [\d.]+ m?s\b(?! \(recorded\))/g, "latency p50 1 ms, p95 1 ms")
    .replace(/\d+ second plays alike, at most 0\.0\d+ could/g, "240 second plays alike, at most 0.025 could")
    .replace(/(── exchange \d+ · \d+ model calls? · )[\d.]+ m?s\b/g, "$11 ms");
}
