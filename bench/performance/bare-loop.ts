import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "./tool.ts";
import { atOnceIn, messagesOf } from "./work.ts";

const program = join(import.meta.dirname, "programs", "bare-loop.js");

/** The least that the work can take: its calls in a loop of twenty lines. */
export const bareLoop: Tool = {
  name: "bare loop",
  version: `Node ${process.versions.node}`,
  async prepare(work, { folder, url }) {
    if (work.name === "rescored") return { cannot: "stores nothing" };
    const cases = Array.from({ length: work.cases }, (_, index) => ({ messages: messagesOf(work, index) }));
    writeFileSync(join(folder, "cases.json"), JSON.stringify(cases));
    return {
      file: process.execPath,
      args: [program, work.name, String(atOnceIn(work))],
      cwd: folder,
      env: { BENCH_URL: url },
    };
  },
  start: {
    words: "node -e 0",
    command: (cwd) => ({ file: process.execPath, args: ["-e", "0"], cwd }),
  },
};
