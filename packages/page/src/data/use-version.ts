import { useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Capable } from "./capabilities.ts";

/** Told the id of a run that was written; undefined: any may have been, unseen. */
type Listener = (run: string | undefined) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** Whether changes are told: "trying again" when the connection broke, "lost" when that has lasted. */
export type Connection = "connecting" | "connected" | "trying again" | "lost";
let connection: Connection = "connecting";
const watchers = new Set<() => void>();
let losing: ReturnType<typeof setTimeout> | undefined;
/** A server that is started again is back before this; the page goes on trying afterwards. */
const patienceMs = 15_000;

function setConnection(now: Connection): void {
  connection = now;
  for (const tell of [...watchers]) tell();
}

/** The state of the connection, which is open as long as this is shown. */
export function useConnection(): Connection {
  const watch = (tell: () => void) => {
    watchers.add(tell);
    const stop = listenToRuns(() => {});
    return () => {
      watchers.delete(tell);
      stop();
    };
  };
  return useSyncExternalStore(useCallback(watch, []), () => connection);
}

/** One connection for the whole page, open while somebody listens. */
function listenToRuns(listener: Listener): () => void {
  listeners.add(listener);
  source ??= connect();
  return () => {
    listeners.delete(listener);
    // From page to page the connection stays: the next one listens in a moment.
    setTimeout(() => {
      if (listeners.size > 0) return;
      source?.close();
      source = undefined;
    }, 1_000);
  };
}

function connect(): EventSource {
  const opened = new EventSource("api/events");
  const tell = (run: string | undefined) => {
    for (const listener of [...listeners]) listener(run);
  };
  const onRun = ({ data }: MessageEvent) => tell(runIn(data));
  opened.addEventListener("message", onRun);
  opened.addEventListener("run", onRun);
  // What was written before the connection stood, or while it was lost, is not told.
  opened.addEventListener("open", () => {
    clearTimeout(losing);
    losing = undefined;
    setConnection("connected");
    tell(undefined);
  });
  opened.addEventListener("error", () => {
    if (opened.readyState === EventSource.CLOSED) return setConnection("lost");
    if (connection !== "lost") setConnection("trying again");
    losing ??= setTimeout(() => setConnection("lost"), patienceMs);
  });
  return opened;
}

function runIn(data: unknown): string | undefined {
  try {
    const event: unknown = JSON.parse(String(data));
    return typeof event === "object" && event !== null && "id" in event ? String(event.id) : undefined;
  } catch {
    return undefined;
  }
}

/** The least time between two versions: a fast run is written many times a second. */
const pauseMs = 400;

/** A number that rises when the run, or without one any run, was written. In a report it never does. */
export function useVersion(run?: string): number {
  const { live } = useContext(Capable);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (!live || typeof EventSource === "undefined") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToRuns((written) => {
      if (run !== undefined && written !== undefined && written !== run) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((before) => before + 1);
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [live, run]);
  return version;
}
