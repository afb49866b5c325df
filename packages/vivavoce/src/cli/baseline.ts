import type { Command } from "commander";
import { InputError, plural, refuseUnknown, safeLine } from "../base/index.ts";
import { effective, percent, reachText } from "../gate/index.ts";
import { readResults, takeOver, whyNotWhole } from "../results/index.ts";
import {
  baselineNameSchema,
  baselineText,
  cellsOf,
  parseBaseline,
  passRateName,
  type StoredRun,
  showVariant,
  type VariantResult,
} from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readNamed, writeNamed } from "./named-file.ts";
import { invocation, print, printJson } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { type Desk, withStore, withStoreToRead } from "./surroundings.ts";

export default function describe(command: Command): Command {
  command
    .command("set <name> [run]")
    .description("give a run a name; without an id, the newest run")
    .option("--partial", "accept a run of selected cases too")
    .action((name: string, run: string | undefined, flags: { partial?: boolean }) =>
      withStore(({ store }) => setBaseline(store, name, run ?? "latest", flags)),
    );
  command
    .command("list")
    .description("list the baselines")
    .option("--json", "as JSON")
    .action((flags: { json?: boolean }) => withStoreToRead(({ store }) => listBaselines(store, flags)));
  command
    .command("export <name>")
    .description("write a baseline to a file to commit: header and values, no transcripts")
    .option("--file <file>", "write to this file instead of stdout")
    .action((name: string, { file }: { file?: string }) => withStore((desk) => exportBaseline(desk, name, file)));
  command
    .command("import <file>")
    .description("read a baseline from a file")
    .option("--name <name>", "use this name instead of the file's own")
    .action((file: string, { name }: { name?: string }) => withStore((desk) => importBaseline(desk, file, name)));
  command
    .command("rm <name>")
    .description("delete a baseline; its run stays")
    .action((name: string) =>
      withStore(async ({ store }) => {
        if ((await store.baselines.remove(name)) === 0) await refuseUnknownBaseline(store, name);
        print(`deleted baseline ${name}`);
      }),
    );
  return command.addHelpText(
    "after",
    `
Examples:
  viva baseline set main
  viva run --baseline main
  viva baseline export main --file baselines/main.json`,
  );
}

async function setBaseline(store: Store, name: string, id: string, { partial = false }: { partial?: boolean }) {
  const checked = checkedName(name);
  const run = await store.runs.find(id);
  const results = await readResults(store, run);
  await refuseAsBaseline(store, run, results, { name: checked, partial });
  await store.baselines.set(checked, results, Date.now());
  for (const result of results) print(`${checked} is now ${describeResult(result)}`);
  for (const line of new Set(results.flatMap((result) => reachText(result) ?? []))) print(line);
}

function checkedName(name: string): string {
  const parsed = baselineNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new InputError({ message: `${safeLine(name, 60)}: ${parsed.error.issues[0]?.message ?? "not a valid name"}` });
}

function describeResult({ suite, variant, run, cases }: VariantResult): string {
  const choice = showVariant(variant);
  return `run ${safeLine(run, 20)} for ${safeLine(suite, 60)}${choice ? ` · ${safeLine(choice, 60)}` : ""}, ${plural(cases.length, "case")}`;
}

async function listBaselines(store: Store, { json = false }: { json?: boolean }): Promise<void> {
  const entries = await store.baselines.list();
  if (json) return printJson(entries);
  if (entries.length === 0) print("no baselines yet: viva baseline set NAME names the newest run");
  for (const { suite, name, run, createdAt, header } of entries) {
    const choice = showVariant(header.variant);
    const judges = [...new Set(Object.values(header.judges))].join(", ");
    const facts = [
      `${name}   ${safeLine(suite, 60)}${choice ? ` · ${safeLine(choice, 60)}` : ""}`,
      `run ${safeLine(run, 20)}, set ${new Date(createdAt).toISOString().slice(0, 10)}`,
      `agent ${safeLine(header.agent.name, 60)} ${safeLine(header.agent.version, 40)}`,
      `cases ${header.dataset.slice(0, 8)}`,
      ...(judges === "" ? [] : [`judge ${safeLine(judges, 80)}`]),
    ];
    print(facts.join("   "));
  }
}

async function exportBaseline(desk: Desk, name: string, file?: string): Promise<void> {
  const { store, cwd } = desk;
  const { kind, results } = await resolveReference(desk, name);
  if (kind !== "baseline") await refuseUnknownBaseline(store, name);
  const text = baselineText({ baseline: name, results });
  if (file === undefined) return void process.stdout.write(text);
  print(`${name} is written to ${await writeNamed(file, { cwd, fault: "the baseline cannot be written" }, [text])}`);
}

async function importBaseline({ store, cwd }: Desk, file: string, given?: string): Promise<void> {
  const text = await readNamed(file, { cwd, fault: "the baseline cannot be read" });
  const { baseline, results } = parseBaseline(text, file);
  const name = checkedName(given ?? baseline);
  await store.baselines.set(name, results, Date.now());
  for (const result of results) print(`${name} is now ${describeResult(result)}`);
}

async function refuseUnknownBaseline(store: Store, name: string): Promise<void> {
  const known = (await store.baselines.list()).map((entry) => entry.name);
  refuseUnknown("baseline", [name], known, { otherwise: "`viva baseline list` shows the baselines." });
}

/** A baseline represents the agent on the whole suite. A run that is unfinished, of a stand-in, or of some cases does not. */
export async function refuseAsBaseline(
  store: Store,
  run: StoredRun,
  results: readonly VariantResult[],
  { name, partial }: { name: string; partial: boolean },
): Promise<void> {
  const refused = (what: string, remedy: string) =>
    new InputError({ message: `run ${run.id} ${what}, so it cannot be a baseline`, remedy });
  const finish = run.header.given ? "score" : "run --resume";
  if (run.finishedAt === undefined)
    throw refused("is unfinished", `Finish it first: ${invocation()} ${finish} ${run.id}.`);
  const missing = results.map(tooManyMissing).find((found) => found !== undefined);
  const complete = `Play or score what is missing: ${invocation()} run --resume ${run.id}, ${invocation()} score ${run.id}.`;
  if (missing) throw refused(missing, complete);
  if (await takeOver(store, run)) throw refused("has results that were changed", `Play it again: ${invocation()} run.`);
  const instead = await insteadOf(store, run, name);
  const how = results.find(({ chosen }) => chosen)?.chosen?.how;
  if (how === "by outcome") throw refused("played only cases that failed before (--failed)", instead);
  if (how === "by hand") throw refused("played cases that were chosen by hand (--case)", instead);
  const why = whyNotWhole(run);
  if (why === undefined || why === "given transcripts" || (why === "selected cases" && partial)) return;
  if (why === "shard") throw refused("is one shard of a run", "Merge all shards first: viva merge.");
  if (why === "stopped early")
    throw refused(
      "was stopped early and did not play the whole suite",
      `Play it without --stop early: ${invocation()} run.`,
    );
  if (why === "stand-in") throw refused(`examined the stand-in "${run.header.options.agent}", not the agent`, instead);
  throw refused("played selected cases only", `${instead} Or accept it with --partial.`);
}

/** The values that a gate decides by must be there: a value missing from the baseline would help the later run. */
function tooManyMissing({ suite, cases, repeats, gate }: VariantResult): string | undefined {
  const { maxUnscored, secondary } = effective(gate);
  const { primary = passRateName, floors = {} } = gate;
  const measures = new Set([passRateName, primary, ...secondary, ...Object.keys(floors)]);
  for (const measure of measures) {
    const cells = cases.flatMap((one) => cellsOf(one, measure, repeats)).filter((cell) => cell !== "skipped");
    const missing = cells.filter((cell) => cell === "missing").length;
    // In a suite whose metrics are only reported, no trial has a pass or fail.
    if (cells.length === 0 && measure === passRateName) continue;
    if (cells.length === missing) return `has no value for ${measure} in suite ${suite}`;
    if (missing / cells.length <= maxUnscored) continue;
    return `has no value for ${measure} in ${missing} of ${cells.length} trials of suite ${suite}, more than the ${percent(maxUnscored)} that gate.maxUnscored allows`;
  }
  return undefined;
}

async function insteadOf(store: Store, run: StoredRun, name: string): Promise<string> {
  const holdsAll = ({ suites }: StoredRun) =>
    run.suites.every((suite) => suites.some((candidate) => candidate.name === suite.name));
  const whole = (await store.runs.list()).find(
    (other) => other.finishedAt !== undefined && whyNotWhole(other) === undefined && holdsAll(other),
  );
  return whole
    ? `Take the newest run of the whole suite: ${invocation()} baseline set ${name} ${whole.id}.`
    : `Play the whole suite first: ${invocation()} run.`;
}
