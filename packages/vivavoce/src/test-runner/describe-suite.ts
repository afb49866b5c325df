import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { InputError, inSentences, safeLine, safeText } from "../base/index.ts";
import { defaultLimits } from "../conversation/index.ts";
import { skippedReason } from "../gate/index.ts";
import { SuiteNetwork } from "../network/index.ts";
import { defaultOptions, type PlannedTrial, plannedTrials, type RunOptions } from "../run/index.ts";
import { type Case, caseTitle, showVariant } from "../shape/index.ts";
import { fileOfSuite, isSuite, type LoadedSuite, loadModule, type Suite } from "../suite/index.ts";
import { type Bench, openBench } from "./bench.ts";
import { checkOptions, type TrafficWish, trafficOf } from "./given-options.ts";
import { trialText } from "./matcher.ts";
import type { Runner } from "./runner.ts";
import { SuiteRun } from "./suite-run.ts";

/** Which trials of a suite become tests, and how they are played. */
export interface DescribeSuiteOptions {
  /** Only cases with these ids, or whose ids match these globs. */
  cases?: readonly string[];
  /** Only cases with one of these tags. */
  tags?: readonly string[];
  /** Values of the suite's variants, as `{ prompt: ["v1", "v2"] }`; left out: the first of each. */
  variants?: Readonly<Record<string, readonly string[]>>;
  /** How often each case is played; every repeat is a test. */
  repeat?: number;
  /** Where model answers come from; left out: live if every model has its key, otherwise from recordings. */
  traffic?: TrafficWish;
  /** Lets the runner play several trials at once. */
  concurrent?: boolean;
}

/** Plans a suite and makes a test of every trial. Nothing is played before its test runs. */
export async function describeTrials(runner: Runner, suite: Suite, options: DescribeSuiteOptions): Promise<void> {
  checkOptions("describeSuite", options);
  const file = runner.testFile();
  const bench = await openBench(dirname(file));
  const loaded = await loadedSuite(bench, suite, file);
  const run = await SuiteRun.plan(bench, loaded, runOptions(options));
  for (const warning of run.plan.warnings)
    process.stderr.write(safeText(bench.redactor.text(`viva: warning: ${inSentences(warning)}\n`)));
  const [trials, leftOut] = [await titledTrials(run), await titledLeftOut(run)];
  const timeoutMs = 2 * (suite.limits?.conversationMs ?? defaultLimits.conversationMs);
  const settings = { timeoutMs, concurrent: options.concurrent ?? false };
  runner.describe(suite.name, () => {
    for (const { title, trial } of trials) {
      runner.test(title, (skip) => passOrThrow(run, trial, skip), settings);
    }
    for (const title of leftOut) runner.test(title, async (skip = cannotSkip) => skip(leftOutReason), settings);
    runner.afterAll(() => run.end(), timeoutMs);
  });
}

function runOptions({ cases = [], tags = [], variants = {}, repeat = 1, traffic }: DescribeSuiteOptions): RunOptions {
  return { ...defaultOptions, cases, tags, variants, repeat, traffic: trafficOf(traffic) };
}

async function titledTrials({ plan }: SuiteRun): Promise<{ title: string; trial: PlannedTrial }[]> {
  const titles = new Map<number, string>();
  const titled = [];
  for (const trial of plannedTrials(plan)) {
    const title = titles.get(trial.caseIndex) ?? titleOf(await plan.cases.read(trial.caseIndex));
    titles.set(trial.caseIndex, title);
    const choice = plan.variants.length > 1 ? ` · ${showVariant(trial.variant)}` : "";
    const repeat = plan.repeat > 1 ? ` #${trial.repeat}` : "";
    titled.push({ title: `${title}${choice}${repeat}`, trial });
  }
  return titled;
}

const leftOutReason = "left out of the replay by the suite's untaped, because it has no tape";

/** A runner shows tests only: without one, a case that was left out would not be seen. */
async function titledLeftOut({ plan }: SuiteRun): Promise<string[]> {
  const titles = [];
  for (const { variant, cases } of plan.variants.filter(({ withoutTape }) => withoutTape > 0)) {
    const choice = plan.variants.length > 1 ? ` · ${showVariant(variant)}` : "";
    const planned = new Set(cases);
    for (let index = 0; index < plan.cases.size; index++)
      if (!planned.has(index)) titles.push(`${titleOf(await plan.cases.read(index))}${choice}`);
  }
  return titles;
}

/** The id comes first: `-t ID` plays one case. */
function titleOf(testCase: Case): string {
  const title = safeLine(caseTitle(testCase), 120);
  return title === testCase.id ? title : `${testCase.id}: ${title}`;
}

/** A test that checked nothing must not pass. */
function cannotSkip(why: string): never {
  throw trialNotPassed(`${why}. Jest cannot skip a running test: give the case something to check, or leave it out.`);
}

async function passOrThrow(run: SuiteRun, planned: PlannedTrial, skip = cannotSkip): Promise<void> {
  const { run: id, trial } = await run.play(planned);
  if (trial.status === "passed") return;
  if (trial.status === "skipped") skip(skippedReason(trial.scores));
  const { caseId, variant, repeat, status } = trial;
  const choice = showVariant(variant);
  const suite = run.plan.loaded.suite.name;
  const which = [suite, ...(choice ? [choice] : []), ...(repeat > 1 ? [`repeat ${repeat}`] : [])].join(", ");
  const head = `${safeLine(caseId, 120)} ${status ?? "was not scored"} (${safeLine(which, 200)})`;
  throw trialNotPassed(trialText(head, { ...trial, run: id }));
}

/** A trial that did not pass. It has no stack, because Viva's own frames would not help. */
function trialNotPassed(message: string): Error {
  const name = "TrialNotPassed";
  return Object.assign(new Error(message), { name, stack: `${name}: ${message}` });
}

/**
 * A suite that a test file imported, with its file. It is played as it is, with whatever the test has mocked. Its file is
 * loaded once more to find its modules, so that the agent has the same identity as in `viva run`. For a suite made in the
 * test file itself, that file is all there is.
 */
async function loadedSuite(bench: Bench, suite: unknown, testFile: string): Promise<LoadedSuite> {
  if (!isSuite(suite)) {
    const remedy = 'Give it the result of suite(): import coach from "./coach.eval.ts"; describeSuite(coach).';
    throw new InputError({ message: "describeSuite() was given something that is not a suite", remedy });
  }
  const file = fileOfSuite(suite) ?? testFile;
  const modules = isSame(file, testFile) ? [file] : await modulesOf(bench, suite, file);
  return { suite, file, folder: dirname(file), modules, network: new SuiteNetwork() };
}

async function modulesOf({ project }: Bench, { name }: Suite, file: string): Promise<string[]> {
  const { value, files } = await loadModule(file, project.load);
  // A helper that makes suites for other files exports another suite or none.
  return isSuite(value) && value.name === name ? files : [file];
}

function isSame(a: string, b: string): boolean {
  return realpathSync(a) === realpathSync(b);
}
