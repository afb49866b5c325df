import { expect, test } from "vitest";
import { vaultWith } from "../testing/desk.ts";
import { isProjectPath, projectsOf, spheresOf } from "./projects.ts";

const vault = vaultWith({
  projects: [
    { title: "B", sphere: "work" },
    { title: "A", sphere: "personal" },
    { title: "C", sphere: "work", status: "hold" },
  ],
});

test("projects come by path", () => {
  expect(projectsOf(vault).map(({ title }) => title)).toEqual(["A", "B", "C"]);
});

test("a filter asks for sphere and status", () => {
  const titles = (spheres: string[], statuses: string[]) =>
    projectsOf(vault, { spheres, statuses }).map(({ title }) => title);
  expect(titles(["work"], ["live"])).toEqual(["B"]);
  expect(titles(["work"], ["live", "hold"])).toEqual(["B", "C"]);
  expect(titles(["personal", "work"], ["live"])).toEqual(["A", "B"]);
  expect(titles([], ["live"])).toEqual([]);
});

test("spheres are listed once", () => {
  expect(spheresOf(vault)).toEqual(["personal", "work"]);
});

test("only markdown in the folder of projects is a project", () => {
  expect(isProjectPath("Projects/A.md")).toBe(true);
  expect(isProjectPath("Projects/A.txt")).toBe(false);
  expect(isProjectPath("Inbox.md")).toBe(false);
});
