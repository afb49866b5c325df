import { keepStdout, toStdout } from "./kept-stdout.ts";

/** A reader that has seen enough, such as head, closes the pipe: that is its right, and the command goes on. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
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
