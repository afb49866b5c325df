import { grouped, plural, safeLine, shellWord } from "../base/index.ts";
import { scanCases } from "../case/index.ts";
import { earlierText, runFacts, showMeasure, showVerdict } from "../report/index.ts";
import { decisionsOf, readSummaries, stoppedText } from "../results/index.ts";
import {
  caseTags,
  caseTitle,
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  showVariant,
} from "../shape/index.ts";
import { agentOf, caseSource, chooseVariants, loadSuites } from "../suite/index.ts";
import { commandOf, type FlagsOf, flagRows, refuse, wholeNumber } from "./command.ts";
import { invocation, print, printJson } from "./print.ts";
import { writeReport } from "./streams.ts";
import { type Desk, type Surroundings, surroundings, withStoreToRead } from "./surroundings.ts";

const rows = flagRows({
  "--cases": "list the cases of the suites instead of the runs",
  "--limit <n>": ["show at most this many runs", wholeNumber(1, 1_000_000), 20],
  "--json": "as JSON",
});
type ListFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["[suites...]", "with --cases: suites by name, file or folder"]],
  flags: rows,
  async act(flags, paths: string[]) {
    if (flags.cases) return listCases(await surroundings(), paths, flags);
    const remedy = `${invocation()} list --cases ${paths.map(shellWord).join(" ")} lists the cases of suites.`;
    refuse(paths.length > 0, "runs cannot be listed by path", remedy);
    return withStoreToRead((desk) => listRuns(desk, flags));
  },
});

async function listRuns(desk: Desk, flags: ListFlags): Promise<void> {
  const { store, style } = desk;
  const runs = await store.runs.list(flags.limit);
  if (flags.json) return printJson(runs);
  if (runs.length === 0) print(`no runs yet: ${invocation()} run starts one`);
  for (const run of runs) {
    const facts = runFacts(run.header).map((fact) => style.dim(`   ${fact}`));
    const when = new Date(run.createdAt).toISOString().slice(0, 16).replace("T", " ");
    print(`${style.bold(run.id)}  ${when}${run.finishedAt === undefined ? "  unfinished" : ""}${facts.join("")}`);
    const decisions = await decisionsOf(store, run);
    for (const [index, suite] of run.suites.entries())
      await listSuite(desk, run, suite, decisions[index] as SuiteDecision);
  }
  if (runs.length > 0) print(style.dim(await storeSize(desk)));
}

async function listSuite({ store, style }: Desk, run: StoredRun, suite: StoredSuite, decision: SuiteDecision) {
  const standIn = run.header.options.agent;
  const summaries = await readSummaries(store, run, suite);
  const verdict = `   ${showVerdict(decision, style)}`;
  for (const summary of summaries) {
    const { tally, passRate, variant, early } = summary;
    const choice = showVariant(variant);
    const facts = [
      `${suite.name}${choice ? ` · ${choice}` : ""}`,
      `pass rate ${showMeasure(passRate)}`,
      `${grouped(tally.planned - tally.pending)} of ${plural(tally.planned, "trial")}`,
      ...(early ? [stoppedText(early)] : []),
      earlierText(summary) ?? [],
      run.header.given ? "given transcripts" : standIn ? `stand-in: ${standIn}` : suite.header.mode,
    ].flat();
    print(`    ${facts.join("   ")}${summaries.length === 1 ? verdict : ""}`);
  }
  // The verdict is the suite's: with several variants it is printed below all of them.
  if (summaries.length > 1) print(`    ${suite.name}${verdict}`);
}

/** The store's size on disk, and how to reduce it. */
async function storeSize({ store, invocation }: Desk): Promise<string> {
  const megabytes = (await store.size()) / 1e6;
  const hint = megabytes < 100 ? "" : `; ${invocation} rm --older-than 30d or --keep 20 makes it smaller`;
  return `the store takes ${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB${hint}`;
}

/** The cases of suites, instead of runs. */
async function listCases(around: Surroundings, paths: string[], flags: { json?: boolean }): Promise<void> {
  for (const loaded of await loadSuites(around.project, paths, around.cwd)) {
    const variant = chooseVariants(loaded.suite.variants)[0] ?? {};
    const { tools } = agentOf(loaded.suite, variant);
    const set = await scanCases(caseSource(loaded.suite), { baseDirectory: loaded.folder, tools });
    if (!flags.json) print(`${around.style.bold(loaded.suite.name)}  ${plural(set.size, "case")}`);
    for (let index = 0; index < set.size; index++) {
      const testCase = around.redactor.value(await set.read(index));
      const { id } = testCase;
      const [title, tags] = [caseTitle(testCase), caseTags(testCase)];
      if (flags.json) {
        writeReport(`${JSON.stringify({ suite: loaded.suite.name, ...testCase, title, tags })}\n`);
        continue;
      }
      const tagged = tags.length > 0 ? around.style.dim(`  [${safeLine(tags.join(", "))}]`) : "";
      print(`  ${id}${tagged}${title === id ? "" : `  ${safeLine(title)}`}`);
    }
  }
}
