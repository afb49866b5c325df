import { safeText } from "../../base/index.ts";

/**
 * JSON for a script element of a page: nothing in it can end the element or begin a comment. Control characters, and
 * those that would reorder or hide text, are removed from strings.
 */
export function scriptJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => (typeof part === "string" ? safeText(part) : part));
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
