import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type Write = NodeJS.WriteStream["write"];
type Given = readonly unknown[];

/**
 * Keeps the streams of the process open, whatever a suite's code does to them: nobody can end or close them, and the
 * report is written even if a suite has replaced `write` with a function that throws.
 */
export function keepStreamsOpen(): void {
  for (const stream of [process.stdout, process.stderr]) keepOpen(stream);
  keepDescriptorsOpen();
}

/** @internal Exported for its test. */
export function keepOpen(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as Write;
  const destroy = stream.destroy.bind(stream);
  let current = write;
  Object.defineProperty(stream, "write", {
    configurable: true,
    get: () => current,
    set: (theirs: Write) => {
      current = orElse(theirs, write);
    },
  });
  stream.end = ((...given: Given) => {
    const [last] = given;
    if (typeof last === "string" || last instanceof Uint8Array) current(last);
    const done = given.find((one) => typeof one === "function");
    if (done) process.nextTick(done as () => void);
    return stream;
  }) as typeof stream.end;
  // Node itself calls it with an error, such as that of a closed pipe.
  stream.destroy = (error) => (error === undefined ? stream : destroy(error));
}

function orElse(theirs: Write, write: Write): Write {
  return ((...given: Parameters<Write>) => {
    try {
      return theirs(...given);
    } catch {
      return write(...given);
    }
  }) as Write;
}

/** The next opened file would get the number of a closed descriptor, and our output would be written into it. */
function keepDescriptorsOpen(): void {
  const { close, closeSync } = fs;
  const isKept = (descriptor: number) => descriptor === 1 || descriptor === 2;
  Object.assign(fs, {
    close: (descriptor: number, done?: fs.NoParamCallback) =>
      isKept(descriptor) ? void (done && process.nextTick(done, null)) : close(descriptor, done),
    closeSync: (descriptor: number) => (isKept(descriptor) ? undefined : closeSync(descriptor)),
  });
  syncBuiltinESMExports();
}
