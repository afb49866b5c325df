import { z } from "zod";
import { projectPathParameter } from "./parameters.ts";
import { projectAt } from "./project-at.ts";
import { coachTool } from "./tool.ts";

export const showProjectCard = coachTool({
  name: "show_project_card",
  description: "Show the user a card of a project: title, description, priority, status and open actions.",
  effect: "display",
  parameters: z.strictObject({ project_file: projectPathParameter }),
  run({ project_file }, { vault }) {
    const { title, description, priority, status, actions } = projectAt(vault, project_file).project;
    const open = actions.filter(({ state }) => state === "open").map(({ text }) => text);
    return { card: "project", title, description, priority, status, open };
  },
});
