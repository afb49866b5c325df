import { type ChildProcess, spawnSync } from "node:child_process";
import { holdListener } from "../base/index.ts";
import { unguarded } from "./guard.ts";

/** Signals a process that leads a group of its own, and all that it has started there. */
export function signalGroup({ pid }: Pick<ChildProcess, "pid">, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    if (process.platform !== "win32") process.kill(-pid, signal);
    else unguarded(() => spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true }));
  } catch {
    // The whole group is gone already.
  }
}

const endings = new Set<() => void>();
let isWatched = false;

/** Ends something when Viva ends. Returns a function that forgets it. */
export function endWithViva(end: () => void): () => void {
  endings.add(end);
  // One listener for all, because Node warns about more than ten.
  if (!isWatched) {
    holdListener("exit", () => {
      for (const each of endings) each();
    });
  }
  isWatched = true;
  return () => void endings.delete(end);
}
