import { type Project, readProject } from "../vault/project-note.ts";
import { isProjectPath, projectsOf } from "../vault/projects.ts";
import type { Vault } from "../vault/vault.ts";
import { ToolFailure } from "./tool.ts";

/** The project a call names, with its note's text. A path that leaves the vault is refused by the vault itself. */
export function projectAt(vault: Vault, givenPath: string): { project: Project; text: string } {
  const path = vault.confine(givenPath);
  if (!isProjectPath(path) || !vault.has(path)) {
    const known = projectsOf(vault).map((project) => project.path);
    throw new ToolFailure(
      `There is no project at ${givenPath}. ${known.length > 0 ? `Projects: ${known.join(", ")}` : "The vault has none."}`,
    );
  }
  const text = vault.read(path);
  return { project: readProject(path, text), text };
}
