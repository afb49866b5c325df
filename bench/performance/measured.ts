// One command from its start to its end, as a user waits for it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface Command {
  file: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
}

export interface Measured {
  seconds: number;
  /** Of all its processes that ended by themselves, in seconds. */
  cpu: number;
  /** The part of it that the system did not take. */
  user: number;
  /** The most memory that one of its processes held, in bytes. */
  memory: number;
}

const usage = join(import.meta.dirname, "programs", "tell-usage.js");

/** Runs a command, which has to end with 0. Its environment has nothing of the caller's but the path. */
export async function measured({ file, args, cwd, env = {} }: Command): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "viva-usage-"));
  try {
    const told = join(folder, "usage.jsonl");
    const { PATH = "" } = process.env;
    const tell = { BENCH_USAGE: told, NODE_OPTIONS: `--import=${usage}` };
    const start = performance.now();
    const child = spawn(file, args, { cwd, env: { PATH, HOME: cwd, NO_COLOR: "1", ...tell, ...env } });
    child.stdin.end();
    const [out, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const seconds = (performance.now() - start) / 1000;
    if (code !== 0)
      throw new Error(`${[file, ...args].join(" ")} ended with ${code}:\n${(out + problems).slice(-2000)}`);
    const lines = existsSync(told) ? readFileSync(told, "utf8").trimEnd().split("\n") : [];
    const processes: Omit<Measured, "seconds">[] = lines.map((line) => JSON.parse(line));
    const sum = (figure: "cpu" | "user") => processes.reduce((total, each) => total + each[figure], 0);
    return {
      seconds,
      cpu: sum("cpu"),
      user: sum("user"),
      memory: Math.max(0, ...processes.map(({ memory }) => memory)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The best of each figure: a busy machine only ever adds. */
export function best(rounds: readonly Measured[]): Measured {
  const least = (figure: keyof Measured) => Math.min(...rounds.map((round) => round[figure]));
  return { seconds: least("seconds"), cpu: least("cpu"), user: least("user"), memory: least("memory") };
}
