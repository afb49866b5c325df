import { safeText } from "../../base/index.ts";

/**
 * JSON that can stand in a script element of a page: nothing in it can end the element or begin a comment. Strings
 * lose their control characters and whatever would reorder or hide text.
 */
export function scriptJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => (typeof part === "string" ? safeText(part) : part));
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
