// Pythons with packages from the index, each in a folder of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const isWindows = process.platform === "win32";

export async function outputOf(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/**
 * A Python that has these packages; made on first use, which takes minutes and half a gigabyte. Whoever asks meanwhile, in
 * another process too, waits for it.
 */
export async function pythonWith(venv: string, requirements: string): Promise<{ path: string } | { missing: string }> {
  // Its lock ends with the process, however that ends.
  const lock = new DatabaseSync(`${venv}.lock`);
  try {
    while (!isTaken(lock)) await sleep(200);
    return await made(venv, requirements);
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec("begin exclusive");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false;
    throw error;
  }
}

const busy = 5;

async function made(venv: string, requirements: string): Promise<{ path: string } | { missing: string }> {
  const path = isWindows ? join(venv, "Scripts/python.exe") : join(venv, "bin/python");
  const stamp = join(venv, "requirements.txt");
  const wanted = readFileSync(requirements, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return { path };
  mkdirSync(venv, { recursive: true });
  const steps: [string, string[]][] = [
    [isWindows ? "python" : "python3", ["-m", "venv", "--clear", venv]],
    [path, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]],
  ];
  for (const [command, args] of steps) {
    const { code, stderr } = await outputOf(command, args).catch(({ message }) => ({ code: -1, stderr: message }));
    if (code !== 0) return { missing: `${command} ${args.join(" ")}: ${stderr.trim().slice(-500)}` };
  }
  writeFileSync(stamp, wanted);
  return { path };
}
