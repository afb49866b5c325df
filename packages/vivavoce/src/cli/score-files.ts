import { createHash } from "node:crypto";
import { mkdtempDisposableSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import {
  canonicalJson,
  InputError,
  jsonIn,
  listed,
  plural,
  type Redactor,
  refuseUnknown,
  relativePath,
  sameJson,
  version,
} from "../base/index.ts";
import { type CaseFormat, ProblemList } from "../case/index.ts";
import { readTranscripts, TranscriptMatcher } from "../formats/index.ts";
import { defaultOptions, givenName, givenPlan, keepGiven, planOptions, planRun, type SuitePlan } from "../run/index.ts";
import type { GivenTrial, KeptTranscript, RunHeader, ToolEffect } from "../shape/index.ts";
import { agentOf, chooseVariants } from "../suite/index.ts";
import { refuse, trafficOf } from "./command.ts";
import { print, printError } from "./print.ts";
import { limitsOf, refuseWithoutJudge, type ScoreFlags, scorePlans } from "./score-plans.ts";
import type { Desk } from "./surroundings.ts";

/** Scores given transcripts by a suite's metrics, as a run of their own. */
export async function scoreFiles(desk: Desk, names: string[], flags: ScoreFlags) {
  const { store, project, redactor } = desk;
  refuse(flags.all, "--all is for a run; files are always scored whole", "Leave it out.");
  // There is no earlier run to take options from.
  const traffic = trafficOf(flags);
  const options = { ...defaultOptions, judge: flags.judge, ...limitsOf(flags, project), traffic };
  using folder = names.includes("-") ? mkdtempDisposableSync(join(tmpdir(), "viva-stdin-")) : undefined;
  const files = await transcriptFiles(names, desk.cwd, folder?.path);
  const paths = flags.suite === undefined ? [] : [flags.suite];
  const sources = files.map(({ name }) => name);
  const given = { name: givenName(sources) };
  const planned = await planRun(desk, paths, options, async () => store, { judgeOnly: true, given });
  const suite = onlySuite(planned);
  const metrics = suite.metrics.map(({ name }) => name);
  refuseUnknown("metric", flags.metric, metrics);
  const reading = { suite, files, redactor };
  const own = await allTranscripts(reading, "this suite's");
  // Transcripts of another suite alone are meant to be scored by this one.
  const which = own.trials.length === 0 && own.elsewhere > 0 ? "all" : "this suite's";
  const found = which === "all" ? await allTranscripts(reading, which) : own;
  refuse(found.trials.length === 0, `there is no transcript in ${sources.join(", ")}`, "Give a file with transcripts.");
  const [agent, ...others] = found.agents;
  const kept = {
    files: sources,
    transcripts: found.trials.length,
    hash: found.hash,
    ...(flags.metric.length > 0 ? { someMetrics: true as const } : {}),
  };
  const plan = givenPlan(suite, {
    trials: found.trials,
    given: kept,
    agent: others.length === 0 ? agent : undefined,
    metrics: flags.metric,
    onlyGiven: flags.onlyGiven ?? false,
  });
  await refuseWithoutJudge([plan], flags, hasTapes);
  for (const line of givenCoverage(plan, suite, found)) printError(desk.style.warn(line));
  await store.checkWritable();
  const header: RunHeader = {
    viva: version,
    node: process.versions.node,
    options: planOptions(options, []),
    paths: [relativePath(project.root, suite.loaded.file)],
    concurrency: options.concurrency,
    given: kept,
  };
  const settings = { store, plan, header, redactor, root: project.root };
  const run = await keepGiven(settings, again(reading, { which, hash: found.hash }));
  const scoring = { run, plans: [plan], options, flags: { ...flags, metric: [] } };
  const exitCode = await scorePlans(desk, scoring);
  if (!flags.json) print(`next: ${desk.invocation} show ${run.id}`);
  return exitCode;
}

async function hasTapes({ cassette, variants }: SuitePlan): Promise<boolean> {
  for (const { variant } of variants) if ((await cassette.list(variant)).size > 0) return true;
  return false;
}

/** The files that were named. Piped input is written to a file first, because it is read twice. */
async function transcriptFiles(names: readonly string[], cwd: string, folder: string | undefined) {
  const files: Parameters<typeof readTranscripts>[0][] = [];
  // The same file by two names would count everything in it twice.
  const named = new Map(names.map((name) => [name === "-" ? name : realpathSync(resolve(cwd, name)), name]));
  for (const name of named.values()) {
    if (name !== "-" || folder === undefined) {
      files.push({ path: resolve(cwd, name), name });
      continue;
    }
    const piped = await text(process.stdin);
    const path = join(folder, "stdin");
    writeFileSync(path, piped);
    files.push({ path, name: "stdin", format: formatOfText(piped) });
  }
  return files;
}

function onlySuite(plans: readonly SuitePlan[]): SuitePlan {
  const [first, second] = plans;
  if (first && !second) return first;
  const names = plans.map(({ loaded }) => loaded.suite.name).join(", ");
  throw new InputError({ message: `there are several suites: ${names}`, remedy: "Name one: --suite PATH." });
}

interface Reading {
  suite: SuitePlan;
  files: readonly Parameters<typeof readTranscripts>[0][];
  redactor: Redactor;
}

interface FoundTranscripts {
  trials: GivenTrial[];
  agents: Set<string>;
  /** Computed over all transcripts in order, so that two files with the same conversations count as the same agent. */
  hash: string;
  /** Transcripts of other suites, in a report that holds several. */
  elsewhere: number;
}

/** The first pass: everything is read and matched, and all that is wrong is told at once, before anything is asked. */
async function allTranscripts(reading: Reading, which: Which): Promise<FoundTranscripts> {
  const problems = new ProblemList(10_000, "more problems");
  const found: FoundTranscripts = { trials: [], agents: new Set(), hash: "", elsewhere: 0 };
  const hash = createHash("sha256");
  for await (const one of matched(reading, which)) {
    if (one === "elsewhere") found.elsewhere += 1;
    else if (Array.isArray(one)) for (const problem of one) problems.add(problem);
    else {
      hash.update(canonicalJson(one.transcript));
      const { caseId, variant, repeat, own, transcript } = one;
      found.trials.push({ caseId, variant, repeat, own });
      if (transcript.agent.name) found.agents.add(transcript.agent.name);
    }
  }
  if (problems.all.length > 0) throw new InputError(problems.all);
  return { ...found, hash: hash.digest("hex") };
}

/** A report may hold several suites. */
type Which = "this suite's" | "all";

async function* matched({ suite, files, redactor }: Reading, which: Which) {
  const { name } = suite.loaded.suite;
  const matcher = new TranscriptMatcher(suite, toolEffects(suite), redactor);
  for (const file of files) {
    for await (const one of readTranscripts(file)) {
      if ("message" in one) yield [one];
      else if (which !== "all" && one.suite !== undefined && one.suite !== name) yield "elsewhere" as const;
      else yield await matcher.match(one);
    }
  }
}

/** The second pass writes to the store. Files that have changed since the first pass are refused. */
async function* again(
  reading: Reading,
  { which, hash: before }: { which: Which; hash: string },
): AsyncGenerator<KeptTranscript> {
  const hash = createHash("sha256");
  for await (const one of matched(reading, which)) {
    if (one === "elsewhere") continue;
    if (Array.isArray(one)) throw new InputError(one);
    hash.update(canonicalJson(one.transcript));
    yield one;
  }
  if (hash.digest("hex") === before) return;
  const message = "the transcripts were changed while they were read";
  throw new InputError({ message, place: { file: reading.files[0]?.name ?? "" }, remedy: "Start again." });
}

/** How the suite's agent declares its tools: a call of a read-only tool is not a write. */
function toolEffects({ loaded: { suite } }: SuitePlan): Map<string, ToolEffect> {
  try {
    const { tools = [] } = agentOf(suite, chooseVariants(suite.variants)[0] ?? {});
    return new Map(tools.map(({ name, effect }) => [name, effect]));
  } catch {
    // The agent is not played here, and creating it may need a key.
    return new Map();
  }
}

/** What of the suite the transcripts cover, and what they are not measured by. */
function givenCoverage(
  plan: SuitePlan,
  suite: SuitePlan,
  { trials, elsewhere }: { trials: readonly GivenTrial[]; elsewhere: number },
): string[] {
  const lines: string[] = [];
  const { size } = suite.cases;
  for (const { variant, cases, withoutTranscript = 0, repeat = 1 } of plan.variants) {
    const ids = new Map<string, number>();
    for (const trial of trials.filter((one) => sameJson(one.variant, variant)))
      ids.set(trial.caseId, (ids.get(trial.caseId) ?? 0) + 1);
    const planned = [...cases].map((index) => plan.cases.id(index));
    const without = planned.filter((id) => !ids.has(id));
    if (withoutTranscript > 0) lines.push(`${withoutTranscript} of ${size} cases have no transcript and are left out`);
    if (without.length > 0)
      lines.push(
        `${without.length} of ${plural(size, "case")} have no transcript and stay pending: ${listed(without, 10)}. --only-given leaves them out.`,
      );
    const fewer = planned.filter((id) => (ids.get(id) ?? repeat) < repeat);
    if (fewer.length > 0)
      lines.push(`of ${listed(fewer, 10)} there are fewer than ${repeat} transcripts: the others stay pending`);
  }
  if (size > 0 && trials.every(({ own }) => own))
    lines.push(
      `no transcript belongs to one of the ${plural(size, "case")} of suite ${suite.loaded.suite.name}: none of them is examined`,
    );
  const free = trials.filter(({ own }) => own && Object.keys(own.case.expect).length === 0).length;
  if (free > 0)
    lines.push(`${plural(free, "transcript")} without expectations: metrics that need them are skipped there`);
  if (elsewhere > 0) lines.push(`${plural(elsewhere, "transcript")} of other suites left out`);
  return lines;
}

/** The format of a text without a file name: a list or one object over several lines is JSON, all else JSON lines. */
function formatOfText(text: string): CaseFormat {
  const [first = ""] = /^\S.*$/m.exec(text.replace(/^\uFEFF/, "")) ?? [];
  return jsonIn(first) === undefined ? "json" : "json lines";
}
