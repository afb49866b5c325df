import type { JsonValue } from "../base/index.ts";
import { type Item, type MenuEntry, menuOf, type Question } from "./question.ts";

/**
 * The entry of the menu that a judge means, spelt as on the menu or in another clear way ("Yes", "yes.", true for yes,
 * "4.0" and "4/5" on a scale up to 5). Undefined if an answer could mean two entries or none: a verdict is never guessed.
 */
export function readVerdict(
  given: JsonValue | undefined,
  question: Pick<Question, "menu">,
  item: Pick<Item, "menu">,
): MenuEntry | undefined {
  const menu = menuOf(question, item);
  const exact = menu.find(({ verdict }) => verdict === given);
  if (exact) return exact;
  if (typeof given !== "string" && typeof given !== "number" && typeof given !== "boolean") return undefined;
  const words = plain(`${given}`);
  const spelt = menu.filter(({ verdict }) => plain(verdict) === words);
  if (spelt.length > 0) return only(spelt);
  const point = pointIn(words, question.menu, menu);
  if (point !== undefined) return only(menu.filter(({ verdict }) => numberIn(verdict) === point));
  return byTruth(words, menu);
}

function only<T>(entries: readonly T[]): T | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

const wrapping = /^[\s"'`*_()[\]{}\u00ab\u00bb\u2018-\u201f]+|[\s"'`*_()[\]{}\u00ab\u00bb\u2018-\u201f]+$/gu;

/** Lower case, without marks around the word and one mark after it. "yes?" and "yes…" stay in doubt. */
function plain(text: string): string {
  const bare = text
    .replace(wrapping, "")
    .replace(/(?<![.,;:!])[.,;:!]$/u, "")
    .replace(wrapping, "");
  return bare.toLowerCase().replace(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, " ");
}

function numberIn(text: string): number | undefined {
  return /^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** The point that a number names. In "4/5" the 5 must be the upper end of the scale, and the only possible one. */
function pointIn(words: string, ...menus: readonly (readonly MenuEntry[])[]): number | undefined {
  const [, share, whole] = /^(\d+(?:\.0+)?)\s*(?:\/|out of)\s*(\d+(?:\.0+)?)$/.exec(words) ?? [];
  if (share === undefined || whole === undefined) return numberIn(words);
  const ends = menus
    .map((menu) => menu.flatMap(({ verdict }) => numberIn(verdict) ?? []))
    .filter((points) => points.length > 0)
    .map((points) => Math.max(...points));
  return ends.length > 0 && ends.every((end) => end === numberIn(whole)) ? numberIn(share) : undefined;
}

/** true and false mean yes and no if the menu has both. */
function byTruth(words: string, menu: readonly MenuEntry[]): MenuEntry | undefined {
  const named = (word: string) => menu.filter(({ verdict }) => plain(verdict) === word);
  if (!["true", "false"].includes(words) || named("yes").length !== 1 || named("no").length !== 1) return undefined;
  return only(named(words === "true" ? "yes" : "no"));
}
