/** Ctrl-C once: finish what is in flight. Twice, or SIGTERM: stop now. Both leave a run that can be resumed. */
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
  if (process.channel) {
    process.channel.unref();
    process.on("message", fromLauncher.message);
    // The launcher that started this process is gone, killed perhaps: there is nobody left to report to.
    process.on("disconnect", terminate);
  }
  return {
    stop: stop.signal,
    abort: abort.signal,
    by: () => by,
    release() {
      process.off("SIGINT", fromLauncher.directly);
      process.off("SIGTERM", terminate);
      process.off("message", fromLauncher.message);
      process.off("disconnect", terminate);
    },
  };
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
