import { readFileSync } from "node:fs";

/** The guide that the coach's advice is held to, read when it is asked for. */
export function gtdGuide(): Record<string, string> {
  return { "Guide to GTD": readFileSync(new URL("./gtd.md", import.meta.url), "utf8") };
}
