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

/** Listens for signals until it is disposed of. `onTerm`: whether SIGTERM means the same as Ctrl-C. Whoever ends a worker usually waits for it. */
export function listenForInterruption(
  say: (text: string) => void,
  onTerm: "stop now" | "finish" = "stop now",
): Interruption {
  const stop = new AbortController();
  const abort = new AbortController();
  let by: "SIGINT" | "SIGTERM" | undefined;
  const finish = (signal: "SIGINT" | "SIGTERM") => {
    if (stop.signal.aborted) return abort.abort();
    by = signal;
    say(`\nfinishing the trials under way; ${signal === "SIGINT" ? "Ctrl-C" : signal} again stops now`);
    stop.abort();
  };
  const interrupt = () => finish("SIGINT");
  const terminate = () => {
    by ??= "SIGTERM";
    stop.abort();
    abort.abort();
  };
  const fromLauncher = passedOn(interrupt);
  process.on("SIGINT", fromLauncher.directly);
  const termed = onTerm === "finish" ? () => finish("SIGTERM") : terminate;
  process.on("SIGTERM", termed);
  process.on("SIGHUP", terminate);
  const hearing = { message: fromLauncher.message, gone: terminate };
  atWork.add(hearing);
  return {
    stop: stop.signal,
    abort: abort.signal,
    by: () => by,
    [Symbol.dispose]() {
      process.off("SIGINT", fromLauncher.directly);
      process.off("SIGTERM", termed);
      process.off("SIGHUP", terminate);
      atWork.delete(hearing);
    },
  };
}

/** Resolves at the first Ctrl-C, or when the process is asked to end. */
export async function interrupted(): Promise<void> {
  using interruption = listenForInterruption(() => {});
  await new Promise((resolve) => interruption.stop.addEventListener("abort", resolve, { once: true }));
}

/** Called when the launcher is gone while something is played, scored or watched. */
const atWork = new Set<{ message(message: unknown): void; gone(): void }>();

/**
 * A launcher on an older Node may have started this process. If the launcher is gone, perhaps killed, nobody reads the
 * output: work under way stops, and a command that has nothing to save ends at once.
 */
export function endWithLauncher(leave: (code: number) => void): void {
  // Undefined without a launcher, false if the launcher is gone already.
  if (process.connected === undefined) return;
  const gone = () => {
    for (const one of atWork) one.gone();
    if (atWork.size === 0) leave(exitCodes.terminated);
  };
  process.on("disconnect", gone);
  process.on("message", (message) => {
    for (const one of atWork) one.message(message);
    if (atWork.size === 0 && message === "SIGINT") leave(exitCodes.interrupted);
  });
  process.channel?.unref();
  if (!process.connected) gone();
}

const echoMs = 250;

/** The launcher passes SIGINT on, and a terminal sends it to both processes: one Ctrl-C must not count twice. */
function passedOn(interrupt: () => void) {
  let lastDirect = Number.NEGATIVE_INFINITY;
  return {
    directly() {
      lastDirect = performance.now();
      interrupt();
    },
    message(message: unknown) {
      if (message !== "SIGINT") return;
      setTimeout(() => {
        if (performance.now() - lastDirect > echoMs * 2) interrupt();
      }, echoMs);
    },
  };
}
