import fs from "node:fs";
import { keepStdout, toStdout } from "./kept-stdout.ts";

// Taken before anything redirects it.
const { fstatSync, writeSync } = fs;

let lost: NodeJS.ErrnoException | undefined;

/**
 * Remembers the first error of stdout: a full disk, or a reader that closed the pipe. The command goes on to its end, so
 * that the run is complete in the store. Errors of stderr are ignored.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    lost ??= error;
  });
  process.stderr.on("error", () => {});
  if (fstatSync(1).isFile()) writeWholly(process.stdout);
}

/** Why part of the output did not arrive; undefined if all of it did. */
export function lostOutput(): NodeJS.ErrnoException | undefined {
  // A suite's code may have removed the listener.
  return lost ?? process.stdout.errored ?? undefined;
}

/** Node writes to a file once, and does not notice if the disk had room for only a part. */
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
 * Sends what users' code prints to stderr, because a program reads stdout: only `writeReport` writes there. The returned
 * function ends that.
 */
export function keepStdoutForTheReport(): () => void {
  return keepStdout(process);
}

/** Writes our own text to stdout, whatever users' code does to it. */
export function writeReport(text: string): void {
  toStdout(process, text);
}
