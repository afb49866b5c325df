import { addAbortSignal, type Readable } from "node:stream";
import { endServers } from "../agent/index.ts";
import {
  exitCodes,
  InfrastructureError,
  InputError,
  LineSplitter,
  messageOf,
  type Problem,
  safeLine,
  sentencesOf,
  VivaError,
} from "../base/index.ts";
import { closeNetwork, SuiteNetwork } from "../network/index.ts";
import {
  defaultOptions,
  OpenedModels,
  planSuite,
  playOnce,
  type RunOptions,
  standstillAfter,
  suiteModels,
  watchForStandstill,
} from "../run/index.ts";
import { allCalls, messagesOf } from "../shape/index.ts";
import { caseSource, type LoadedSuite, loadSuites } from "../suite/index.ts";
import { commandOf, type FlagsOf, flagRows, trafficOf, variants } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";
import { cleanText, printError } from "./print.ts";
import { reportStrayErrors } from "./stray-errors.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

/** One JSON value of a stream, or the reason why the text is not JSON. `line` is where it begins, from 1. */
type CaseLine = { line: number; value: unknown } | { line: number; fault: string };

/** A value that has begun, with the lines that have arrived so far. */
interface Begun {
  line: number;
  lines: string[];
  /** How many braces and brackets are open. */
  depth: number;
}

/**
 * The JSON values of a stream, each as soon as its last line has arrived, since the sender may wait for an answer
 * before it sends the next one. The signal ends it. A value is one line, or several, as in an indented file.
 */
export async function* caseLines(input: Readable, signal: AbortSignal): AsyncGenerator<CaseLine, void> {
  let begun: Begun | undefined;
  let number = 0;
  for await (const text of linesOf(input, signal)) {
    number += 1;
    const own = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (own.trim() === "") continue;
    if (begun) {
      begun.lines.push(own);
      begun.depth += opened(own);
      // Parsing at every line would make long files slow: the second line shows whether the first began a value or is broken.
      if (begun.lines.length > 2 && begun.depth > 0) continue;
      const read = readValue(begun.line, begun.lines.join("\n"));
      if (read === "unfinished") continue;
      begun = undefined;
      // If this line is a value by itself, the value before it was never finished.
      const isNext = !("value" in read) && isObject(own);
      yield isNext ? { line: read.line, fault: neverEnds } : read;
      if (!isNext) continue;
    }
    const read = readValue(number, own);
    if (read === "unfinished") begun = { line: number, lines: [own], depth: opened(own) };
    else yield read;
  }
  if (begun) yield { line: begun.line, fault: neverEnds };
}

async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string, void> {
  const lines = new LineSplitter();
  try {
    for await (const piece of addAbortSignal(signal, input)) yield* lines.push(Buffer.from(piece));
    yield* lines.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const neverEnds = "the JSON that begins here does not end";

/** How many more braces and brackets a line opens than it closes, outside of strings, which end on their line. */
function opened(line: string): number {
  const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
  return bare.replaceAll(/[^[{]/g, "").length - bare.replaceAll(/[^\]}]/g, "").length;
}

function readValue(line: number, text: string): CaseLine | "unfinished" {
  try {
    return { line, value: JSON.parse(text) };
  } catch (error) {
    const message = messageOf(error);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    // Only the end is missing: more may come.
    if (position === undefined ? /end of JSON/.test(message) : Number(position) >= text.trimEnd().length)
      return "unfinished";
    return { line, fault: `this is not valid JSON: ${safeLine(message, 160)}` };
  }
}

function isObject(text: string): boolean {
  const read = readValue(0, text);
  return read !== "unfinished" && "value" in read && typeof read.value === "object" && read.value !== null;
}

const rows = flagRows({
  "--variant <name=value>": ["choose a variant", variants, {}],
  "--live": "ask the models; refused if a key is missing",
  "--replay": "replay the recording with the case's id",
  "--record": "ask the models and record the answers under the case's id",
  "--model <model>": "another model for the agent",
});
type PlayFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["<suite>", "the suite's name or file: its agent, world and case schema are used"]],
  flags: rows,
  notes: `Reads cases from stdin, one JSON object a line, and answers each with a line on stdout before it reads the next:
  { line, origin, messages, toolCalls, transcript }    origin: live, replayed or hand-written
  { line, id, error, exitCode }                        what went wrong with that case; the next one is played
A case may span several lines. The exit code is 0 if every case was played.`,
  async act(flags, path: string) {
    keepStdoutForTheReport();
    if (flags.replay) closeNetwork(new SuiteNetwork([]));
    return playAll(await surroundings(), path, flags);
  },
});

/** Answers every case of stdin in turn, and returns the highest exit code. */
async function playAll(around: Surroundings, path: string, flags: PlayFlags): Promise<number> {
  const bench = await openBench(around, path, flags);
  const interruption = listenForInterruption(() => {});
  reportStrayErrors();
  let worst: number | undefined;
  try {
    for await (const given of caseLines(process.stdin, interruption.stop)) {
      const { line } = given;
      try {
        const { transcript, origin } = await bench.play(given, interruption.stop);
        const toolCalls = allCalls(transcript).map(({ exchange, call }) => ({ exchange, ...call }));
        const answer = { line, origin, messages: messagesOf(transcript), toolCalls, transcript };
        writeReport(`${around.redactor.json(answer)}\n`);
        worst ??= exitCodes.pass;
      } catch (error) {
        if (interruption.by()) break;
        const exitCode = VivaError.isInstance(error) ? error.exitCode : exitCodes.infrastructure;
        const failure = { line, id: idOf(given), error: sentencesOf(error), exitCode };
        writeReport(`${around.redactor.json(failure)}\n`);
        printError(cleanText(around.redactor.text(`viva: ${failure.error}`)));
        worst = Math.max(worst ?? 0, exitCode);
      }
    }
  } finally {
    bench.end();
    await endServers();
  }
  const by = interruption.by();
  if (by) {
    printError("viva: interrupted");
    return by === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  }
  if (worst !== undefined) return worst;
  const remedy = "Pipe cases into viva play, such as: viva play coach.eval.ts < case.json";
  throw new InputError({ message: "stdin holds no case", place: { file: "stdin" }, remedy });
}

/** The suite, loaded once for all cases. */
async function openBench(around: Surroundings, path: string, flags: PlayFlags) {
  const { project, cwd, environment, redactor } = around;
  const traffic = trafficOf(flags);
  const [loaded, second] = await loadSuites(project, [path], cwd, { replayed: flags.replay === true });
  if (!loaded || second)
    throw new InputError({ message: `${path} holds several suites`, remedy: "Give one suite's file." });
  const options: RunOptions = { ...defaultOptions, variants: flags.variant, model: flags.model, traffic };
  const models = suiteModels(loaded, project, options, environment, new OpenedModels());
  const settings = { position: 0, project, models, options, failedBefore: undefined };
  let endWatch: (() => void) | undefined;
  return {
    async play(given: CaseLine, signal: AbortSignal): ReturnType<typeof playOnce> {
      const { line } = given;
      if ("fault" in given) throw new InputError({ message: given.fault, place: { file: "stdin", line } });
      const plan = await planSuite(withCase(loaded, given.value), settings).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        const problems = error.problems.map((problem) => fromStdin(problem, line));
        throw new InputError(problems, error);
      });
      endWatch ??= watchForStandstill(standstillAfter([plan], options));
      const played = await playOnce(plan, { seed: options.seed, signal, redactor });
      // A caller must not mistake an outage for an answer.
      const { outcome } = played.transcript;
      if (outcome.kind === "infrastructure")
        throw new InfrastructureError({ message: `stdin:${line}: ${outcome.message}` });
      return played;
    },
    end: () => endWatch?.(),
  };
}

/** The suite with this one case instead of its own. */
function withCase(loaded: LoadedSuite, testCase: unknown): LoadedSuite {
  const source = caseSource(loaded.suite);
  return { ...loaded, suite: { ...loaded.suite, cases: { ...source, from: { kind: "list", cases: [testCase] } } } };
}

/** The case comes from stdin, not from the suite's code as its place would say. */
function fromStdin(problem: Problem, line: number): Problem {
  const inline = problem.place && /^inline case /.test(problem.place.file);
  return inline ? { ...problem, place: { ...problem.place, file: "stdin", line } } : problem;
}

function idOf(given: CaseLine): string | undefined {
  const { id } = ("value" in given && typeof given.value === "object" && given.value !== null ? given.value : {}) as {
    id?: unknown;
  };
  return typeof id === "string" ? id : undefined;
}
