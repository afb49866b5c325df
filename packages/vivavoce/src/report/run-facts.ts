import { plural, safeLine } from "../base/index.ts";
import type { RunHeader, StoredRun } from "../shape/index.ts";

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

/** The notice above figures that say less than they seem to: of a replay, or of transcripts from elsewhere. */
export function measured(suites: StoredRun["suites"]): string | undefined {
  const given = suites.some(({ header }) => header.variants.some(({ origin }) => origin === "given transcripts"));
  if (given) return "Given transcripts were scored. No agent was played.";
  const replayed = suites.filter(({ header }) => header.mode === "replay");
  if (replayed.length === 0) return undefined;
  const which = replayed.length === suites.length ? "" : `${replayed.map(({ name }) => name).join(", ")}: `;
  const byHand = replayed.some(({ header }) => header.variants.some(({ origin }) => origin !== "recorded"));
  return byHand
    ? `${which}Replayed from recordings that were written by hand. Nothing was measured: they show how Viva works, not how good a model is.`
    : `${which}Replayed from recordings. No model was asked, so nothing was measured anew.`;
}
