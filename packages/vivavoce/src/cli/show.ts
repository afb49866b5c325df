import { didYouMean, InputError, plural, refuseUnknown, safeLine } from "../base/index.ts";
import { pendingOf, refuseUnknownChoice } from "../gate/index.ts";
import {
  dagText,
  dimensionsText,
  originText,
  runFacts,
  scoresText,
  stderrText,
  stepsText,
  suiteText,
  transcriptText,
  writeJsonReport,
} from "../report/index.ts";
import { decisionsOf, dimensionsOf, type Reference, stoppedNote } from "../results/index.ts";
import { type StoredRun, type StoredSuite, type SuiteDecision, showVariant } from "../shape/index.ts";
import type { StoredTrial } from "../store/index.ts";
import { commandOf, type FlagsOf, flagRows, refuse, variants } from "./command.ts";
import { invocation, print, printJson } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { reportRows, writeReports } from "./reports.ts";
import { writeReport } from "./streams.ts";
import { type Desk, type Surroundings, withStoreToRead } from "./surroundings.ts";

const rows = flagRows({
  ...reportRows,
  "--json": "write the same JSON as `viva run --json`",
  "--verbose": "show every trial and every reason; with a case: the stack of an agent's error",
  "--variant <name=value[,value]>": ["with a case or --dimensions: only this variant", variants, {}],
  "--dimensions": "show each dimension of rubrics: mean, interval, cases; with --verbose every case",
  "--metric <name>": "with --dimensions: only those of this metric",
  "--dag": "with a case: show its decision graphs, and the path through them",
  "--stderr": "with a case: show what its agent's command printed to stderr, by exchange",
});
type ShowFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [
    ["<run>", "a run's id or the beginning of it, or latest"],
    ["[case]", "one case: its transcript and its scores"],
  ],
  flags: rows,
  notes: `Examples:
  viva show latest
  viva show 7f3a inbox
  viva show latest --dimensions`,
  async act(flags, id: string, caseId: string | undefined) {
    if (caseId === undefined) refuseWithoutCase(id, flags);
    await withStoreToRead(async (desk) => {
      const { store } = desk;
      if (flags.dimensions) return showDimensions(desk, await resolveReference(desk, id), flags);
      const run = await store.runs.find(id);
      if (caseId !== undefined && !flags.report) return showCase(desk, run, caseId, flags);
      const decisions = await decisionsOf(store, run);
      if (flags.report) return writeReports(desk, flags, { run, decisions, say: print });
      if (flags.json) return writeJsonReport({ store, run, decisions, write: writeReport });
      return showRun(desk, run, decisions, flags);
    });
  },
});

function refuseWithoutCase(id: string, { dag, stderr, variant, dimensions, metric }: ShowFlags): void {
  const isChosen = Object.keys(variant).length > 0 && !dimensions;
  refuse(metric !== undefined && !dimensions, "--metric chooses among dimensions", "Add --dimensions.");
  const named = (flag: string) => `Name a case: ${invocation()} show ${id} CASE ${flag}.`;
  refuse(dag, "--dag shows the path of one case through a decision graph", named("--dag"));
  refuse(stderr, "--stderr shows what an agent's command printed during one case", named("--stderr"));
  refuse(isChosen, "--variant chooses among the trials of one case", named("--variant NAME=VALUE"));
}

async function showRun(
  { store, style, invocation }: Desk,
  run: StoredRun,
  decisions: readonly SuiteDecision[],
  { verbose = false }: ShowFlags,
): Promise<void> {
  const { given, viva } = run.header;
  const heading = [
    `run ${run.id}`,
    new Date(run.createdAt).toISOString(),
    `viva ${viva}`,
    ...(given ? [`no agent played: transcripts given in ${safeLine(given.files.join(", "), 200)}`] : []),
    ...(run.finishedAt === undefined ? ["unfinished"] : []),
  ].join(" · ");
  print(`${[heading, ...runFacts(run.header).map((fact) => `  ${fact}`)].join("\n")}\n`);
  for (const [index, suite] of run.suites.entries()) {
    const showCommand = `${invocation} show ${run.id} --verbose`;
    const settings = { style, showCommand, verbose, most: 1_000, decision: decisions[index] };
    print(`${(await suiteText(store, run, suite, settings)).text}\n`);
    const steps = verbose ? stepsText(suite.header.metrics) : "";
    if (steps !== "") print(`evaluation steps\n${steps}\n`);
  }
}

async function showCase(desk: Desk, run: StoredRun, caseId: string, flags: ShowFlags): Promise<void> {
  const { store, style } = desk;
  const found: { suite: StoredSuite; trial: StoredTrial }[] = [];
  for (const suite of run.suites) {
    for await (const trial of store.trials.read(run.id, suite.position, { caseId })) found.push({ suite, trial });
  }
  if (found.length === 0) throw await noSuchCase(desk, run, caseId);
  const chosen = ofVariant(found, flags.variant, caseId);
  if (flags.json) {
    const trials = await Promise.all(
      chosen.map(async ({ suite, trial }) => {
        const spoiled = await store.trials.spoiled(run.id, suite.position, [trial.trial]);
        return { ...trial, spoiled: spoiled.get(trial.trial) };
      }),
    );
    printJson(trials);
    return;
  }
  for (const { suite, trial } of chosen) {
    const choice = showVariant(trial.variant);
    const title = [
      suite.name,
      trial.caseId,
      ...(choice ? [choice] : []),
      `repeat ${trial.repeat}`,
      trial.status ?? "not scored yet",
      originText(trial.answers),
    ];
    const called = trial.title === trial.caseId ? "" : `${safeLine(trial.title, 500)}\n`;
    print(`${style.bold(safeLine(title.join(" · "), 500))}\n${called}`);
    if (flags.dag) {
      print(`${dagText(trial.scores) || "none of its metrics has a decision graph"}\n`);
      continue;
    }
    if (flags.stderr) {
      print(`${stderrText(trial.transcript) || "nothing was printed to stderr"}\n`);
      continue;
    }
    const spoiled = (await store.trials.spoiled(run.id, suite.position, [trial.trial])).get(trial.trial) ?? [];
    for (const [index, attempt] of spoiled.entries()) {
      print(`${style.warn(`attempt ${index + 1}, spoiled by the simulated user`)}\n`);
      print(`${transcriptText(attempt, style)}\n`);
    }
    if (spoiled.length > 0) print(`attempt ${spoiled.length + 1}\n`);
    print(
      `${transcriptText(trial.transcript, style, { verbose: flags.verbose })}\n\n${scoresText(trial.scores, style)}\n`,
    );
  }
}

/** The error for a case that a run does not have. */
export async function noSuchCase({ store, invocation }: Desk, run: StoredRun, caseId: string, nor = "") {
  const known: string[] = [];
  for (const { position } of run.suites)
    for await (const trial of store.trials.read(run.id, position, {})) known.push(trial.caseId);
  const otherwise = `\`${invocation} show ${run.id} --verbose\` lists its cases.`;
  return new InputError({
    message: `run ${run.id} has no case ${caseId}${nor}`,
    remedy: didYouMean(caseId, known, otherwise),
  });
}

/** The trials under the wanted variant. A choice that none of them has is refused. */
function ofVariant<T extends { trial: StoredTrial }>(
  found: readonly T[],
  wanted: ShowFlags["variant"],
  caseId: string,
): T[] {
  const has = ({ trial }: T, name: string, values: readonly string[]) => values.includes(trial.variant[name] ?? "");
  const unknown = Object.entries(wanted).flatMap(([name, values]) =>
    values.filter((value) => !found.some((one) => has(one, name, [value]))).map((value) => `${name}=${value}`),
  );
  const chosen = found.filter((one) => Object.entries(wanted).every(([name, values]) => has(one, name, values)));
  if (unknown.length === 0 && chosen.length > 0) return chosen;
  const known = new Set(
    found.flatMap(({ trial }) => Object.entries(trial.variant).map(([name, value]) => `${name}=${value}`)),
  );
  throw new InputError({
    message: `case ${safeLine(caseId, 80)} was not played with ${safeLine(unknown.join(", ") || "these values together", 200)}`,
    remedy:
      known.size === 0
        ? "The run has no variants: leave --variant out."
        : didYouMean(unknown[0] ?? "", known, `It was played with ${[...known].join(", ")}.`),
  });
}

const mostCases = 1_000;

/** Each metric that has dimensions, by dimension; with `verbose` every case too. */
function showDimensions({ style }: Surroundings, { name, results }: Reference, wishes: ShowFlags): void {
  const { variant: chosen, metric, json = false, verbose = false } = wishes;
  const known = results.flatMap(({ dimensions = [] }) => dimensions.map((one) => one.metric));
  if (known.length === 0)
    throw new InputError({
      message: `no metric of ${name} has dimensions`,
      remedy:
        "Rubrics have dimensions, rubric({ … }), and so do criteria that a suite asks of every case, criteria([ … ]).",
    });
  refuseUnknown("metric", [metric], known);
  refuseUnknownChoice(results, chosen);
  const suites = results.flatMap((result) => {
    const { suite, run, variant, early } = result;
    const isChosen = Object.entries(chosen).every(([one, values]) => values.includes(variant[one] ?? ""));
    const metrics = isChosen ? dimensionsOf(result).filter((one) => metric === undefined || one.metric === metric) : [];
    const stopped = early?.drawn ? { early: { played: result.cases.length, cases: early.cases } } : {};
    return metrics.length === 0 ? [] : [{ suite, run, variant, pending: pendingOf(result), ...stopped, metrics }];
  });
  if (json) printJson({ format: 3, suites });
  for (const { suite, run, variant, pending, early, metrics } of json ? [] : suites) {
    const title = [suite, showVariant(variant), `run ${run}`].filter(Boolean).join(" · ");
    print(style.bold(safeLine(title, 200)));
    if (pending > 0) print(style.warn(`  unfinished: ${plural(pending, "trial")} pending`));
    if (early) print(style.dim(`  ${stoppedNote(early)}`));
    for (const found of metrics) {
      print(`${dimensionsText(found, style, verbose ? mostCases : 0)}\n`);
    }
  }
}
