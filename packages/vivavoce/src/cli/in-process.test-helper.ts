import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { Writable } from "node:stream";

/** The built `viva`, as the launcher starts it. */
export const launcher = join(import.meta.dirname, "../../bin/viva.js");

export interface CommandSettings {
  cwd: string;
  env: Record<string, string | undefined>;
  /** Hears what the command writes, as it is written. */
  onText(text: string, stream: "stdout" | "stderr"): void;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line of the built `viva` in this process, which saves the time to start another. For tests of what a
 * command says and stores. Tests of its exit, signals, stdin or of what a suite's code prints need a process of their
 * own. One command at a time: they share the folder and the streams.
 */
export function vivaInThisProcess(args: readonly string[], settings: CommandSettings): Promise<number> {
  const command = last.then(() => obeyAs(args, settings));
  last = command.catch(() => {});
  return command;
}

async function obeyAs(args: readonly string[], { cwd, env, onText }: CommandSettings): Promise<number> {
  const undo = leftAsFound();
  try {
    process.chdir(cwd);
    Object.assign(process, { env, argv: [process.execPath, launcher, ...args] });
    for (const name of ["stdout", "stderr"] as const) {
      const value = new Writable({
        decodeStrings: false,
        write(chunk: string | Uint8Array, _, done) {
          onText(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk), name);
          done();
        },
      });
      Object.defineProperty(process, name, { value, configurable: true });
    }
    const { obey } = await import("../../dist/cli/main.js");
    return await obey(args);
  } finally {
    undo();
  }
}

/** Gives back the folder, the environment and the streams. A command ends with its process, so it leaves them as they are. */
function leftAsFound(): () => void {
  const { env, argv } = process;
  const folder = process.cwd();
  const { stdout, stderr } = Object.getOwnPropertyDescriptors(process);
  const files = Object.getOwnPropertyDescriptors(fs);
  // This channel is the test runner's and keeps the process alive. A command would take it for the launcher's, which must not.
  const { channel } = process;
  if (channel) channel.unref = () => {};
  return () => {
    Object.defineProperties(process, { stdout, stderr } as PropertyDescriptorMap);
    if (channel) delete (channel as Partial<typeof channel>).unref;
    Object.assign(process, { env, argv });
    process.chdir(folder);
    // Viva sends to stderr what users' code writes to descriptor 1.
    Object.defineProperties(fs, files);
    syncBuiltinESMExports();
  };
}
