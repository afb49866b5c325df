import { join } from "node:path";
import type { Tool } from "./tool.ts";
import { viva } from "./viva.ts";
import { atOnceIn } from "./work.ts";

const program = join(import.meta.dirname, "programs", "floor.js");

/** Viva's suite in one straight line: what Viva's own time is compared with. */
export const floor: Tool = {
  name: "floor",
  version: viva.version,
  async prepare(work, place) {
    const { cwd } = await viva.prepare(work, place);
    return { file: process.execPath, args: [program, String(atOnceIn(work))], cwd };
  },
  start: { words: "node -e 0", command: (cwd) => ({ file: process.execPath, args: ["-e", "0"], cwd }) },
};
