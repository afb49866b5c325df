import { type JsonValue, plural, visibleText } from "../../base/index.ts";

/** Text as it is; any other value as JSON that a person can read. */
export function json(value: JsonValue): string {
  return clip(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

/** Longer texts are cut, so that a single one cannot keep the page from opening. */
export const longest = 20_000;

/** A text for the page: nothing in it reorders what stands around it; what would is named in its place. */
export function clip(text: string, most = longest): string {
  const safe = visibleText(text.slice(0, most));
  return text.length <= most ? safe : `${safe}… (${plural(text.length - most, "more character")})`;
}
