import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputOf } from "../../scripts/python-with.ts";
import { casesOf, peersFolder } from "./npm-peers.ts";
import type { Tool } from "./tool.ts";
import { atOnce } from "./work.ts";

const program = join(peersFolder, "deepeval_bench.py");
const quiet = { DEEPEVAL_TELEMETRY_OPT_OUT: "1", DEEPEVAL_DISABLE_DOTENV: "1", DEEPEVAL_NO_INSPECT_PROMPT: "1" };

/** deepeval, in a Python that has it. */
export async function deepeval(python: string): Promise<Tool> {
  const version = ["-c", "from importlib.metadata import version; print(version('deepeval'))"];
  const { stdout } = await outputOf(python, version);
  return {
    name: "deepeval",
    version: stdout.trim(),
    async prepare(work, { folder, url }) {
      if (work.name === "rescored") return { cannot: "does not score a stored run again" };
      if (work.name === "conversations")
        return { cannot: "has no metric for conversations that works without a judge" };
      writeFileSync(join(folder, "cases.json"), JSON.stringify(casesOf(work)));
      const args = ["-P", program, work.name, String(atOnce)];
      return { file: python, args, cwd: folder, env: { ...quiet, BENCH_URL: url } };
    },
    start: {
      words: "deepeval --version",
      command: (cwd) => ({ file: join(dirname(python), "deepeval"), args: ["--version"], cwd, env: quiet }),
    },
  };
}
