import { parseNote, tasksOf } from "vivavoce/world";
import { itemsOf, listNotes } from "./list-notes.ts";
import type { Project } from "./project-note.ts";
import { type ProjectFilter, projectsOf } from "./projects.ts";
import type { Vault } from "./vault.ts";

/** The vault in words, as the coach's prompt holds it: with the lines that tools ask for, and without mark-up. */
export function outlineOf(vault: Vault, filter?: ProjectFilter): string {
  const reviews = vault.list().filter((path) => path.startsWith("Reviews/"));
  return [
    section("Projects", projectsOf(vault, filter).flatMap(projectLines)),
    section(listNotes.nextActions, taskLines(vault, listNotes.nextActions)),
    section(`${listNotes.focus} (picked for this week)`, taskLines(vault, listNotes.focus)),
    section(listNotes.inbox, itemLines(vault, listNotes.inbox)),
    section(listNotes.someday, itemLines(vault, listNotes.someday)),
    ...(reviews.length > 0
      ? [
          section(
            "Reviews",
            reviews.map((path) => `- ${path}`),
          ),
        ]
      : []),
  ].join("\n\n");
}

function section(heading: string, lines: readonly string[]): string {
  return [`## ${heading}`, ...(lines.length > 0 ? lines : ["(empty)"])].join("\n");
}

function projectLines(project: Project): string[] {
  const { path, status, sphere, priority, creationDate, parentProject, description, milestones, actions } = project;
  const part = parentProject === undefined ? "" : `, part of ${parentProject}`;
  return [
    `- ${path}: ${status}, sphere ${sphere}, priority ${priority}, since ${creationDate}${part}`,
    ...(description === "" ? [] : [`  Description: ${description.replace(/\s*\n\s*/g, " ")}`]),
    ...(milestones.length === 0 ? [] : [`  Milestones: ${milestones.join("; ")}`]),
    ...(actions.some(({ state }) => state === "open") ? [] : ["  (no open next action)"]),
    ...actions.map(({ text, state, line }) => `  - ${state}: ${text} (line ${line})`),
  ];
}

function taskLines(vault: Vault, path: string): string[] {
  return tasksOf(parseNote(textAt(vault, path))).map(({ text, box, number }) => `- ${box}: ${text} (line ${number})`);
}

function itemLines(vault: Vault, path: string): string[] {
  return itemsOf(textAt(vault, path)).map((text) => `- ${text}`);
}

function textAt(vault: Vault, path: string): string {
  return vault.has(path) ? vault.read(path) : "";
}
