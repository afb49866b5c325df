// Loaded into a command to count what its main thread makes: promises, and calls of JSON.stringify.
import { createHook } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const counts = { promises: 0, serialised: 0, characters: 0 };
  createHook({
    init(_id, type) {
      if (type === "PROMISE") counts.promises += 1;
    },
  }).enable();
  const { stringify } = JSON;
  JSON.stringify = (...given) => {
    const text = stringify(...given);
    counts.serialised += 1;
    counts.characters += text?.length ?? 0;
    return text;
  };
  process.on("exit", () => appendFileSync(process.env.BENCH_COUNTS, `${stringify(counts)}\n`));
}
