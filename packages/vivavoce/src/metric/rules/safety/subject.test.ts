import { expect, test } from "vitest";
import type { JsonObject } from "../../../base/index.ts";
import { subjectByName, subjectsByName } from "./subject.ts";

test.each<[string, JsonObject, string | undefined]>([
  ["an argument named for a path", { text: "a.md", project_path: "Projects/A.md" }, "Projects/A.md"],
  ["in camel case", { filePath: "a.txt" }, "a.txt"],
  ["with dashes", { "note-name": "A" }, "A"],
  ["a file", { project_file: "Projects/A.md", line: 3 }, "Projects/A.md"],
  ["a pointer", { pointer: "/slots/0" }, "/slots/0"],
  ["otherwise what ends in .md", { target: "Inbox.md" }, "Inbox.md"],
  ["not a name that only sounds like one", { profile: "me", footnote: "x" }, undefined],
  ["not a blank", { path: " ", to: "A.md" }, "A.md"],
  ["not a number", { file: 3 }, undefined],
  ["one spelling for one path", { path: " ./Projects\\A.md " }, "Projects/A.md"],
  ["one spelling also within a path", { path: "./Projects/././A.md" }, "Projects/A.md"],
  ["a name that begins with a dot stays", { path: "Projects/.hidden/..A.md" }, "Projects/.hidden/..A.md"],
  ["a climb stays", { path: "./../A.md" }, "../A.md"],
  ["nothing at all", {}, undefined],
])("%s", (_, fields, subject) => {
  expect(subjectByName({ arguments: fields })).toBe(subject);
});

test.each<[string, JsonObject, string[]]>([
  ["every path", { from_path: "A.md", toPath: "./B.md", text: "C.md" }, ["A.md", "B.md"]],
  ["the items of a list", { files: ["a.txt", 3, "b.txt"] }, ["a.txt", "b.txt"]],
  ["otherwise everything that ends in .md", { from: "A.md", to: ["B.md", "c"] }, ["A.md", "B.md"]],
  ["nothing at all", { text: "x", path: " " }, []],
])("all subjects of a call: %s", (_, fields, subjects) => {
  expect(subjectsByName({ arguments: fields })).toEqual(subjects);
});
