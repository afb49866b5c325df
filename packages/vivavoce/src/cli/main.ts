import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, CommanderError, Help } from "commander";
import {
  columnsOf,
  exitCodes,
  InputError,
  keepMemoryModest,
  LateInputError,
  messageOf,
  ownMemory,
  plural,
  refuseUnknown,
  shellWord,
  showProblem,
  VivaError,
  version,
} from "../base/index.ts";
import { addCommands, commandNames } from "./commands.ts";
import { decidedExitCode, decideExitCode, guardExit, leave, leaveSoon } from "./exit-code.ts";
import { endWithLauncher } from "./interruption.ts";
import { asWrittenNow } from "./old-spellings.ts";
import { asTyped, cleanText, invocation, print, printError } from "./print.ts";
import { refuseStrayErrors } from "./stray-errors.ts";
import { keepStreamsOpen, watchOutput } from "./streams.ts";
import { useStore } from "./surroundings.ts";

/** Loading code needs room; a command that takes longer works on a store of any size. */
const longCommandMs = 1_000;

/** Runs one command line and ends the process with its exit code. Every error becomes a sentence on stderr. */
export async function main(args: readonly string[]): Promise<void> {
  ownMemory();
  setTimeout(keepMemoryModest, longCommandMs).unref();
  watchOutput();
  keepStreamsOpen();
  guardExit();
  endWithLauncher((code) => {
    decideExitCode(code);
    leave();
  });
  refuseStrayErrors((error) => {
    const code = report(error);
    if (decidedExitCode() !== undefined) return;
    decideExitCode(code);
    leave();
  });
  await obey(args);
  leaveSoon();
}

/** Runs one command line and returns its exit code; the process goes on. */
export async function obey(given: readonly string[]): Promise<number> {
  decideExitCode(undefined);
  const args = asWrittenNow(given);
  const words = args.filter((arg, index) => !arg.startsWith("-") && args[index - 1] !== "--store");
  if (process.env.GITHUB_ACTIONS === "true") (await import("./github.ts")).keepLogInert(args, words);
  const program = new Command("viva")
    .description("Oral exams for conversational, tool-using AI agents.")
    .version(version)
    .option("--store <place>", "keep results in this file, or in postgres://HOST/NAME")
    .hook("preAction", (one) => useStore(one.opts().store))
    .configureHelp({
      showGlobalOptions: true,
      // A flag that may be repeated begins with none, which is not worth a word.
      optionDescription: (option) => new Help().optionDescription(option).replace(/ ?\(default: (?:\[\]|\{\})\)$/, ""),
    })
    .helpCommand("help [command]", "show the options of a command, and examples")
    .showHelpAfterError(`(${invocation()} --help lists the commands)`)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(cleanText(text.trimEnd())),
      getOutHelpWidth: () => columnsOf(process.stdout, process.env) ?? 80,
      getErrHelpWidth: () => columnsOf(process.stderr, process.env) ?? 80,
    })
    .exitOverride();
  const wanted = words[0] === "help" ? words[1] : words[0];
  try {
    refuseEmptyArguments(args);
    refuseUnknownTopic(words);
    const now = [invocation(), ...args.map(shellWord)].join(" ");
    if (args !== given)
      printError(cleanText(`viva: this is an old spelling, which Viva 0.3 will not know. Type: ${now}`));
    await addCommands(program, (name) => name === wanted || wanted === "completion");
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // A help text or the version is not a verdict.
    if (!(error instanceof CommanderError && error.exitCode === 0)) decideExitCode(report(error));
  }
  return decidedExitCode() ?? exitCodes.pass;
}

/** Otherwise `viva help nope` would show the help of Viva, as if that were the answer. */
function refuseUnknownTopic([first, topic]: readonly string[]): void {
  if (first !== "help" || topic === undefined || topic === "help" || commandNames.includes(topic)) return;
  refuseUnknown("command", [topic], commandNames, { where: " to help with", otherwise: "`viva help` lists them." });
}

/** Files below the current folder, as the user would type them. */
function fromHere(text: string): string {
  return text.replace(new RegExp(`(?<![\\w.:/\\\\-])${RegExp.escape(process.cwd() + sep)}(?=\\w)`, "g"), "");
}

/** File and line of the code that threw, if that is the user's: a getter of a metric, for instance. */
function suitePlace(error: unknown): string | undefined {
  const stack = error instanceof Error ? String(error.stack) : "";
  const [, place = ""] = /\n\s+at [^\n]*?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^\n()]*:\d+):\d+\)?/.exec(stack) ?? [];
  const file = place.startsWith("file:") ? fileURLToPath(place) : place;
  const isOthers = file === "" || /[\\/]node_modules[\\/]/.test(file) || file.startsWith(ownFolder);
  return isOthers || / at (?:async )?[^\n]*\(?node:/.test(stack.split("\n", 2)[1] ?? "") ? undefined : file;
}

const ownFolder = fileURLToPath(new URL("..", import.meta.url));

/** A field that every case has wrong is one mistake. */
const mostAlike = 3;
const mostShown = 100;

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.usage;
  if (VivaError.isInstance(error)) {
    const problems = "problems" in error ? (error.problems as Parameters<typeof showProblem>[0][]) : [error];
    const shown = [...Map.groupBy(problems, ({ message, remedy }) => `${message}\n${remedy}`).values()].flatMap(
      (alike) => {
        // Not spread: the message of an error is not among its own enumerable fields.
        const first = alike
          .slice(0, mostAlike)
          .map(({ message, place, remedy }) => showProblem({ message, place, remedy: remedy && asTyped(remedy) }));
        return alike.length > mostAlike
          ? [...first, `… and the same in ${plural(alike.length - mostAlike, "more place")}`]
          : first;
      },
    );
    if (shown.length > mostShown) shown.splice(mostShown, Infinity, `… and ${shown.length - mostShown} more`);
    const effect = error instanceof LateInputError ? "" : "; nothing was run";
    const heading = problems.length > 1 ? `${problems.length} problems${effect}:\n` : "";
    printError(`viva: ${heading}${cleanText(fromHere(shown.join("\n")))}`);
    return error.exitCode;
  }
  const place = suitePlace(error);
  if (place !== undefined) {
    printError(
      `viva: ${cleanText(fromHere(`${place}: ${messageOf(error)}`))}\n    Code of the suite threw this: fix that line, or what it calls.`,
    );
    return exitCodes.usage;
  }
  const detail = (process.env.VIVA_DEBUG && error instanceof Error && error.stack) || messageOf(error);
  printError(`viva: unexpected: ${cleanText(detail)}\n    This is a bug in Viva; VIVA_DEBUG=1 shows where.`);
  return exitCodes.infrastructure;
}

/**
 * No command takes an empty argument. It usually comes from a shell variable that is not set, and would match the
 * beginning of every run's id: `viva rm "$RUN"` must not delete a run then.
 */
export function refuseEmptyArguments(args: readonly string[]): void {
  for (const [index, argument] of args.entries()) {
    const flag = /^(--?[\w-]+)=\s*$/.exec(argument)?.[1];
    if (argument.trim() !== "" && flag === undefined) continue;
    const before = args[index - 1];
    const which = before === undefined ? "the first argument is empty" : `the argument after ${before} is empty`;
    throw new InputError({
      message: flag === undefined ? which : `${flag} was given an empty value`,
      remedy: "Leave it out, or give a value. If it is a shell variable, see whether it is set.",
    });
  }
}
