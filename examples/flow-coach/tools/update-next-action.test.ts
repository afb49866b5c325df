import { expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { ToolFailure } from "./tool.ts";
import { updateNextAction } from "./update-next-action.ts";

const path = "Projects/House.md";
const house = { title: "House", nextActions: ["Call the plumber", "Paint"], waiting: ["Quote"], done: ["Measure"] };

test("the one action with that text is reworded, and nothing else changes", () => {
  const desk = deskWith({ projects: [house] });
  const before = desk.vault.snapshot();
  const result = updateNextAction.run({ project_path: path, old_action: "Paint", new_action: "Buy paint" }, desk);
  expect(result).toEqual({ project: path, before: "Paint", after: "Buy paint" });
  expect(desk.vault.read(path)).toContain("- [ ] Call the plumber\n- [ ] Buy paint\n- [w] Quote\n- [x] Measure\n");
  expect(desk.vault.diff(before, desk.vault.snapshot())).toHaveLength(1);
});

test("the box stays as it is", () => {
  const desk = deskWith({ projects: [house] });
  updateNextAction.run({ project_path: path, old_action: "Quote", new_action: "Quote of the plumber" }, desk);
  expect(desk.vault.read(path)).toContain("- [w] Quote of the plumber\n");
});

test("an action that is not there is an error that lists those that are", () => {
  const run = () =>
    updateNextAction.run(
      { project_path: path, old_action: "paint", new_action: "x y" },
      deskWith({ projects: [house] }),
    );
  expect(run).toThrow(ToolFailure);
  expect(run).toThrow('It has: "Call the plumber", "Paint", "Quote", "Measure"');
});

test("a project without actions says that it has none", () => {
  const desk = deskWith({ projects: [{ title: "House" }] });
  expect(() => updateNextAction.run({ project_path: path, old_action: "a", new_action: "b" }, desk)).toThrow(
    "It has: none",
  );
});

test("an action that stands there twice is an error with both lines, and nothing changes", () => {
  const desk = deskWith({ projects: [{ title: "House", nextActions: ["Call", "Paint", "Call"] }] });
  const before = desk.vault.snapshot();
  const run = () => updateNextAction.run({ project_path: path, old_action: "Call", new_action: "Ring" }, desk);
  expect(run).toThrow('2 actions "Call" (lines 14, 16)');
  expect(desk.vault.snapshot()).toEqual(before);
});

test.each([
  { project_path: path, new_action: "x" },
  { project_path: path, old_action: "Paint" },
  { project_path: path, old_action: "Paint", new_action: "" },
  { project_path: path, old_action: "Paint", new_action: "a\nb" },
  { project_path: "Projects/Home.md", old_action: "Paint", new_action: "x" },
])("%j is an error", (callArguments) => {
  expect(() => updateNextAction.run(callArguments, deskWith({ projects: [house] }))).toThrow(ToolFailure);
});

test("a path outside the vault is refused", () => {
  const call = { project_path: "../House.md", old_action: "Paint", new_action: "x" };
  expect(() => updateNextAction.run(call, deskWith({ projects: [house] }))).toThrow(OutsideWorldError);
});
