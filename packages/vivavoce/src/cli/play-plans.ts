import { plural } from "../base/index.ts";
import type { CallRecord } from "../model/index.ts";
import { ProgressLine, suiteLines } from "../report/index.ts";
import {
  executeRun,
  type RunOptions,
  type RunResult,
  type resumeRun,
  type SuitePlan,
  standstillAfter,
  watchForStandstill,
} from "../run/index.ts";
import type { RunHeader, Store } from "../store/index.ts";
import { cleanText } from "./clean-text.ts";
import { listenForInterruption } from "./interruption.ts";
import { reportStrayErrors } from "./stray-errors.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Playing {
  around: Surroundings;
  store: Store;
  plans: SuitePlan[];
  options: RunOptions;
  header: RunHeader;
  resumption: Awaited<ReturnType<typeof resumeRun>> | undefined;
  suiteCalls: readonly (readonly CallRecord[])[];
  say(text: string): unknown;
}

/** Plays what is planned, with progress on stderr; Ctrl-C is heard, and what stands still is ended. */
export async function playPlans({
  around,
  store,
  plans,
  options,
  header,
  resumption,
  suiteCalls,
  say,
}: Playing): Promise<RunResult> {
  const interruption = listenForInterruption((text) => process.stderr.write(text));
  reportStrayErrors();
  const endWatch = watchForStandstill(standstillAfter(plans, options));
  const line = new ProgressLine(process.stderr, around.style);
  try {
    return await executeRun({
      root: around.project.root,
      store,
      plans,
      options,
      header,
      redactor: around.redactor,
      resumption,
      suiteCalls,
      stop: interruption.stop,
      abort: interruption.abort,
      interruptedBy: interruption.by,
      listener: {
        suiteStarted(progress) {
          for (const text of suiteLines(progress.plan, around.style)) say(text);
          line.start(progress);
        },
        finished: (progress) => line.update(progress),
        suiteDone(progress) {
          line.finish(progress);
          for (const [warning, answers] of progress.warnings ?? [])
            say(around.style.warn(cleanText(`warning: ${plural(answers, "answer")}: ${warning}`)));
        },
        late: (complaint) => process.stderr.write(cleanText(`viva: ${complaint}; its trial is failed\n`)),
      },
    });
  } finally {
    line.stop();
    endWatch();
    interruption.release();
  }
}
