import type { Case } from "./case.ts";

type Titled = Pick<Case, "id" | "type" | "description">;

/**
 * The title of a case for readers: "[multi-turn] The user changes the address", or the id if it has no description.
 *
 * @example caseTitle({ id: "greets", type: "single-turn", description: "Says hello back" }); // "[single-turn] Says hello back"
 */
export function caseTitle({ id, type, description }: Titled): string {
  const words = description.trim() || id;
  return type === undefined ? words : `[${type}] ${words}`;
}

/** What `--tag` looks at: a case's tags and its type. */
export function caseTags({ tags, type }: Pick<Case, "tags" | "type">): string[] {
  return type === undefined || tags.includes(type) ? tags : [...tags, type];
}
