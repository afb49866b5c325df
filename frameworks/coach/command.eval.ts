import { commandAgent } from "vivavoce";
import { behindCoach } from "./behind.ts";
import { examOver } from "./exam.ts";

export default examOver("coach-by-command", () => {
  const { tools, coach, run } = behindCoach();
  return commandAgent({
    name: "coach",
    command: "python3",
    args: ["coach.py"],
    cwd: import.meta.dirname,
    files: ["coach.py"],
    tools,
    backend: (vault, name, given) => (name === "coach" ? coach(vault) : run(vault, name, given)),
  });
});
