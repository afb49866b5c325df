import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { exitCodes, InfrastructureError, InputError, messageOf, type Problem } from "../base/index.ts";
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
import { caseSource, type LoadedSuite, loadSuites } from "../suite/index.ts";
import { allCalls, messagesOf, type Transcript } from "../transcript/index.ts";
import { decideExitCode } from "./exit-code.ts";
import { listenForInterruption } from "./interruption.ts";
import { variants } from "./run-flags.ts";
import { reportStrayErrors } from "./stray-errors.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

interface PlayFlags {
  variant: Record<string, string[]>;
  live?: boolean;
  replay?: boolean;
  model?: string;
}

export function describe(command: Command): Command {
  return command
    .argument("<suite>", "the suite's file: its agent, world and case schema are used")
    .option("--variant <name=value>", "choose a variant", variants, {})
    .option("--live", "ask the models; refused where a key is missing")
    .option("--replay", "replay the recording of the case's id")
    .option("--model <model>", "another model for the agent")
    .addHelpText(
      "after",
      "\nReads one case as JSON from stdin and prints { messages, toolCalls, transcript }. Errors go to stderr.",
    )
    .action(async (path: string, flags: PlayFlags) => {
      keepStdoutForTheReport();
      if (flags.replay) closeNetwork(new SuiteNetwork([]));
      const around = await surroundings();
      const transcript = await playOne(around, path, flags);
      if (!transcript) return;
      refuseOutage(transcript);
      const toolCalls = allCalls(transcript).map(({ exchange, call }) => ({ exchange, ...call }));
      writeReport(`${around.redactor.json({ messages: messagesOf(transcript), toolCalls, transcript })}\n`);
    });
}

/** The transcript, or nothing where a signal came first: the exit code says which. */
async function playOne(around: Surroundings, path: string, flags: PlayFlags): Promise<Transcript | undefined> {
  const { project, cwd, environment, redactor } = around;
  if (flags.live && flags.replay)
    throw new InputError({ message: "--live and --replay exclude each other", remedy: "Give one." });
  const [loaded, second] = await loadSuites(project, [path], cwd, { replayed: flags.replay === true });
  if (!loaded || second)
    throw new InputError({ message: `${path} holds several suites`, remedy: "Give one suite's file." });
  const options: RunOptions = {
    ...defaultOptions,
    variants: flags.variant,
    model: flags.model,
    traffic: flags.live ? "live" : flags.replay ? "replay" : undefined,
  };
  const models = suiteModels(loaded, project, options, environment, new OpenedModels());
  const single = withCase(loaded, parse(await text(process.stdin)));
  const settings = { position: 0, project, models, options, failedBefore: undefined };
  const plan = await planSuite(single, settings).catch((error: unknown) => {
    throw error instanceof InputError ? new InputError(error.problems.map(fromStdin), error) : error;
  });
  const interruption = listenForInterruption(() => {});
  const endWatch = watchForStandstill(standstillAfter([plan], options));
  reportStrayErrors();
  try {
    return await playOnce(plan, { seed: options.seed, signal: interruption.stop, redactor });
  } catch (error) {
    const by = interruption.by();
    if (!by) throw error;
    process.stderr.write("viva: interrupted\n");
    decideExitCode(by === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted);
    return undefined;
  } finally {
    endWatch();
  }
}

/** The suite with the one case in place of its own. */
function withCase(loaded: LoadedSuite, testCase: unknown): LoadedSuite {
  const source = caseSource(loaded.suite);
  return { ...loaded, suite: { ...loaded.suite, cases: { ...source, from: { kind: "list", cases: [testCase] } } } };
}

/** The one case is not in the suite's code, as its place says. */
function fromStdin(problem: Problem): Problem {
  const inline = problem.place && /^inline case /.test(problem.place.file);
  return inline ? { ...problem, place: { ...problem.place, file: "stdin" } } : problem;
}

function parse(input: string): unknown {
  try {
    return JSON.parse(input.replace(/^\uFEFF/, ""));
  } catch (error) {
    const remedy = "Pipe one case into viva play, such as: viva play coach.eval.ts < case.json";
    throw new InputError({ message: `stdin is no JSON: ${messageOf(error)}`, place: { file: "stdin" }, remedy });
  }
}

/** A caller that reads stdout must not take an outage for an answer. */
function refuseOutage({ outcome }: Transcript): void {
  if (outcome.kind !== "infrastructure") return;
  throw new InfrastructureError({ message: outcome.message });
}
