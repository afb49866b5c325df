import { parseNote } from "vivavoce/world";
import { z } from "zod";
import { appendLines, lineAt, replaceLine } from "../vault/note-text.ts";
import { nextActionsHeading } from "../vault/project-note.ts";
import { taskLine } from "../vault/task.ts";
import { actionTextParameter, projectPathParameter } from "./parameters.ts";
import { projectAt } from "./project-at.ts";
import { coachTool, ToolFailure } from "./tool.ts";

export const addNextAction = coachTool({
  name: "add_next_action_to_project",
  description: "Add a next action as the first one of a live project. The user is asked before it is written.",
  effect: "write",
  parameters: z.strictObject({
    project_path: projectPathParameter,
    action_text: actionTextParameter.describe("One concrete action, verb first"),
    is_waiting: z.boolean().optional().describe("True when the user waits for somebody else to do it"),
  }),
  run({ project_path, action_text, is_waiting = false }, { vault }) {
    const { project, text } = projectAt(vault, project_path);
    if (project.status !== "live") {
      throw new ToolFailure(
        `${project.path} is not live: its status is ${project.status}. Next actions are added to live projects only.`,
      );
    }
    const line = taskLine({ text: action_text, state: is_waiting ? "waiting" : "open" });
    vault.write(project.path, withFirstAction(text, line));
    return { project: project.path, added: action_text, waiting: is_waiting };
  },
});

/** The note with the line as the first box under its heading, which is made where there is none. */
function withFirstAction(text: string, line: string): string {
  const { lines } = parseNote(text);
  const heading = lines.find(({ kind, text: title }) => kind === "heading" && isNextActions(title));
  if (!heading) return appendLines(text, "", `## ${nextActionsHeading}`, "", line);
  const firstBox = lines.find(({ kind, section }) => kind === "task" && section === nextActionsHeading);
  if (firstBox) return replaceLine(text, firstBox.number, line, lineAt(text, firstBox.number));
  // Prose directly under the heading would otherwise become part of the new item.
  const gap = lineAt(text, heading.number + 1).trim() === "" ? [] : [""];
  return replaceLine(text, heading.number, lineAt(text, heading.number), "", line, ...gap);
}

function isNextActions(heading: string): boolean {
  return heading.replace(/^#+ |[ #]+$/g, "") === nextActionsHeading;
}
