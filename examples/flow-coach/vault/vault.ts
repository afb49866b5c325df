import type { Case } from "vivavoce";
import { type MarkdownWorld, markdownWorld } from "vivavoce/world";
import { focusNote, inboxNote, listNotes, nextActionsNote, reviewNote, reviewPath, somedayNote } from "./list-notes.ts";
import { projectNote, projectPath } from "./project-note.ts";
import { type VaultContext, vaultContextSchema } from "./vault-context.ts";

/** The coach's world: the notes of an Obsidian vault, in memory. */
export interface Vault extends MarkdownWorld {
  /** The note of the review protocol that is under way. */
  readonly activeReview: string | undefined;
}

/**
 * The vault that a case describes.
 *
 * @example suite({ world: (testCase) => vaultOf(testCase), … })
 */
export function vaultOf(testCase: Pick<Case, "world">): Vault {
  const context = vaultContextSchema.parse(testCase.world ?? {});
  const activeReview = context.protocolActive === undefined ? undefined : reviewPath(context.protocolActive);
  return { ...markdownWorld(notesOf(context)), activeReview };
}

function notesOf(context: VaultContext): Record<string, string> {
  return {
    ...Object.fromEntries(context.projects.map((project) => [projectPath(project.title), projectNote(project)])),
    ...Object.fromEntries(context.reviews.map((review) => [reviewPath(review.name), reviewNote(review)])),
    [listNotes.nextActions]: nextActionsNote(context.nextActions),
    [listNotes.someday]: somedayNote(context.somedayItems),
    [listNotes.inbox]: inboxNote(context.inbox),
    [listNotes.focus]: focusNote(context.focus),
  };
}
