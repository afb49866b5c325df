import { parseNote, tasksOf } from "vivavoce/world";
import { z } from "zod";
import { focusText, listNotes } from "../vault/list-notes.ts";
import { appendLines } from "../vault/note-text.ts";
import { taskLine } from "../vault/task.ts";
import { actionTextParameter, projectPathParameter } from "./parameters.ts";
import { projectAt } from "./project-at.ts";
import { coachTool, ToolFailure } from "./tool.ts";

export const moveToFocus = coachTool({
  name: "move_to_focus",
  description: "Pick an open action of a project for this week: it is put on the focus list. The user is asked first.",
  effect: "write",
  parameters: z.strictObject({
    project_path: projectPathParameter,
    action_text: actionTextParameter.describe("The action as it stands in the project, word for word"),
  }),
  run({ project_path, action_text }, { vault }) {
    const { project } = projectAt(vault, project_path);
    const action = project.actions.find(({ text, state }) => text === action_text && state === "open");
    if (!action) throw new ToolFailure(`${project.path} has no open action "${action_text}".`);
    const focus = vault.has(listNotes.focus) ? vault.read(listNotes.focus) : "";
    const line = focusText(action_text, project.title);
    // A line typed by hand may lack its link; it is the same action all the same.
    if (tasksOf(parseNote(focus)).some(({ text }) => text === line || text === action_text)) {
      throw new ToolFailure(`"${action_text}" is already on the focus list. Nothing was changed.`);
    }
    vault.write(listNotes.focus, appendLines(focus, taskLine({ text: line, state: "open" })));
    return { focus: line };
  },
});
