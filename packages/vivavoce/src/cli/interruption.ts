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
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", terminate);
  // The launcher that started this process is gone, killed perhaps: there is nobody left to report to.
  if (process.channel) {
    process.channel.unref();
    process.on("disconnect", terminate);
  }
  return {
    stop: stop.signal,
    abort: abort.signal,
    by: () => by,
    release() {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", terminate);
      process.off("disconnect", terminate);
    },
  };
}
