import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { relative, resolve } from "node:path";
import { Command, Option } from "commander";
import {
  exitCodes,
  InfrastructureError,
  messageOf,
  redactor,
  relativePath,
  shellWord,
  version,
} from "../base/index.ts";
import { inColumns, terminalStyle } from "../report/index.ts";
import { commandOf, type FlagsOf, flagRows } from "./command.ts";
import { askQuestions, Cancelled, type Choices, choicesOf, untilInputEnds, wishRows } from "./init/choices.ts";
import { changesIn, showChanges, writeChanges } from "./init/planned-files.ts";
import {
  installCommand,
  managers,
  type PackageManager,
  type ProjectFacts,
  projectFacts,
} from "./init/project-facts.ts";
import { python, suiteFile } from "./init/suite-text.ts";
import { cleanText, invocation, print, rememberSecrets } from "./print.ts";

/** The package that --install installs by default. */
const ownPackage = `vivavoce@^${version}`;

const rows = flagRows({
  "-y, --yes": "ask nothing: decide by the flags and the project",
  ...wishRows,
  "--install": "install Viva in the project",
  "--package <spec>": `what --install installs, such as a tarball (default ${ownPackage})`,
  "--force": "replace files that exist",
  "--dry-run": "list what would be written; write nothing",
});
const howToRun = ["replay", "live", "record"] as const;
/** `run` is false for --no-run. */
type InitFlags = FlagsOf<typeof rows> & { run?: (typeof howToRun)[number] | false };

export default function describe(command: Command): Command {
  const run = new Option("--run [how]", "play the new suite: replay, live or record");
  const described = commandOf({
    takes: [["[folder]", "the project's folder, created if missing; the current folder if left out"]],
    flags: rows,
    notes: `Existing files are kept. A new suite is replayed from its hand-written tapes at once: no key, no network.

Examples:
  viva init                                   asks a few questions
  viva init --yes --ci github
  viva init --url http://localhost:11434/v1 --model qwen3:8b --run record`,
    act: (flags: InitFlags, folder = ".") => init(resolve(folder), flags),
  });
  return described(command)
    .addOption(run.choices(howToRun).preset("replay"))
    .option("--no-run", "do not play the new suite");
}

async function init(folder: string, flags: InitFlags): Promise<number | undefined> {
  const from = process.cwd();
  const style = terminalStyle(process.stdout, process.env);
  const say = (text: string) => print(cleanText(text));
  let facts = projectFacts(folder, process.env);
  rememberSecrets(redactor(facts.environment));
  const answers = await answersTo(flags, facts);
  if (answers instanceof Cancelled) {
    say(`${answers.message}nothing was written; ${invocation()} init --yes asks nothing`);
    return exitCodes.interrupted;
  }
  const choices = choicesOf(answers, facts);
  const changes = changesIn(choices, facts, flags.force);
  say(`viva ${version} · ${flags.dryRun ? "would set up" : "sets up"} an exam in ${relative(from, folder) || "."}\n`);
  if (flags.dryRun) return void print(showChanges(changes, style, "would"));
  await writeChanges(changes, folder);
  print(showChanges(changes, style, "did"));
  const spec = fromFolder(flags.package, folder);
  if (answers.install && !facts.hasViva) {
    await installViva(choices.manager, spec ?? ownPackage, folder);
    facts = projectFacts(folder, process.env);
  }
  const isNew = changes.some(({ path, does }) => path === suiteFile(choices) && does !== "keep");
  const lacksPython = choices.agent === "command" && spawnSync(python, ["--version"]).status !== 0;
  const canRun = choices.agent === "ai-sdk" ? facts.aiSdk?.isInstalled === true : !lacksPython;
  const how = flags.run ?? (isNew && canRun ? "replay" : false);
  if (how !== false) {
    say("");
    await play(folder, suiteFile(choices), how);
  }
  const ownConfig = changes.find(({ path, isForeign }) => path === facts.configFile && isForeign)?.path;
  say(nextSteps(choices, facts, { from, package: spec, recorded: how === "record", ownConfig, lacksPython }));
}

/** A tarball is named from the current folder, as every path is, but installed in the project's. */
function fromFolder(spec: string | undefined, folder: string): string | undefined {
  if (spec === undefined || !/^\.{1,2}[\\/]/.test(spec)) return spec;
  const path = relativePath(folder, resolve(spec));
  return path.startsWith(".") ? path : `./${path}`;
}

/** The flags, then questions if somebody is there to answer. */
async function answersTo(flags: InitFlags, facts: ProjectFacts) {
  const isAsked = process.stdin.isTTY && process.stdout.isTTY && !flags.yes && !process.env.CI;
  if (!isAsked) return flags;
  return untilInputEnds(askQuestions(await import("@clack/prompts"), flags, facts)).catch((error: unknown) => {
    if (error instanceof Cancelled) return error;
    throw error;
  });
}

/** As `viva run` does it, in the project. */
async function play(folder: string, suite: string, how: "replay" | "live" | "record"): Promise<void> {
  process.chdir(folder);
  const { default: describeRun } = await import("./run.ts");
  await describeRun(new Command("run")).parseAsync([suite, `--${how}`], { from: "user" });
}

interface Circumstances {
  from: string;
  package: string | undefined;
  recorded: boolean;
  /** The config that was kept, and need not know the new suite. */
  ownConfig: string | undefined;
  lacksPython: boolean;
}

/** What to type next, and what to know about what was written. */
export function nextSteps(choices: Choices, facts: ProjectFacts, around: Circumstances): string {
  const { from, package: spec, recorded } = around;
  const { manager, key } = choices;
  const viva = `${managers[manager].execute} viva`;
  const needs = key ? ` (needs ${key})` : "";
  const there = relative(from, facts.folder);
  const rows: [string, string][] = [
    ...(there === "" ? [] : [[`cd ${shellWord(there)}`, ""] as [string, string]]),
    ...(facts.hasViva ? [] : [[installCommand(manager, spec), "installs Viva in the project"] as [string, string]]),
    ...aiSdkStep(choices, facts),
    [suiteFile(choices), "put your own agent where the comment says"],
    recorded
      ? [`${viva} run --replay`, "the same again, from the recorded answers"]
      : [`${viva} run --record`, `asks the model${needs}; its answers replace the hand-written tapes`],
    [`${managers[manager].run} evaluate`, "plays every suite: live with a key, otherwise from the tapes"],
  ];
  const steps = inColumns(rows, { align: ["left", "left"] }).map((line) => line.trimEnd());
  return ["", "to go on:", ...steps, ...notes(choices, facts, around)].join("\n");
}

function aiSdkStep({ agent, manager }: Choices, { aiSdk }: ProjectFacts): [string, string][] {
  if (agent !== "ai-sdk" || aiSdk?.isInstalled) return [];
  return [aiSdk ? [`${manager} install`, "the AI SDK is not installed yet"] : [installCommand(manager, "ai@7"), ""]];
}

function notes(
  { agent, model, tests, ...choices }: Choices,
  { aiSdk, oldTestRunner }: ProjectFacts,
  { ownConfig, lacksPython }: Circumstances,
): string[] {
  const said = [
    lacksPython &&
      `There is no ${python} here, which evals/agent.py needs. Install it, or name your own program in the suite.`,
    tests === "none" && oldTestRunner,
    ownConfig !== undefined &&
      `${ownConfig} was kept. See that its "suites" take in ${suiteFile(choices)}: otherwise viva run passes it over.`,
    aiSdk &&
      aiSdk.major < 7 &&
      agent === "function" &&
      `The project has the AI SDK ${aiSdk.major}. aiSdkAgent needs version 7, so the suite asks a model by itself.`,
    JSON.stringify(model).includes(':default"') &&
      `No --model was given, so the suite asks for the model "default". A server with one model accepts any name.`,
  ].filter((one) => typeof one === "string");
  return said.length === 0 ? [] : ["", ...said];
}

/** Installs Viva in a folder with the package manager, and shows its output. */
async function installViva(manager: PackageManager, spec: string, folder: string): Promise<void> {
  const args = [...managers[manager].add, spec];
  const remedy = `The files are written. Install it by hand: ${installCommand(manager, spec)}`;
  // On Windows package managers are scripts, which only a shell can start.
  const isWindows = process.platform === "win32";
  const words = isWindows ? args.map((word) => `"${word.replaceAll('"', "")}"`) : args;
  const child = spawn(manager, words, { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell: isWindows });
  const [code] = await once(child, "exit").catch((error: unknown) => {
    throw new InfrastructureError({ message: `${manager} could not be started: ${messageOf(error)}`, remedy });
  });
  if (code !== 0) throw new InfrastructureError({ message: `${manager} could not install ${spec}`, remedy });
}
