import { expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { ToolFailure } from "./tool.ts";
import { updateProjectStatus } from "./update-project-status.ts";

const path = "Projects/Cello.md";

test.each(["live", "hold", "someday", "archived"])("a project becomes %s, and only its status changes", (status) => {
  const desk = deskWith({ projects: [{ title: "Cello", status: "hold", nextActions: ["Ask the school"] }] });
  const before = desk.vault.read(path);
  expect(updateProjectStatus.run({ project_path: path, new_status: status }, desk)).toEqual({
    project: path,
    before: "hold",
    after: status,
  });
  expect(desk.vault.read(path)).toBe(before.replace("status: hold", `status: ${status}`));
});

test("a note without front matter gets one", () => {
  const desk = deskWith({ projects: [{ title: "Cello" }] });
  desk.vault.write(path, "# Cello\n");
  updateProjectStatus.run({ project_path: path, new_status: "hold" }, desk);
  expect(desk.vault.read(path)).toBe("---\nstatus: hold\n---\n# Cello\n");
});

test.each(["done", "Live", "", 1])("%j is no status", (new_status) => {
  const desk = deskWith({ projects: [{ title: "Cello" }] });
  expect(() => updateProjectStatus.run({ project_path: path, new_status }, desk)).toThrow(ToolFailure);
});

test("front matter that nobody can read is left alone", () => {
  const desk = deskWith({ projects: [{ title: "Cello" }] });
  desk.vault.write(path, "---\nstatus: [live\n---\n");
  expect(() => updateProjectStatus.run({ project_path: path, new_status: "hold" }, desk)).toThrow(/cannot be set/);
  expect(desk.vault.read(path)).toBe("---\nstatus: [live\n---\n");
});

test("unknown projects are errors, and paths outside the vault are refused", () => {
  const desk = deskWith({ projects: [{ title: "Cello" }] });
  const run = (project_path: string) => updateProjectStatus.run({ project_path, new_status: "hold" }, desk);
  expect(() => run("Projects/Viola.md")).toThrow(ToolFailure);
  expect(() => run("../Cello.md")).toThrow(OutsideWorldError);
});
