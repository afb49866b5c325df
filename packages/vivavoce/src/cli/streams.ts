import fs from "node:fs";
import { keepStdout, toStdout } from "./kept-stdout.ts";

// Taken before anything diverts it.
const { fstatSync, writeSync } = fs;

let lost: NodeJS.ErrnoException | undefined;

/**
 * Remembers the first thing that stdout could not take: a full disk, or a reader that closed the pipe. The command goes
 * on to its end, so that a run is whole in the store. What stderr cannot take is given up.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    lost ??= error;
  });
  process.stderr.on("error", () => {});
  if (fstatSync(1).isFile()) writeWholly(process.stdout);
}

/** Why part of the output did not arrive; undefined where all of it did. */
export function lostOutput(): NodeJS.ErrnoException | undefined {
  // Code of a suite may have removed the listener.
  return lost ?? process.stdout.errored ?? undefined;
}

/** To a file Node writes once, and takes that for all of it also where the disk had room for a part only. */
function writeWholly(stream: NodeJS.WriteStream): void {
  stream._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let from = 0; from < chunk.length; ) from += writeSync(1, chunk, from);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/**
 * What users' code prints goes to stderr from here on, where stdout is for a program to read: only `writeReport` writes
 * there. Returns what ends that.
 */
export function keepStdoutForTheReport(): () => void {
  return keepStdout(process);
}

/** Our own words on stdout, whatever users' code finds there. */
export function writeReport(text: string): void {
  toStdout(process, text);
}
