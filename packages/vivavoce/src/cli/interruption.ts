import { exitCodes } from "../base/index.ts";

/**
 * Ctrl-C once: finish what is in flight. Twice, SIGTERM or a terminal that is closed: stop now. All leave a run that
 * can be resumed.
 */
export interface Interruption {
  stop: AbortSignal;
  abort: AbortSignal;
  by(): "SIGINT" | "SIGTERM" | undefined;
  /** Signals mean again what they meant before. */
  release(): void;
}

export function listenForInterruption(say: (text: string) => void): Interruption {
  const stop = new AbortController();
  const abort = new AbortController();
  let by: "SIGINT" | "SIGTERM" | undefined;
  const interrupt = () => {
    if (stop.signal.aborted) return abort.abort();
    by = "SIGINT";
    say("\nfinishing what is in flight; Ctrl-C again stops now\n");
    stop.abort();
  };
  const terminate = () => {
    by ??= "SIGTERM";
    stop.abort();
    abort.abort();
  };
  const fromLauncher = passedOn(interrupt);
  process.on("SIGINT", fromLauncher.directly);
  process.on("SIGTERM", terminate);
  process.on("SIGHUP", terminate);
  const hearing = { message: fromLauncher.message, gone: terminate };
  atWork.add(hearing);
  return {
    stop: stop.signal,
    abort: abort.signal,
    by: () => by,
    release() {
      process.off("SIGINT", fromLauncher.directly);
      process.off("SIGTERM", terminate);
      process.off("SIGHUP", terminate);
      atWork.delete(hearing);
    },
  };
}

/** Those who hear of the launcher while something is played, scored or watched. */
const atWork = new Set<{ message(message: unknown): void; gone(): void }>();

/**
 * A launcher of an older Node may have started this process. When it is gone, killed perhaps, there is nobody left to
 * report to: what is at work stops, and a command that has nothing to save ends at once.
 */
export function endWithLauncher(leave: (code: number) => void): void {
  // Without a launcher it is undefined, and false where the launcher is gone already.
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

/** The launcher passes on a SIGINT that it is sent. A terminal sends it to both: the same Ctrl-C must not count twice. */
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
