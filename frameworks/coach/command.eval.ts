import { commandAgent } from "vivavoce";
import { behindCoach } from "./behind.ts";
import { examOver } from "./exam.ts";

export default examOver("coach-by-command", () => {
  const { coach, deskOf, specs, tools } = behindCoach();
  return commandAgent({
    name: "coach",
    command: "python3",
    args: ["coach.py"],
    cwd: import.meta.dirname,
    files: ["coach.py"],
    tools: specs,
    backend(vault, name, given) {
      if (name === "coach") return coach(vault);
      return tools.find(({ spec }) => spec.name === name).run(given, deskOf(vault));
    },
  });
});
