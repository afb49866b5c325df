import { plural, safeLine } from "../base/index.ts";
import type { RunHeader } from "../shape/index.ts";

/** "shard 2/5", "merged from 5 shards": whether a run is a part, or was put together from parts. */
export function shardText({ options: { shard }, merged }: Pick<RunHeader, "options" | "merged">): string | undefined {
  if (shard) return `shard ${shard.index}/${shard.count}`;
  if (!merged) return undefined;
  const { count, shards } = merged;
  return `merged from ${shards.length === count ? "" : `${shards.length} of `}${plural(count, "shard")}`;
}

/** "commit 1a2b3c4d on main, with changes", "note: a shorter prompt": what is known about how a run came about. */
export function runFacts({ commit, note, ...header }: RunHeader): string[] {
  const shard = shardText(header);
  const branch = commit?.branch === undefined ? "" : ` on ${safeLine(commit.branch, 60)}`;
  return [
    ...(shard === undefined ? [] : [shard]),
    ...(commit ? [`commit ${commit.id.slice(0, 8)}${branch}${commit.changed ? ", with changes" : ""}`] : []),
    ...(note === undefined ? [] : [`note: ${safeLine(note, 500)}`]),
  ];
}
