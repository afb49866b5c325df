/** A reader that has seen enough, such as head, closes the pipe: that is its right, and the command goes on. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** What users' code prints goes to stderr, where stdout is for a program to read. */
export function keepStdoutForTheReport(): void {
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
  console.table = console.error;
  console.dir = console.error;
}

/** Ends the process soon after its last word is written: users' code may have left timers or sockets behind. */
export function leaveSoon(): void {
  process.stdout.write("", () => setTimeout(() => process.exit(), 300).unref());
}
