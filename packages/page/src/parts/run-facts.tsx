import type { AnswerOf } from "../data/load.ts";

type Run = AnswerOf<"runs">["runs"][number];

type KindOfRun = Pick<Run, "live" | "finishedAt" | "shard" | "stopped" | "standIn" | "given"> & {
  suites: Pick<Run["suites"][number], "mode">[];
};

/** A point in time, in the reader's own zone. */
export function When({ at }: { at: number }) {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return (
    <time className="facts" dateTime={time.toISOString()} title={time.toISOString()}>
      {day} {two(time.getHours())}:{two(time.getMinutes())}
    </time>
  );
}

/** The commit that was checked out; marked if files differed from it. */
export function Commit({ commit }: { commit: Run["commit"] }) {
  if (!commit) return undefined;
  const { id, branch, changed } = commit;
  return (
    <span className="commit facts" title={`${id}${changed ? ", and files differed from it" : ""}`}>
      <code>{id.slice(0, 7)}</code>
      {changed ? " + changes" : ""}
      {branch ? ` · ${branch}` : ""}
    </span>
  );
}

/** What kind of run it was, if it was not a plain one: live, unfinished, a shard, stopped early, of a stand-in, of given transcripts, a replay. */
export function kindsOf({ live, finishedAt, shard, stopped, standIn, given, suites }: KindOfRun): string[] {
  const modes = new Set(suites.map(({ mode }) => mode));
  return [
    ...(live ? ["running"] : finishedAt === undefined ? ["interrupted"] : []),
    ...(shard ? [shard] : []),
    ...(stopped ? [stopped] : []),
    ...(standIn ? [`stand-in: ${standIn}`] : []),
    ...(given ? ["given transcripts"] : []),
    ...(modes.has("replay") ? [modes.size === 1 ? "replay" : "partly a replay"] : []),
    ...(modes.has("record") ? ["recording"] : []),
  ];
}
