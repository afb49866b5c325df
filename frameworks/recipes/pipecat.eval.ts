import { commandAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";

const agent = commandAgent({
  name: "pipecat",
  command: process.env.PYTHON ?? "python3",
  args: ["pipecat_viva.py"],
  cwd: import.meta.dirname,
  files: ["pipecat_*.py"],
  env: { PYTHONPATH: "../../python", LOGURU_LEVEL: "WARNING" },
  startMs: 60_000,
});

export default suite({ ...exam("hours", "refund"), name: "pipecat", agent });
