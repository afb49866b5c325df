import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { stillness } from "./stillness.ts";

const { beats, beatMs, most } = workerData as { beats: Int32Array; beatMs: number; most: number };
const isStill = stillness(most);

setInterval(() => {
  if (!isStill(Atomics.load(beats, 0))) return;
  const busy = Math.round((most * beatMs) / 1000);
  try {
    writeSync(
      2,
      `\nviva: code of the suite has kept the process busy for ${busy} s without a pause: no time limit can strike, and the process is ended\n    What was on disk by then is kept; viva run --resume goes on. --case finds the one that does this.\n`,
    );
  } finally {
    // Nothing less reaches a thread that does not pause.
    process.kill(process.pid, "SIGKILL");
  }
}, beatMs);
