import { type Project, readProject } from "./project-note.ts";
import type { Vault } from "./vault.ts";

/** Whether a path is that of a project's note. */
export function isProjectPath(path: string): boolean {
  return path.startsWith("Projects/") && path.endsWith(".md");
}

/** Projects of these spheres that have one of these statuses. */
export interface ProjectFilter {
  spheres: readonly string[];
  statuses: readonly string[];
}

/** The projects of the vault, by path; all of them without a filter. */
export function projectsOf(vault: Vault, filter?: ProjectFilter): Project[] {
  return vault
    .list()
    .filter(isProjectPath)
    .map((path) => readProject(path, vault.read(path)))
    .filter(({ sphere, status }) => !filter || (filter.spheres.includes(sphere) && filter.statuses.includes(status)));
}

/** The spheres that projects of the vault belong to, in alphabetical order. */
export function spheresOf(vault: Vault): string[] {
  return [...new Set(projectsOf(vault).map(({ sphere }) => sphere))].sort();
}
