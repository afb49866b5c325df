import { parseNote, tasksOf } from "vivavoce/world";
import { z } from "zod";
import { coachTool, ToolFailure } from "./tool.ts";

export const showActionCard = coachTool({
  name: "show_action_card",
  description:
    "Show the user a card of one action: its text, where it stands, and whether it is open, waiting or done.",
  effect: "display",
  parameters: z.strictObject({
    file: z.string().min(1).describe("Path of the note the action stands in"),
    line_number: z.int().min(1).describe("Its line, counted from 1 in the whole file"),
  }),
  run({ file, line_number }, { vault }) {
    const path = vault.confine(file);
    if (!vault.has(path)) throw new ToolFailure(`There is no note at ${file}.`);
    const found = tasksOf(parseNote(vault.read(path)));
    const task = found.find(({ number }) => number === line_number);
    if (!task) {
      const lines = found.map(({ number }) => number).join(", ") || "none";
      throw new ToolFailure(`Line ${line_number} of ${path} holds no action. Lines that do: ${lines}`);
    }
    return { card: "action", text: task.text, file: path, line: line_number, state: task.box };
  },
});
