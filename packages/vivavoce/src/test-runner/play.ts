import { basename, dirname } from "node:path";
import { type Agent, functionAgent, type ReplyFunction } from "../agent/index.ts";
import { hashOf, InfrastructureError, InputError, toJsonValue } from "../base/index.ts";
import type { PlayOptions } from "../conversation/index.ts";
import type { ModelChoice } from "../model/index.ts";
import { SuiteNetwork } from "../network/index.ts";
import {
  defaultOptions,
  OpenedModels,
  type PlannedTrial,
  plannedTrials,
  planSuite,
  playForTest,
  type SuitePlan,
  suiteModels,
} from "../run/index.ts";
import type { Case, CaseInput, Transcript, World } from "../shape/index.ts";
import type { Suite } from "../suite/index.ts";
import { type Bench, openBench } from "./bench.ts";
import { atWork, FileRun, type PlayedTest, playedTests } from "./file-run.ts";
import { checkOptions, type TrafficWish, trafficOf } from "./given-options.ts";
import { awaited, type Runner } from "./runner.ts";
import { spokenCase, type TestCase, wordOf } from "./spoken-case.ts";

/** How a conversation in a test is played. */
export interface TestPlayOptions<W extends World = World>
  extends Pick<PlayOptions, "variant" | "seed" | "limits" | "ends" | "mcp"> {
  /** Makes the world that the agent's tools act on, for each conversation. */
  world?: (testCase: Case) => W;
  /** Functions that answer instead of tools, by name. */
  mocks?: Suite["mocks"];
  /** Models by name: "agent", "judge", "user". They override those of the nearest `viva.config.ts`. */
  models?: Readonly<Record<string, ModelChoice>>;
  /** Where model answers come from; left out: live if every model has its key, otherwise from recordings. */
  traffic?: TrafficWish;
}

/** For a transcript that did not come from `play()`. */
export interface ToPassOptions extends Pick<TestPlayOptions, "models" | "traffic"> {
  /** The case with the expectations; left out: only those of the metrics themselves. */
  case?: TestCase;
}

/** What is known of the conversations of a test file. */
interface PlayedFile {
  /** How often a case was played, by test: each time needs its own tape. */
  counts: Map<string, number>;
  /** Whose recordings are whose. */
  tapeOwners: Map<string, string | undefined>;
  runs: Map<string, FileRun>;
}

const playedFiles = new WeakMap<object, PlayedFile>();

/** Plays a conversation with an agent: a line, lines, or a whole case. */
export type PlayInTest = <W extends World>(
  agent: Agent<W> | ReplyFunction<W>,
  testCase: string | readonly string[] | TestCase,
  options?: TestPlayOptions<W>,
) => Promise<Transcript>;

/** Plays conversations in a runner's tests, stores them, and returns their transcripts. An outage fails the test. */
export function playIn(runner: Runner): PlayInTest {
  return (givenAgent, given, givenOptions = {}) => {
    // The caller's types have checked the world.
    const [agent, options] = [givenAgent as Agent | ReplyFunction, givenOptions as TestPlayOptions];
    const place = placeOf(runner);
    const playing = atWork(async () => {
      const made = typeof agent === "function" ? functionAgent(agent) : agent;
      if (typeof made?.open !== "function") throw notAnAgent();
      checkOptions("play", options);
      const setting = await settingOf(place, made, spokenCase(given, place.test), options);
      return conversationOf(place, setting, options);
    });
    return awaited(runner, "play", playing);
  };
}

/** Takes a transcript that was played elsewhere, so that it can be scored; only a judge is asked. */
export function adopt(
  runner: Runner,
  transcript: Transcript,
  { case: given, ...options }: ToPassOptions,
): Promise<Transcript> {
  const place = placeOf(runner);
  const said = transcript.exchanges.flatMap(({ user }) => (user?.content ? [user.content] : []));
  const spoken = given ?? { id: transcript.case, say: said.length === 0 ? ["(nothing)"] : said };
  const agent = { ...transcript.agent, open: () => Promise.reject(new Error("this agent is not played")) };
  return atWork(async () => {
    const setting = await settingOf(place, agent, spokenCase(spoken, place.test), options);
    return conversationOf(place, setting, options, transcript);
  });
}

interface TestPlace extends PlayedFile {
  file: string;
  test: string | undefined;
  testKey: string;
}

/** Asked before anything is waited for: afterwards another test may be the current one. */
function placeOf(runner: Runner): TestPlace {
  const test = runner.currentTest();
  const key = runner.fileKey();
  const played = playedFiles.get(key) ?? { counts: new Map(), tapeOwners: new Map(), runs: new Map() };
  playedFiles.set(key, played);
  return { ...played, file: runner.testFile(), test: test?.name, testKey: test?.key ?? "" };
}

interface Setting {
  bench: Bench;
  plan: SuitePlan;
  trial: PlannedTrial;
  testCase: Case;
}

async function conversationOf(
  place: TestPlace,
  { bench, plan, trial, testCase }: Setting,
  { seed = 1 }: TestPlayOptions,
  given?: Transcript,
): Promise<Transcript> {
  const late: string[] = [];
  let kept: PlayedTest["trial"] | undefined;
  const context = {
    ...{ plan, trial, redactor: bench.redactor, seed, journal: [] },
    signal: new AbortController().signal,
    onRecord: () => {},
    onLate: (complaint: string) => {
      late.push(complaint);
      const trial = kept;
      // The test may have passed already; the store is told all the same, and the agent's own call has failed.
      if (trial) void atWork(() => run.score(trial, [], [])).catch(() => {});
    },
  };
  const run = runOf(place, plan, bench);
  const open = await playForTest(context, testCase, given);
  kept = await run.keep({ open, plan, testCase, caseHash: trial.caseHash, late });
  const { outcome } = open.transcript;
  if (outcome.kind === "infrastructure") throw outage(outcome.message, plan);
  playedTests.set(open.transcript, { run, trial: kept, threshold: bench.project.config.threshold });
  return open.transcript;
}

/** The conversation as a suite of its own, planned and checked like any other. */
async function settingOf(
  place: TestPlace,
  agent: Agent,
  testCase: CaseInput,
  { world, mocks, models: own, variant = {}, limits, ends, mcp, traffic }: TestPlayOptions,
): Promise<Setting> {
  const folder = dirname(place.file);
  const bench = await openBench(folder);
  const name = suiteName(place.file, agent.name);
  const cassettes = ["__viva__", basename(place.file), ...(place.test ? [wordOf(place.test)] : [])].join("/");
  const given = { name, cases: [testCase], agent, metrics: [], cassettes, world, mocks, limits, ends, mcp };
  const variants = Object.fromEntries(Object.entries(variant).map(([choice, value]) => [choice, [value]]));
  const suite = { ...given, models: own, variants } as unknown as Suite;
  const loaded = { suite, file: place.file, folder, modules: [place.file], network: new SuiteNetwork() };
  const options = { ...defaultOptions, traffic: trafficOf(traffic) };
  const models = suiteModels(loaded, bench.project, options, bench.environment, new OpenedModels());
  const { project, redactor } = bench;
  const wishes = { position: 0, project, models, options, failedBefore: undefined, redactor };
  const plan = await planSuite(loaded, { ...wishes, unrecorded: "kept" });
  const [first] = plannedTrials(plan);
  if (!first) throw new RangeError("a plan of one case has a trial");
  if (plan.mode.kind !== "live") refuseSharedTape(place, plan.cassette.directory, first.caseId);
  const repeat = nthTime(place, first.key);
  return { bench, plan, trial: { ...first, repeat }, testCase: await plan.cases.read(first.caseIndex) };
}

function nthTime({ counts, file, test, testKey }: TestPlace, caseKey: string): number {
  const key = JSON.stringify([file, test, testKey, caseKey]);
  const nth = (counts.get(key) ?? 0) + 1;
  counts.set(key, nth);
  return nth;
}

/** Names that differ only in marks, such as "adds: milk" and "adds milk", are one word: each recording would replace the other. */
function refuseSharedTape({ tapeOwners, file, test }: TestPlace, directory: string, caseId: string): void {
  const key = JSON.stringify([file, directory, caseId]);
  const owner = tapeOwners.has(key) ? tapeOwners.get(key) : test;
  tapeOwners.set(key, owner);
  if (owner === test) return;
  throw new InputError({
    message: `the tests ${JSON.stringify(owner)} and ${JSON.stringify(test)} would share one recording of case ${caseId} in ${directory}`,
    remedy: "Rename one of them, or give its case an id of its own.",
  });
}

function runOf({ runs, file }: TestPlace, plan: SuitePlan, bench: Bench): FileRun {
  const [{ identity } = { identity: undefined }] = plan.variants;
  const key = hashOf(toJsonValue([file, identity?.name, identity?.version, identity?.tools, plan.mode.kind]));
  const run = runs.get(key) ?? new FileRun(bench);
  runs.set(key, run);
  return run;
}

function outage(message: string, { mode, cassette }: SuitePlan): InfrastructureError {
  const key = mode.kind === "replay" && mode.missingKey !== undefined ? `${mode.missingKey} is not set, so ` : "";
  const remedy =
    mode.kind === "replay"
      ? `${key}recordings in ${cassette.directory} answer for the models. Record them with VIVA_TRAFFIC=record and the keys set.`
      : "If a model could not be reached, try again.";
  return new InfrastructureError({ message: `the conversation could not be played: ${message}`, remedy });
}

function notAnAgent(): InputError {
  const remedy = "An agent is { name, version, open() }, functionAgent(…), or (message, context) => reply.";
  return new InputError({ message: "play() was given something that is not an agent", remedy });
}

/** What a test file's conversations with one agent are called in reports. */
function suiteName(file: string, agent: string): string {
  return `${basename(file).replace(/\.\w+$/, "")}.${agent}`.replace(/[^\w.-]+/g, "-");
}
