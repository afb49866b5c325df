import { parseNote, tasksOf } from "vivavoce/world";
import { z } from "zod";
import { lineAt, replaceLine } from "../vault/note-text.ts";
import { withTaskText } from "../vault/task.ts";
import { actionTextParameter, projectPathParameter } from "./parameters.ts";
import { projectAt } from "./project-at.ts";
import { coachTool, ToolFailure } from "./tool.ts";

export const updateNextAction = coachTool({
  name: "update_next_action",
  description: "Reword one action of a project; its box stays as it is. The user is asked before it is written.",
  effect: "write",
  parameters: z.strictObject({
    project_path: projectPathParameter,
    old_action: actionTextParameter.describe("The text as it stands now, word for word"),
    new_action: actionTextParameter.describe("The text that takes its place"),
  }),
  run({ project_path, old_action, new_action }, { vault }) {
    const { project, text } = projectAt(vault, project_path);
    const found = tasksOf(parseNote(text)).filter((task) => task.text === old_action);
    const [only] = found;
    if (only === undefined) {
      throw new ToolFailure(`${project.path} has no action "${old_action}". It has: ${listed(project.actions)}`);
    }
    if (found.length > 1) {
      const lines = found.map(({ number }) => number).join(", ");
      throw new ToolFailure(
        `${project.path} has ${found.length} actions "${old_action}" (lines ${lines}), so it is not clear which is meant. Nothing was changed.`,
      );
    }
    vault.write(project.path, replaceLine(text, only.number, withTaskText(lineAt(text, only.number), new_action)));
    return { project: project.path, before: old_action, after: new_action };
  },
});

function listed(actions: readonly { text: string }[]): string {
  return actions.length === 0 ? "none" : actions.map(({ text }) => `"${text}"`).join(", ");
}
