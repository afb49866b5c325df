import { plural, safeLine } from "../base/index.ts";
import { answerOrigins, earlierAnswers, type RunHeader, type StoredRun, type TrialAnswers } from "../shape/index.ts";

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

type Counted = { answers?: TrialAnswers["answers"] | undefined };

/** "12 of 31 answers from an earlier run"; undefined if every answer is of this run. */
export function earlierText({ answers }: Counted): string | undefined {
  const { cached, all } = earlierAnswers(answers);
  return cached === 0 ? undefined : `${cached} of ${plural(all, "answer")} from an earlier run`;
}

/** "answers: 19 live, 12 cached", with what is known of earlier ones; undefined if there were none. */
export function countsText({ answers = {} }: Counted): string | undefined {
  const counts = answerOrigins.flatMap((origin) => (answers[origin] ? [`${answers[origin]} ${origin}`] : []));
  const earlier = earlierText({ answers });
  if (counts.length === 0) return undefined;
  return `answers: ${counts.join(", ")}${earlier === undefined ? "" : `; ${earlier}`}`;
}

/** What a trial rests on: "answers: 2 hand-written", "no model was asked". */
export function originText(given: TrialAnswers): string {
  const seen = countsText(given) ?? (given.origin === "none" ? "no model was asked" : `answers: ${given.origin}`);
  return given.unseen ? `${seen}, and what it did over connections of its own was not seen` : seen;
}
