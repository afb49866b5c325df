import type { AnswerOf } from "../data/load.ts";

export type SuiteTrend = AnswerOf<"trend">["suites"][number];
export type Baseline = AnswerOf<"runs">["baselines"][number];

/** How a pass rate differs from that of an earlier run; or why the two cannot be compared. */
export type Change = { from: string } & ({ by: number } | { why: string });

/** The baseline of a suite: the one called main, if there are several. */
export function baselineOf(baselines: readonly Baseline[], suite: string): Baseline | undefined {
  const own = baselines.filter((one) => one.suite === suite);
  return own.find(({ name }) => name === "main") ?? own[0];
}

/**
 * The change of a run against the one before it, or against the run `from`. Undefined if there is none, if one of them
 * has no value, or if the history does not reach back so far.
 */
export function changeIn(trend: SuiteTrend | undefined, { run, title, from }: Asked): Change | undefined {
  const points = trend?.variants.find(
    (one) => (title === "" || one.title === title) && one.points.some((point) => point.run === run),
  )?.points;
  const at = points?.findIndex((point) => point.run === run) ?? -1;
  const other = from === undefined ? at - 1 : (points?.findIndex((point) => point.run === from) ?? -1);
  const [now, then] = [points?.[at], points?.[other]];
  if (!points || !now?.observed || !then?.observed || at === other) return undefined;
  const why = points
    .slice(Math.min(at, other) + 1, Math.max(at, other) + 1)
    .find(({ breakBefore }) => breakBefore !== undefined)?.breakBefore;
  return why === undefined ? { from: then.run, by: now.observed.mean - then.observed.mean } : { from: then.run, why };
}

interface Asked {
  run: string;
  /** The variant's; empty if there is nothing to tell it from. */
  title: string;
  from?: string | undefined;
}
