import { statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError, noSuchFile, refuseUnknown } from "../base/index.ts";
import { findRun } from "../results/index.ts";
import { defaultOptions, type RunOptions, type SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Project } from "../suite/index.ts";
import { commandOf, refuse, trafficOf } from "./command.ts";
import { scoreFiles } from "./score-files.ts";
import { limitsOf, plansOf, refuseWithoutJudge, type ScoreFlags, scorePlans, scoreRows } from "./score-plans.ts";
import { type Desk, withStore } from "./surroundings.ts";

export default commandOf({
  takes: [["<run-or-files...>", "a run's id or the beginning of it, or latest; or files of transcripts, - for stdin"]],
  flags: scoreRows,
  notes: `The agent is never called.

With a run: a score is pending if the current metric, with the current judge, has none for the trial.
If the suite's code has changed since the run, metrics that ask no judge score every trial again.
Scores are appended; earlier ones stay in the store.

With files: each holds transcripts as Viva prints them or chat messages, one a line or as a JSON list.
They become a run like any other. A transcript belongs to the case that its \`case\` or \`id\` names.

Examples:
  viva score latest --judge openai:gpt-5
  viva score monday.jsonl --suite evals/coach.eval.ts
  viva export 7f3a | viva score -`,
  act(flags, names: string[]) {
    trafficOf(flags);
    return withStore(async (desk) => {
      if (await areFiles(names, desk)) return scoreFiles(desk, names, flags);
      const { suite, onlyGiven, record } = flags;
      const flag = suite !== undefined ? "--suite" : onlyGiven ? "--only-given" : record ? "--record" : undefined;
      refuse(flag, `${flag} is for files of transcripts, not for a run`, "Leave it out.");
      return scoreStored(desk, await desk.store.runs.find(names[0] ?? ""), flags);
    });
  },
});

/** Whether these are files. A name that could be a run or a file is refused, and so is a mixture of both. */
async function areFiles(names: readonly string[], { store, cwd }: Desk): Promise<boolean> {
  const kinds = names.map((name) => (name === "-" ? "file" : kindAt(resolve(cwd, name))));
  for (const [index, name] of names.entries()) {
    if (kinds[index] === "folder")
      throw new InputError({ message: `${name} is a folder`, remedy: "Name the files of transcripts in it." });
    if (kinds[index] !== "file" || name === "-" || !/^[0-9a-z]+$/.test(name) || !(await findRun(store, name))) continue;
    const remedy = `Write ./${name} for the file, or more of the run's id.`;
    throw new InputError({ message: `${name} is a run and also a file`, remedy });
  }
  const missing = names.filter((_, index) => kinds[index] === undefined);
  if (missing.length === 0) return true;
  const path = missing.find((name) => /[./\\]/.test(name));
  if (path !== undefined) throw noSuchFile(path, cwd);
  if (names.length === 1) return false;
  const message = `${missing.join(", ")} ${missing.length === 1 ? "is not a file" : "are not files"}`;
  throw new InputError({ message, remedy: "Give one run's id, or files of transcripts." });
}

function kindAt(path: string): "file" | "folder" | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && (found.isDirectory() ? "folder" : "file");
}

/** Scores what a run has in the store. */
async function scoreStored(desk: Desk, run: StoredRun, flags: ScoreFlags): Promise<number> {
  const options = scoreOptions(run, flags, desk.project);
  const plans = (await plansOf(desk, run, options)).map((plan) => withItsMetrics(run, plan, flags));
  const metrics = plans.flatMap((plan) => plan.metrics.map(({ name }) => name));
  refuseUnknown("metric", flags.metric, metrics);
  const before = ({ position }: SuitePlan) => run.suites.find((suite) => suite.position === position)?.header.mode;
  // Scores that a live judge gave must not be replaced from old recordings just because a key is missing.
  await refuseWithoutJudge(plans, flags, (plan) => before(plan) === "replay");
  return scorePlans(desk, { run, plans, options, flags });
}

/** Of given transcripts that some metrics scored first, the plan with those, and with the metrics that are named now. */
function withItsMetrics(run: StoredRun, plan: SuitePlan, { metric }: ScoreFlags): SuitePlan {
  if (!run.header.given?.someMetrics) return plan;
  const before = run.suites.find(({ position }) => position === plan.position)?.header.metrics ?? [];
  const names = new Set([...metric, ...before.map(({ name }) => name)]);
  return { ...plan, metrics: plan.metrics.filter(({ name }) => names.has(name)) };
}

/** The options of a run that is scored again: its own, except those that flags override. */
function scoreOptions(run: StoredRun, flags: ScoreFlags, project: Project): RunOptions {
  const { judge } = flags;
  const replayed = run.suites.every(({ header }) => header.mode === "replay");
  const traffic =
    flags.replay || (replayed && judge === undefined) ? "replay" : judge === undefined ? undefined : "live";
  return {
    ...defaultOptions,
    ...run.header.options,
    ...(judge === undefined ? {} : { judge }),
    ...limitsOf(flags, project),
    traffic: flags.live ? "live" : traffic,
  };
}
