import { expect, test } from "vitest";
import { coachTools } from "./index.ts";

test("the coach has seven tools; what writes is declared so", () => {
  expect(Object.fromEntries(coachTools.map(({ spec }) => [spec.name, spec.effect]))).toEqual({
    add_next_action_to_project: "write",
    update_next_action: "write",
    move_to_focus: "write",
    update_project_status: "write",
    show_project_card: "display",
    show_action_card: "display",
    start_weekly_review: "control",
  });
});

test.each([
  ["add_next_action_to_project", ["project_path", "action_text"], ["is_waiting"]],
  ["update_next_action", ["project_path", "old_action", "new_action"], []],
  ["move_to_focus", ["project_path", "action_text"], []],
  ["update_project_status", ["project_path", "new_status"], []],
  ["show_project_card", ["project_file"], []],
  ["show_action_card", ["file", "line_number"], []],
  ["start_weekly_review", ["spheres"], ["include_statuses"]],
])("%s tells the model what is required and what is not", (name, required, optional) => {
  const parameters = coachTools.find(({ spec }) => spec.name === name)?.spec.parameters ?? {};
  expect(parameters).toMatchObject({ type: "object", required, additionalProperties: false });
  expect(Object.keys(parameters.properties ?? {}).sort()).toEqual([...required, ...optional].sort());
  expect(parameters).not.toHaveProperty("$schema");
});

test("every tool says what it is for", () => {
  for (const { spec } of coachTools) expect(spec.description).toMatch(/\w{3,}.*\.$/);
});
