import type { Command } from "commander";
import { InputError, safeLine } from "../base/index.ts";
import { scanCases } from "../case/index.ts";
import { plural, showRate, showVerdict, storedDecisions, summariseSuite } from "../report/index.ts";
import { agentOf, caseSource, chooseVariants, loadSuites } from "../suite/index.ts";
import { wholeNumber } from "./run-flags.ts";
import { shellWord } from "./shell-word.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";
import { invocation, type Surroundings, surroundings } from "./surroundings.ts";

interface ListFlags {
  cases?: boolean;
  json?: boolean;
  limit: number;
}

export function describe(command: Command): Command {
  return command
    .argument("[paths...]", "with --cases: suite files or folders")
    .option("--cases", "the cases of the suites instead of the runs")
    .option("--limit <n>", "so many runs at the most", wholeNumber(1, 1_000_000), 20)
    .option("--json", "as JSON")
    .action(async (paths: string[], flags: ListFlags) => {
      if (flags.json) keepStdoutForTheReport();
      const around = await surroundings();
      if (!flags.cases && paths.length > 0) {
        const remedy = `${invocation()} list --cases ${paths.map(shellWord).join(" ")} lists the cases of suites.`;
        throw new InputError({ message: "runs are not listed by path", remedy });
      }
      await (flags.cases ? listCases(around, paths, flags) : listRuns(around, flags));
    });
}

async function listRuns(around: Surroundings, flags: ListFlags): Promise<void> {
  const store = await around.openStore();
  try {
    const runs = await store.runs.list(flags.limit);
    if (flags.json) {
      writeReport(`${JSON.stringify(runs, null, 2)}\n`);
      return;
    }
    if (runs.length === 0) writeReport("no runs yet: viva run starts one\n");
    for (const run of runs) {
      const standIn = run.header.options.agent;
      const when = new Date(run.createdAt).toISOString().slice(0, 16).replace("T", " ");
      writeReport(`${around.style.bold(run.id)}  ${when}${run.finishedAt === undefined ? "  unfinished" : ""}\n`);
      const decisions = await storedDecisions(store, run);
      for (const [index, suite] of run.suites.entries()) {
        const summaries = await summariseSuite(store, run.id, suite, { rows: 0 });
        const decision = decisions[index];
        const verdict = decision ? `   ${showVerdict(decision, around.style)}` : "";
        for (const { tally, passRate, variant } of summaries) {
          const choice = Object.entries(variant)
            .map(([name, value]) => ` · ${name} ${value}`)
            .join("");
          const done = `${tally.planned - tally.pending} of ${plural(tally.planned, "trial")}`;
          writeReport(
            `    ${suite.name}${choice}   pass rate ${showRate(passRate)}   ${done}   ${standIn ? `stand-in: ${standIn}` : suite.header.mode}${summaries.length === 1 ? verdict : ""}\n`,
          );
        }
        // The verdict is the suite's: with several variants it stands below them all.
        if (summaries.length > 1) writeReport(`    ${suite.name}${verdict}\n`);
      }
    }
  } finally {
    await store.close();
  }
}

async function listCases(around: Surroundings, paths: string[], flags: ListFlags): Promise<void> {
  for (const loaded of await loadSuites(around.project, paths, around.cwd)) {
    const variant = chooseVariants(loaded.suite.variants)[0] ?? {};
    const { tools } = agentOf(loaded.suite, variant);
    const set = await scanCases(caseSource(loaded.suite), { baseDirectory: loaded.folder, tools });
    if (!flags.json) writeReport(`${around.style.bold(loaded.suite.name)}  ${plural(set.size, "case")}\n`);
    for (let index = 0; index < set.size; index++) {
      const { id, description, tags } = await set.read(index);
      const row = flags.json
        ? JSON.stringify({ suite: loaded.suite.name, id, description, tags })
        : `  ${id}${tags.length > 0 ? around.style.dim(`  [${safeLine(tags.join(", "))}]`) : ""}${description ? `  ${safeLine(description)}` : ""}`;
      writeReport(`${row}\n`);
    }
  }
}
