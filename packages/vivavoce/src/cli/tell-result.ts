import { worst } from "../gate/index.ts";
import { pairVariants, sideBySideText, suiteReport, summariseSuite, writeJsonReport } from "../report/index.ts";
import type { RunResult } from "../run/index.ts";
import type { Store, StoredSuite } from "../store/index.ts";
import { againstTexts, decideSuites, decisionsOf } from "./decided-suites.ts";
import { tellGitHub } from "./github.ts";
import type { Reference } from "./reference.ts";
import { type ReportFlags, writeReports } from "./reports.ts";
import { shellWord } from "./shell-word.ts";
import { writeReport } from "./streams.ts";
import { invocation, type Surroundings } from "./surroundings.ts";
import { unscoredHint } from "./unscored-hint.ts";

export interface Telling {
  flags: ReportFlags & { json?: boolean; verbose?: boolean };
  reference: Reference | undefined;
  say(text: string): unknown;
}

/** Decides a run that was played and says so, on the terminal or as JSON, in reports and to GitHub; gives the exit code. */
export async function tellResult(
  around: Surroundings,
  store: Store,
  result: RunResult,
  { flags, reference, say }: Telling,
) {
  const run = await store.runs.find(result.run);
  const decided = await decideSuites(store, run, result, reference);
  const exitCode = worst(decided);
  const decisions = decisionsOf(decided);
  const publish = async () => {
    await writeReports(around, flags, { store, run, decisions, say });
    const plans = result.suites.map(({ plan }) => plan);
    await tellGitHub(process.env, plans, { store, run, decisions, say });
  };
  if (flags.json) {
    await writeJsonReport({ store, run, decisions, write: writeReport });
    await publish();
    return exitCode;
  }
  const viva = invocation();
  let firstFailed: string | undefined;
  let unscored: StoredSuite | undefined;
  for (const [index, suite] of run.suites.entries()) {
    const rows = flags.verbose ? Number.POSITIVE_INFINITY : 50;
    const summaries = await summariseSuite(store, run.id, suite, { rows });
    const missed = summaries.flatMap(({ notPassed }) => notPassed);
    firstFailed ??= missed[0]?.caseId;
    if (missed.some(({ scores }) => scores.some(({ status }) => status === "unscored"))) unscored ??= suite;
    const settings = { style: around.style, showCommand: `${viva} show ${run.id}`, verbose: flags.verbose ?? false };
    say(`${suiteReport(suite, summaries, { ...settings, decision: decided[index] })}\n`);
  }
  for (const suite of run.suites.filter(({ header }) => header.variants.length > 1)) {
    say(`${sideBySideText(await pairVariants(store, run.id, suite), around.style)}\n`);
  }
  for (const one of decided) for (const text of await againstTexts(store, one, reference, around.style)) say(text);
  if (result.budgetExhausted) say(`the cost limit was reached; --max-cost raises it, --resume ${run.id} goes on`);
  if (unscored) say(unscoredHint(unscored, run.id));
  if (run.finishedAt === undefined) say(`unfinished: ${viva} run --resume ${run.id} goes on where it stopped`);
  await publish();
  say(`next: ${viva} show ${run.id}${firstFailed === undefined ? "" : ` ${shellWord(firstFailed)}`}`);
  return exitCode;
}
