import { safeLine } from "../base/index.ts";
import type { RunHeader } from "../store/index.ts";

/** "commit 1a2b3c4d on main, with changes", "note: a shorter prompt": what is known about how a run came about. */
export function runFacts({ commit, note }: Pick<RunHeader, "commit" | "note">): string[] {
  const branch = commit?.branch === undefined ? "" : ` on ${safeLine(commit.branch, 60)}`;
  return [
    ...(commit ? [`commit ${commit.id.slice(0, 8)}${branch}${commit.changed ? ", with changes" : ""}`] : []),
    ...(note === undefined ? [] : [`note: ${safeLine(note, 500)}`]),
  ];
}
