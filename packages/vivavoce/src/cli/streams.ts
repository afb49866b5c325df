import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type Stream = Pick<NodeJS.WriteStream, "write">;
type Write = (...given: unknown[]) => boolean;

/** The two streams of a process, or stand-ins for them. */
interface Streams {
  stdout: Stream;
  stderr: Stream;
}

interface Kept {
  write: Write;
  /** A mark for each caller that keeps it at the moment. */
  keepers: Set<symbol>;
}

const kept = new WeakMap<Stream, Kept>();

/**
 * Sends what users' code prints to stderr, because a program reads stdout: only `writeReport` writes there. The returned
 * function ends that.
 */
export function keepStdoutForTheReport({ stdout, stderr }: Streams = process): () => void {
  const { keepers } = kept.get(stdout) ?? divert(stdout, stderr);
  const own = Symbol("keeper");
  keepers.add(own);
  return () => void keepers.delete(own);
}

/** Writes our own text to stdout, whatever users' code does to it. */
export function writeReport(text: string, { stdout }: Pick<Streams, "stdout"> = process): void {
  const write = kept.get(stdout)?.write ?? stdout.write.bind(stdout);
  write(text);
}

function divert(stdout: Stream, stderr: Stream): Kept {
  const state: Kept = { write: stdout.write.bind(stdout) as Write, keepers: new Set() };
  const isKept = () => state.keepers.size > 0;
  const writeElsewhere = stderr.write.bind(stderr) as Write;
  stdout.write = ((...given: unknown[]) => (isKept() ? writeElsewhere : state.write)(...given)) as Stream["write"];
  kept.set(stdout, state);
  if (stdout === process.stdout) divertDescriptor(isKept);
  return state;
}

const [stdoutDescriptor, stderrDescriptor] = [1, 2];

/** Some loggers write to the descriptor instead of the stream. */
function divertDescriptor(isKept: () => boolean): void {
  const asynchronous = ["write", "writev", "writeFile", "appendFile"] as const;
  for (const name of asynchronous.flatMap((one) => [one, `${one}Sync`] as const)) {
    const diverted = new Proxy<(...given: never[]) => unknown>(fs[name], {
      apply: (target, self, [to, ...rest]: unknown[]) =>
        Reflect.apply(target, self, [to === stdoutDescriptor && isKept() ? stderrDescriptor : to, ...rest]),
    });
    Object.assign(fs, { [name]: diverted });
  }
  syncBuiltinESMExports();
}

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

type StreamWrite = NodeJS.WriteStream["write"];

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
  const write = stream.write.bind(stream) as StreamWrite;
  const destroy = stream.destroy.bind(stream);
  let current = write;
  Object.defineProperty(stream, "write", {
    configurable: true,
    get: () => current,
    set: (theirs: StreamWrite) => {
      current = orElse(theirs, write);
    },
  });
  stream.end = ((...given: readonly unknown[]) => {
    const [last] = given;
    if (typeof last === "string" || last instanceof Uint8Array) current(last);
    const done = given.find((one) => typeof one === "function");
    if (done) process.nextTick(done as () => void);
    return stream;
  }) as typeof stream.end;
  // Node itself calls it with an error, such as that of a closed pipe.
  stream.destroy = (error) => (error === undefined ? stream : destroy(error));
}

function orElse(theirs: StreamWrite, write: StreamWrite): StreamWrite {
  return ((...given: Parameters<StreamWrite>) => {
    try {
      return theirs(...given);
    } catch {
      return write(...given);
    }
  }) as StreamWrite;
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
