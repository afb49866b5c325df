import { keepMemoryModest, listed, plural } from "../base/index.ts";
import { openTrials } from "../gateway/index.ts";
import {
  blameRunningTrial,
  Elsewhere,
  executeRun,
  type RunOptions,
  type RunResult,
  type RunSettings,
  type SuitePlan,
  standstillAfter,
  watchForStandstill,
} from "../run/index.ts";
import { findCulpritBy, guardObjects } from "./exit-code.ts";
import { listenForInterruption } from "./interruption.ts";
import { suiteLines } from "./plan-text.ts";
import { cleanText, printError } from "./print.ts";
import { ProgressLine } from "./progress-line.ts";
import { reportStrayErrors, tellStray } from "./stray-errors.ts";
import type { Surroundings } from "./surroundings.ts";

/** What is played, as `executeRun` takes it, without what this process adds. */
interface Playing
  extends Omit<RunSettings, "root" | "redactor" | "elsewhere" | "stop" | "abort" | "interruptedBy" | "listener"> {
  around: Surroundings;
  say(text: string): unknown;
}

/** Plays the plans, with progress on stderr. Ctrl-C stops the run, and a trial that hangs is ended. */
export async function playPlans({ around, say, ...played }: Playing): Promise<RunResult> {
  using interruption = listenForInterruption(printError);
  const elsewhere = new Elsewhere({ cwd: around.cwd, stray: tellStray });
  const line = new ProgressLine(process.stderr, around.style);
  const running = () =>
    executeRun({
      ...played,
      root: around.project.root,
      redactor: around.redactor,
      elsewhere,
      stop: interruption.stop,
      abort: interruption.abort,
      interruptedBy: interruption.by,
      listener: {
        suiteStarted(progress) {
          for (const text of suiteLines(progress.plan, around.style)) say(text);
          line.start(progress);
        },
        finished: (progress) => line.update(progress),
        moved: (progress) => line.update(progress),
        suiteDone(progress) {
          line.finish(progress);
          tellNotClosed(progress.plan);
          for (const [warning, answers] of progress.warnings ?? [])
            say(around.style.warn(cleanText(`warning: ${plural(answers, "answer")}: ${warning}`)));
        },
        suspected: (caseIds) => caseIds.length > 0 && printError(cleanText(suspectedText(caseIds))),
        late: (complaint, status) => printError(cleanText(`viva: ${complaint}; its trial is ${status}`)),
      },
    });
  try {
    return await underWatch(played.plans, played.options, running);
  } finally {
    line.stop();
  }
}

/** Plays or scores trials of these plans in this process. A trial that hangs is ended, and errors that no trial catches are told. */
export async function underWatch<T>(
  plans: readonly SuitePlan[],
  options: Pick<RunOptions, "timeoutMs">,
  play: () => Promise<T>,
): Promise<T> {
  reportStrayErrors();
  findCulpritBy(blameRunningTrial);
  guardObjects();
  const endWatch = watchForStandstill(standstillAfter(plans, options));
  // Not before: the thread that watches would take longer to start.
  void endWatch.ready.then(keepMemoryModest);
  try {
    return await play();
  } finally {
    for (const [caseId, count] of openTrials.takeLate()) printError(cleanText(tooLate(caseId, count)));
    endWatch();
  }
}

function suspectedText(caseIds: readonly string[]): string {
  const cases = [...new Set(caseIds)];
  const them = cases.length === 1 ? "that case" : "each of them";
  return `viva: the earlier process of this run ended while it played ${listed(cases, 10)}; Viva now plays ${them} in a process of its own`;
}

/** The programs that a suite has started for which the first line's "network closed" does not hold. */
function tellNotClosed({ loaded, network: { programs } }: SuitePlan): void {
  const started = `viva: suite ${loaded.suite.name} started ${programs.join(", ")}`;
  const told = `${started}: the network is closed for Node and Python only, other programs may reach it`;
  if (programs.length > 0) printError(cleanText(told));
}

/** Model calls that the agent did not wait for: they do not change their trials. */
function tooLate(caseId: string, count: number): string {
  const refused = `refused ${plural(count, "model call")} of case ${caseId} that came when its conversation was over`;
  return `viva: ${refused}; await all that the agent begins before its reply ends`;
}
