import { relative, resolve } from "node:path";
import { listed, plural, shellWord } from "../base/index.ts";
import { worst } from "../gate/index.ts";
import { sideBySideText, suiteText, verdictSentence, writeJsonReport } from "../report/index.ts";
import { type DecidedSuite, type Reference, readSuite, suitesGone } from "../results/index.ts";
import { listOf, type RunResult } from "../run/index.ts";
import type { RunHeader, StoredRun, StoredSuite } from "../shape/index.ts";
import { againstTexts, comparisonWith, decisionOf, refuseNotComparable } from "./against-baseline.ts";
import type { FlagsOf } from "./command.ts";
import { tellGitHub } from "./github.ts";
import { cleanText, invocation } from "./print.ts";
import { type reportRows, writeReports } from "./reports.ts";
import { writeReport } from "./streams.ts";
import type { Desk, Surroundings } from "./surroundings.ts";

interface Telling {
  flags: FlagsOf<typeof reportRows> & { json?: boolean; verbose?: boolean };
  reference: Reference | undefined;
  say(text: string): unknown;
}

/** A run to tell about. */
interface ToldRun {
  run: StoredRun;
  decided: readonly DecidedSuite[];
  /** How it was played, if this process played it. */
  played?: RunResult | undefined;
}

/** Tells the result of a decided run on the terminal or as JSON, in reports and on GitHub, and returns the exit code. */
export async function tellRun(desk: Desk, { run, decided, played }: ToldRun, { flags, reference, say }: Telling) {
  const { store, style, invocation: viva } = desk;
  const gone = suitesGone(reference, run);
  if (gone.length > 0) say(style.warn(`warning: ${reference?.name} has ${listed(gone, 10)}, and this run does not`));
  const exitCode = worst(decided);
  const decisions = decided.map(decisionOf);
  const isReported = flags.json || flags.report || process.env.GITHUB_ACTIONS === "true";
  const comparison = isReported ? await comparisonWith(desk, run, reference, decided, gone) : undefined;
  const publish = async () => {
    const reporting = { run, decisions, comparison, say };
    await writeReports(desk, flags, reporting);
    const plans = played?.suites.map(({ plan }) => plan) ?? [];
    await tellGitHub(desk, plans, reporting);
    await refuseNotComparable(desk, decided);
  };
  if (flags.json) {
    await writeJsonReport({ store, run, decisions, comparison, write: writeReport });
    for (const { note } of decided) if (note !== undefined) say(note);
    if (played) tellTapes(desk, played, run.header, say);
    await publish();
    return exitCode;
  }
  let firstFailed: string | undefined;
  let unscored: StoredSuite | undefined;
  let errored = false;
  for (const [index, suite] of run.suites.entries()) {
    const settings = { style, showCommand: `${viva} show ${run.id}`, verbose: flags.verbose ?? false };
    const { text, variants } = await suiteText(store, run, suite, { ...settings, decision: decided[index] });
    say(`${text}\n`);
    const missed = variants
      .flatMap(({ rows }) => rows)
      .filter(({ status }) => status !== "passed" && status !== "skipped");
    firstFailed ??= missed[0]?.caseId;
    // A replay would give the same result again.
    errored ||= suite.header.mode !== "replay" && missed.some(({ status }) => status === "errored");
    if (missed.some(({ scores }) => scores.some(({ status }) => status === "unscored"))) unscored ??= suite;
  }
  for (const suite of run.suites.filter(({ header }) => header.variants.length > 1)) {
    say(`${sideBySideText((await readSuite(store, run, suite)).variants, style)}\n`);
  }
  for (const one of decided) {
    for (const text of await againstTexts(desk, one)) say(text);
    if (one.compared.length > 0) say(`${verdictSentence(one.suite, one, style)}\n`);
  }
  if (played) tellTapes(desk, played, run.header, say);
  if (played?.budgetExhausted) say(`the cost limit was reached; --max-cost raises it, --resume ${run.id} goes on`);
  if (unscored) {
    // A live judge can be asked again; a tape cannot.
    const again = `${viva} score ${run.id}`;
    const taped = `a replay repeats the judge's recorded answer. Correct the tape and play again, or ask a judge: ${again} --live`;
    say(
      `unscored${unscored.header.mode === "replay" ? `: ${taped}` : `; ask the judge again, without the agent: ${again}`}`,
    );
  }
  if (run.finishedAt !== undefined && errored) say(`errored; play those trials again: ${viva} run --resume ${run.id}`);
  if (run.finishedAt === undefined) say(`unfinished; go on where it stopped: ${viva} run --resume ${run.id}`);
  await publish();
  say(`next: ${viva} show ${run.id}${firstFailed === undefined ? "" : ` ${shellWord(firstFailed)}`}`);
  return exitCode;
}

/** Reports problems with a run's tapes: entries that were not used, and answers that are missing. */
export function tellTapes(
  around: Surroundings,
  { suites }: RunResult,
  header: RunHeader,
  say: (text: string) => unknown,
): void {
  for (const { tapes } of suites)
    for (const warning of tapes.warnings()) say(around.style.warn(cleanText(`warning: ${warning}`)));
  for (const { tapes, plan } of suites) {
    const { incomplete } = tapes;
    if (incomplete.length === 0) continue;
    const lack = `${plural(incomplete.length, "tape")} ${incomplete.length === 1 ? "lacks" : "lack"} a full result`;
    const how = plan.mode.kind === "replay" ? ", and the replay repeats the recorded outage" : "";
    say(cleanText(`incomplete: ${lack}${how}: ${listOf(incomplete)}: ${incomplete[0]?.incomplete}`));
    say(`  play these trials again: ${mending(around, header)}`);
  }
}

/** The command that plays the same trials and records what is missing. */
function mending({ cwd, project }: Surroundings, { paths, options }: RunHeader): string {
  const places = paths.map((path) => relative(cwd, resolve(project.root, path)) || ".");
  const variants = Object.entries(options.variants).map(
    ([name, values]) => `--variant ${shellWord(`${name}=${values.join(",")}`)}`,
  );
  const often = options.users === undefined ? "--repeat" : "--users";
  const repeat = options.repeat === 1 ? [] : [`${often} ${options.repeat}`];
  return [invocation(), "run", ...places.map(shellWord), "--record missing", ...variants, ...repeat].join(" ");
}
