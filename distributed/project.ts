import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "..");
const launcher = join(root, "packages/vivavoce/bin/viva.js");

/** A command that runs in a process of its own. */
export interface Command {
  child: ChildProcess;
  /** What it has printed so far, both streams together. */
  readonly printed: string;
  stdout(): string;
  /** Its exit code; a signal's name if it was killed. */
  ended: Promise<number | string>;
  /** Resolves when it has printed this. */
  said(text: string | RegExp): Promise<void>;
}

export interface Project {
  folder: string;
  environment: Record<string, string>;
  write(files: Record<string, string>): void;
  start(args: string, environment?: Record<string, string>): Command;
  /** Runs a command to its end; fails if its exit code is another one. */
  viva(args: string, code?: number): Promise<string>;
}

/** A user's project on one machine, with the packages for a queue and a shared store. */
export function projectWith(files: Record<string, string>, environment: Record<string, string> = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), "viva-workers-"));
  const commands = new Set<ChildProcess>();
  onTestFinished(async () => {
    for (const child of commands) child.kill("SIGKILL");
    await sleep(100);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "packages/vivavoce"), join(folder, "node_modules/vivavoce"));
  for (const name of ["bullmq", "ioredis", "pg"])
    symlinkSync(join(import.meta.dirname, "node_modules", name), join(folder, "node_modules", name));
  const write = (given: Record<string, string>) => {
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
  };
  write({
    "package.json": `{ "type": "module" }`,
    "viva.config.ts": `import { defineConfig } from "vivavoce";\nexport default defineConfig({ suites: ["*.eval.ts"] });\n`,
    ...files,
  });
  const start = (args: string, more: Record<string, string> = {}): Command => {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, NO_COLOR: "1", ...environment, ...more };
    const child = spawn(process.execPath, [launcher, ...args.split(" ")], { cwd: folder, env });
    commands.add(child);
    let printed = "";
    let stdout = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
    const ended = new Promise<number | string>((resolve) => {
      child.on("close", (code, signal) => resolve(code ?? signal ?? "gone"));
    });
    return {
      child,
      ended,
      stdout: () => stdout,
      get printed() {
        return printed;
      },
      async said(text) {
        const isSaid = () => (typeof text === "string" ? printed.includes(text) : text.test(printed));
        const over = ended.then(() => "over" as const);
        while (!isSaid()) {
          if ((await Promise.race([sleep(20), over])) === "over" && !isSaid())
            throw new Error(`it ended and never said ${text}:\n${printed}`);
        }
      },
    };
  };
  const viva = async (args: string, code = 0) => {
    const command = start(args);
    const ended = await command.ended;
    if (ended !== code) throw new Error(`viva ${args} returned ${ended}:\n${command.printed}`);
    return command.stdout();
  };
  return { folder, environment, write, start, viva };
}

/** A run's trials as text to compare, without times, which differ each time. */
export async function resultsOf({ viva }: Project, run: string): Promise<string[]> {
  const text = await viva(`export ${run} --format jsonl`);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.stringify(timeless(JSON.parse(line))));
}

function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/(Ms|At|^ms|^run|^at|latency|duration)$/i.test(name))
      .map(([name, inner]) => [name, timeless(inner)]),
  );
}

/** The id of the run that a command plays: "viva show 3787f4d8". */
export function runOf({ printed }: Pick<Command, "printed">): string {
  const found = /(?:show|--resume) ([0-9a-f]{8})/.exec(printed);
  if (!found?.[1]) throw new Error(`no run in:\n${printed}`);
  return found[1];
}
