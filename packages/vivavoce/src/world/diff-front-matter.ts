import { type JsonObject, sameJson } from "../base/index.ts";
import type { Effect } from "./effect.ts";

/** What changed in a note's front matter, compared as data: the order of keys and the notation do not count. */
export function diffFrontMatter(note: string, before: JsonObject, after: JsonObject): Effect[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].sort().flatMap((key): Effect[] => {
    const from = Object.hasOwn(before, key) ? before[key] : undefined;
    const to = Object.hasOwn(after, key) ? after[key] : undefined;
    if (to === undefined) return from === undefined ? [] : [{ kind: "frontmatter.removed", note, key, from }];
    if (from === undefined) return [{ kind: "frontmatter.set", note, key, to }];
    return sameJson(from, to) ? [] : [{ kind: "frontmatter.set", note, key, from, to }];
  });
}
