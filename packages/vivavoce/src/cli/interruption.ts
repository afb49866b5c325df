import { EventEmitter } from "node:events";
import { exitCodes } from "../base/index.ts";

/**
 * Ctrl-C once: finish the trials under way. Twice, SIGTERM or a closed terminal: stop now. Either way the run can be
 * resumed.
 */
interface Interruption extends Disposable {
  stop: AbortSignal;
  abort: AbortSignal;
  by(): "SIGINT" | "SIGTERM" | undefined;
}

/** What a launcher on an older Node says, which may have started this process. Heard while something is under way. */
const launcher = new EventEmitter();

const echoMs = 250;

/** Listens for signals until it is disposed of. `onTerm`: whether SIGTERM means the same as Ctrl-C. Whoever ends a worker usually waits for it. */
export function listenForInterruption(
  say: (text: string) => void,
  onTerm: "stop now" | "finish" = "stop now",
): Interruption {
  const stop = new AbortController();
  const abort = new AbortController();
  let by: "SIGINT" | "SIGTERM" | undefined;
  let lastDirect = Number.NEGATIVE_INFINITY;
  const finish = (signal: "SIGINT" | "SIGTERM") => {
    if (stop.signal.aborted) return abort.abort();
    by = signal;
    say(`\nfinishing the trials under way; ${signal === "SIGINT" ? "Ctrl-C" : signal} again stops now`);
    stop.abort();
  };
  const terminate = () => {
    by ??= "SIGTERM";
    stop.abort();
    abort.abort();
  };
  const interrupt = () => {
    lastDirect = performance.now();
    finish("SIGINT");
  };
  /** The launcher passes SIGINT on, and a terminal sends it to both processes: one Ctrl-C must not count twice. */
  const passedOn = () =>
    setTimeout(() => {
      if (performance.now() - lastDirect > echoMs * 2) finish("SIGINT");
    }, echoMs);
  const heard: [EventEmitter, string, () => unknown][] = [
    [process, "SIGINT", interrupt],
    [process, "SIGTERM", onTerm === "finish" ? () => finish("SIGTERM") : terminate],
    [process, "SIGHUP", terminate],
    [launcher, "SIGINT", passedOn],
    [launcher, "gone", terminate],
  ];
  for (const [speaker, event, listener] of heard) speaker.on(event, listener);
  return {
    stop: stop.signal,
    abort: abort.signal,
    by: () => by,
    [Symbol.dispose]() {
      for (const [speaker, event, listener] of heard) speaker.off(event, listener);
    },
  };
}

/** Resolves at the first Ctrl-C, or when the process is asked to end. */
export async function interrupted(): Promise<void> {
  using interruption = listenForInterruption(() => {});
  await new Promise((resolve) => interruption.stop.addEventListener("abort", resolve, { once: true }));
}

/**
 * If the launcher is gone, perhaps killed, nobody reads the output: work under way stops, and a command that has nothing
 * to save ends at once.
 */
export function endWithLauncher(leave: (code: number) => void): void {
  // Undefined without a launcher, false if the launcher is gone already.
  if (process.connected === undefined) return;
  const gone = () => launcher.emit("gone") || leave(exitCodes.terminated);
  process.on("disconnect", gone);
  process.on("message", (message) => {
    if (message === "SIGINT" && !launcher.emit("SIGINT")) leave(exitCodes.interrupted);
  });
  process.channel?.unref();
  if (!process.connected) gone();
}
