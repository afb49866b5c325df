import type { Variant } from "../../agent/index.ts";
import type { Store, StoredSuite, StoredTrial } from "../../store/index.ts";
import { sumKnown } from "../../transcript/index.ts";

/** What a testsuite element says of itself before its testcases: one for each variant. */
export interface JunitCounts {
  variant: Variant;
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  latencyMs: number | undefined;
  /** Trials that were planned and have no conversation; together they are one testcase, and an error. */
  neverPlayed: number;
}

export async function junitCounts(store: Store, run: string, suite: StoredSuite): Promise<JunitCounts[]> {
  const counts = new Map(
    suite.header.variants.map(({ variant, planned }) => {
      const none = { variant, tests: 0, failures: 0, errors: 0, skipped: 0, latencyMs: undefined };
      return [JSON.stringify(variant), { ...none, neverPlayed: planned } as JunitCounts];
    }),
  );
  for await (const trial of store.trials.read(run, suite.position)) {
    const own = counts.get(JSON.stringify(trial.variant));
    if (own) add(own, trial);
  }
  return [...counts.values()].map((own) =>
    own.neverPlayed > 0 ? { ...own, tests: own.tests + 1, errors: own.errors + 1 } : own,
  );
}

function add(counts: JunitCounts, { status, transcript }: StoredTrial): void {
  counts.tests += 1;
  counts.neverPlayed -= 1;
  counts.latencyMs = sumKnown([counts.latencyMs, ...transcript.exchanges.map(({ replyMs }) => replyMs)]);
  if (status === "failed") counts.failures += 1;
  else if (status === "errored") counts.errors += 1;
  else if (status !== "passed") counts.skipped += 1;
}
