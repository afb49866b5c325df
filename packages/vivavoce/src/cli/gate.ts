import { worst } from "../gate/index.ts";
import { beyondRates, verdictSentence } from "../report/index.ts";
import { comparisonsIn, type DecidedSuite, decideAgain, readSummaries } from "../results/index.ts";
import type { RunDecision, StoredRun } from "../shape/index.ts";
import { againstTexts, comparisonWith, decisionOf, refuseNotComparable } from "./against-baseline.ts";
import { commandOf, type FlagsOf, flagRows } from "./command.ts";
import { gateNotes, gateRows, policyOf, refuseUnfitRun } from "./gate-flags.ts";
import { print, printJson } from "./print.ts";
import { resolveBaseline } from "./reference.ts";
import { reportRows, writeReports } from "./reports.ts";
import { type Desk, withStore } from "./surroundings.ts";

const rows = flagRows({
  "--baseline <ref>": "compare with this: a run, a baseline's name or a baseline's file",
  "--json": "as JSON",
  ...gateRows,
  ...reportRows,
});
type StoredGateFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[run]", "a run's id or the beginning of it; the newest without one", "latest"]],
  flags: rows,
  notes: `Decides a stored run again by the policy of its suite. The flags override that policy.

${gateNotes}`,
  act: (flags, id: string) => withStore((desk) => gate(desk, id, flags)),
});

async function gate(desk: Desk, id: string, flags: StoredGateFlags): Promise<number> {
  const { store, style } = desk;
  const run = await store.runs.find(id);
  const reference = await resolveBaseline(desk, flags, run.id);
  const policy = policyOf(flags);
  refuseUnfitRun(run.suites, policy);
  const isAsked = reference !== undefined || Object.keys(policy).length > 0;
  const decided =
    !isAsked && run.decision
      ? await asDecided(desk, run, run.decision)
      : await decideAgain(store, run, { reference, policy });
  if (flags.json) writeJson(run, decided);
  for (const one of flags.json ? [] : decided) {
    for (const text of await againstTexts(desk, one)) print(text);
    for (const line of one.summaries.flatMap(beyondRates)) print(style.dim(`  ${line}`));
    print(verdictSentence(one.suite, one, style));
  }
  if (flags.report) {
    const comparison = await comparisonWith(desk, run, reference, decided);
    const say = (text: string) => (flags.json ? process.stderr : process.stdout).write(`${text}\n`);
    await writeReports(desk, flags, { run, decisions: decided.map(decisionOf), comparison, say });
  }
  await refuseNotComparable(desk, decided);
  return worst(decided);
}

/** The decision that was made when the run ended. */
async function asDecided({ store }: Desk, run: StoredRun, { suites }: RunDecision): Promise<DecidedSuite[]> {
  const decided: DecidedSuite[] = [];
  for (const [index, suite] of run.suites.entries()) {
    const decision = suites[index];
    if (decision) decided.push({ ...decision, summaries: await readSummaries(store, run, suite), compared: [] });
  }
  return decided;
}

function writeJson(run: StoredRun, decided: readonly DecidedSuite[]): void {
  const suites = decided.map((one) => {
    const { suite: _suite, ...decision } = decisionOf(one);
    return { suite: one.suite, decision, variants: one.summaries, comparisons: comparisonsIn(one.compared) };
  });
  printJson({ format: 3, run: run.id, suites });
}
