import { useContext, useEffect, useState } from "react";
import { Capable } from "./capabilities.ts";

/** Told the id of a run that was written; undefined: any may have been, unseen. */
type Listener = (run: string | undefined) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

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
  opened.addEventListener("open", () => tell(undefined));
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
