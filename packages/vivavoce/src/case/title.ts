import type { Case } from "./case.ts";

type Titled = Pick<Case, "id" | "type" | "description">;

/**
 * What a reader calls a case: "[multi-turn] The user changes the address". One without a description goes by its id.
 *
 * @example caseTitle({ id: "greets", type: "single-turn", description: "Says hello back" }); // "[single-turn] Says hello back"
 */
export function caseTitle({ id, type, description }: Titled): string {
  const words = description.trim() || id;
  return type === undefined ? words : `[${type}] ${words}`;
}

/** What `--tag` selects a case by: its tags, and its type. */
export function caseTags({ tags, type }: Pick<Case, "tags" | "type">): string[] {
  return type === undefined || tags.includes(type) ? tags : [...tags, type];
}
