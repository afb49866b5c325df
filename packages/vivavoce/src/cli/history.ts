import { didYouMean, InputError, plural, refuseUnknown } from "../base/index.ts";
import { readHistory } from "../results/index.ts";
import { passRateName, type VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { refuse } from "./command.ts";
import { invocation } from "./print.ts";

/** A suite's results, newest first. If it has none, the error names the suites that have some. */
export async function historyOf(store: Store, suite: string, limit?: number) {
  const past = await readHistory(store, suite, limit);
  if (past.results.length > 0) return past;
  const [exceptions] = leftOutLines(past);
  const whole = `\`${invocation()} run\` without --case, --tag, --failed and --agent makes one.`;
  refuse(exceptions, `there is no finished run of the whole suite ${suite}; ${exceptions}`, whole);
  const known = (await store.runs.list()).flatMap(({ suites }) => suites.map(({ name }) => name));
  throw new InputError({
    message: `there is no finished run of a suite ${suite}`,
    remedy: known.length === 0 ? "`viva run` makes the first." : didYouMean(suite, known),
  });
}

/** A line that says which runs were left out; no line if none were. */
export function leftOutLines({ leftOut }: Pick<Awaited<ReturnType<typeof readHistory>>, "leftOut">): string[] {
  const kinds = [
    ["selected cases", "of selected cases (--case, --tag, --failed)"],
    ["shard", "of a single shard (--shard)"],
    ["stopped early", "stopped early (--stop early)"],
    ["stand-in", "of a stand-in (--agent)"],
    ["same answers as a newer run", "with the same answers as a newer one"],
    ["given transcripts", "of given transcripts (viva score FILE)"],
  ] as const;
  const parts = kinds.flatMap(([kind, words]) => {
    const count = leftOut.filter(({ why }) => why === kind).length;
    return count > 0 ? [`${plural(count, "run")} ${words}`] : [];
  });
  return parts.length === 0 ? [] : [`left out: ${parts.join(", ")}`];
}

/** Refuses a metric that no run has: it would be shown as empty. */
export function refuseUnknownMetric(wanted: readonly string[], results: readonly VariantResult[]): void {
  refuseUnknown("metric", wanted, [passRateName, ...results.flatMap(({ metrics }) => metrics.map(({ name }) => name))]);
}
