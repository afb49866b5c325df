import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, type Place, relativePath } from "../base/index.ts";
import { annotations, InertLog, inertJson, markdownReport } from "../report/index.ts";
import type { SuitePlan } from "../run/index.ts";
import type { Reporting } from "./reports.ts";
import type { Desk } from "./surroundings.ts";

type Stream = Pick<NodeJS.WriteStream, "write">;

const plainly = new WeakMap<Stream, (text: string) => unknown>();

/**
 * GitHub's runner takes some lines of the log as commands. This keeps whatever an agent says, or its code prints, from
 * being such a line. Annotations are written past it.
 */
export function keepLogInert(args: readonly string[], words: readonly string[]): void {
  const { stdout, stderr } = process;
  if (plainly.has(stderr)) return;
  plainly.set(stderr, stderr.write.bind(stderr));
  const [lines, errorLines] = [new InertLog(), new InertLog()];
  guard(stderr, (text) => errorLines.text(text));
  guard(stdout, isJson(args, words) ? inertJson : (text) => lines.text(text));
}

/** Whether stdout is JSON, whose meaning must not be altered. */
function isJson(args: readonly string[], [command = "", part]: readonly string[]): boolean {
  const isExport = command === "baseline" ? part === "export" : command === "export" && !/\bcsv\b/.test(args.join(" "));
  return args.includes("--json") || isExport || ["play", "schema"].includes(command);
}

function guard(stream: Stream, inert: (text: string) => string): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? inert(chunk) : chunk, ...rest)) as Stream["write"];
}

/** On GitHub's runner, writes the job's summary, and annotations at the cases that failed. */
export async function tellGitHub(
  { store }: Desk,
  plans: readonly SuitePlan[],
  { run, decisions, comparison, say }: Reporting,
): Promise<void> {
  const { env: environment } = process;
  if (environment.GITHUB_ACTIONS !== "true") return;
  const summary = environment.GITHUB_STEP_SUMMARY;
  if (summary) {
    try {
      await appendFile(summary, `${await markdownReport({ store, run, decisions, comparison })}\n`);
    } catch (error) {
      // The verdict does not depend on the summary.
      say(`the job's summary could not be written: ${messageOf(error)}`);
    }
  }
  const repository = environment.GITHUB_WORKSPACE ?? process.cwd();
  const lines = await annotations({ store, run, decisions, placeOf: placesIn(plans, repository) });
  for (const line of lines) (plainly.get(process.stderr) ?? say)(`${line}\n`);
}

/** The places of cases, relative to the repository. The place of a case given in code is its suite's file. */
function placesIn(plans: readonly SuitePlan[], repository: string) {
  const named = (file: string) => relativePath(repository, file);
  return (suite: string, caseId: string): Place | undefined => {
    const plan = plans.find(({ loaded }) => loaded.suite.name === suite);
    if (!plan) return undefined;
    const { cases, loaded } = plan;
    for (let index = 0; index < cases.size; index++) {
      if (cases.id(index) !== caseId) continue;
      const { file, line } = cases.place(index);
      return cases.files.includes(file)
        ? { file: named(resolve(loaded.folder, file)), line }
        : { file: named(loaded.file) };
    }
    return { file: named(loaded.file) };
  };
}
