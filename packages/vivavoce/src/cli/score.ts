import { statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError, noSuchFile, refuseUnknown } from "../base/index.ts";
import { findRun } from "../results/index.ts";
import { givenName, planRun, type SuitePlan, withOwnCases } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { commandOf, trafficOf } from "./command.ts";
import { scoreFiles } from "./score-files.ts";
import {
  refuseFileFlags,
  refuseWithoutJudge,
  refuseWithoutModel,
  type ScoreFlags,
  scoreOptions,
  scoreRows,
} from "./score-flags.ts";
import { scorePlans } from "./score-plans.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

export const describe = commandOf({
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
    return withStore(async (store, around) => {
      // It takes a while, which the suite needs to be loaded.
      store.prepareToWrite();
      if (await areFiles(names, store, around.cwd)) return scoreFiles(around, store, names, flags);
      refuseFileFlags(flags);
      return scoreStored(around, store, await store.runs.find(names[0] ?? ""), flags);
    });
  },
});

/** Whether these are files. A name that could be a run or a file is refused, and so is a mixture of both. */
async function areFiles(names: readonly string[], store: Store, cwd: string): Promise<boolean> {
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
async function scoreStored(around: Surroundings, store: Store, run: StoredRun, flags: ScoreFlags): Promise<number> {
  const options = scoreOptions(run, flags, around.project);
  const paths = run.suites.map(({ header }) => header.file);
  const { given } = run.header;
  const named = given && { name: givenName(given.files) };
  const planned = await planRun({ ...around, cwd: around.project.root }, paths, options, async () => store, {
    judgeOnly: true,
    given: named,
  });
  const plans = given ? await Promise.all(planned.map((plan) => givenAgain(store, run, plan, flags))) : planned;
  const metrics = plans.flatMap((plan) => plan.metrics.map(({ name }) => name));
  refuseUnknown("metric", flags.metric, metrics);
  await refuseWithoutModel(plans, flags);
  refuseWithoutJudge(run, plans, flags);
  return scorePlans(around, store, { run, plans, options, flags });
}

/** The plan of given transcripts: the cases that came with them, and the metrics that scored them first. */
async function givenAgain(store: Store, run: StoredRun, plan: SuitePlan, { metric }: ScoreFlags): Promise<SuitePlan> {
  const whole = withOwnCases(plan, await store.trials.ownCases(run.id, plan.position));
  if (!run.header.given?.someMetrics) return whole;
  const before = run.suites.find(({ position }) => position === plan.position)?.header.metrics ?? [];
  const names = new Set([...metric, ...before.map(({ name }) => name)]);
  return { ...whole, metrics: whole.metrics.filter(({ name }) => names.has(name)) };
}
