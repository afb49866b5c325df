import type { StoredRun, VariantSummary } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { showCount } from "./figures.ts";

/** So many trials tell the pace: the newest, because a run that was resumed stood still before. */
const looked = 50;

/** How far a run is, while trials of it are still to be played: "58 of 58 finished passed, 242 to go, about 3 min". */
export async function progressOf(
  store: Store,
  { id, finishedAt }: Pick<StoredRun, "id" | "finishedAt">,
  { summaries, live }: { summaries: readonly Pick<VariantSummary, "tally">[]; live: boolean },
) {
  const sum = (of: "planned" | "pending" | "passed") => summaries.reduce((all, { tally }) => all + tally[of], 0);
  const [planned, pending] = [sum("planned"), sum("pending")];
  if (finishedAt !== undefined || pending === 0) return undefined;
  const finished = planned - pending;
  const times = live ? await store.runs.playedLast(id, looked) : [];
  // Up to now, not to the last one: a run that stands still takes longer and longer.
  const pace = times.length < 2 ? undefined : (Date.now() - Math.min(...times)) / (times.length - 1);
  const parts = [
    finished === 0 ? "none finished yet" : `${showCount(sum("passed"))} of ${showCount(finished)} finished passed`,
    `${showCount(pending)} ${live ? "to go" : "not played"}`,
    ...(pace === undefined ? [] : [aboutText(pace * pending)]),
  ];
  return { planned, finished, text: parts.join(", ") };
}

/** "about 3 min": a guess has no seconds. */
function aboutText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  return minutes < 100 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
