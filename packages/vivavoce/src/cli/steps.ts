import type { Command } from "commander";
import { defaultOptions, prepareMetrics, type SuitePlan, writeSteps } from "../run/index.ts";
import { listenForInterruption } from "./interruption.ts";
import { planRun } from "./plan-run.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

interface StepsFlags {
  write?: boolean;
  live?: boolean;
  replay?: boolean;
  judge?: string;
}

export function describe(command: Command): Command {
  return command
    .argument("[paths...]", "suite files or folders; without any, the suites that viva.config.ts names")
    .option("--write", "pin the steps in a file beside the suite, to be edited and committed")
    .option("--judge <model>", "another judge to make them")
    .option("--live", "ask the judge; refused where its key is missing")
    .option("--replay", "take them from recordings")
    .action(async (paths: string[], flags: StepsFlags) => {
      const around = await surroundings();
      const options = {
        ...defaultOptions,
        judge: flags.judge,
        traffic: flags.live ? ("live" as const) : flags.replay ? ("replay" as const) : undefined,
      };
      const plans = await planRun(around, paths, options, around.openStore, { judgeOnly: true });
      for (const plan of plans) await showSteps(plan, around, flags.write ?? false);
    });
}

async function showSteps(plan: SuitePlan, { redactor, style }: Surroundings, write: boolean): Promise<void> {
  const interruption = listenForInterruption(() => {});
  const prepared = await prepareMetrics(plan, { journal: [], redactor, signal: interruption.stop });
  interruption.release();
  const made = prepared.plan.metrics.filter(({ steps }) => steps && Object.keys(steps).length > 0);
  process.stdout.write(
    `${style.bold(plan.loaded.suite.name)}${made.length === 0 ? "  has no metric with evaluation steps" : ""}\n`,
  );
  for (const { name, steps } of made) {
    for (const [list, lines] of Object.entries(steps ?? {})) {
      process.stdout.write(
        `  ${name}, ${list}\n${lines.map((line, index) => `    ${index + 1}. ${line}`).join("\n")}\n`,
      );
    }
  }
  // What the suite gives itself is pinned already; the file holds what was made.
  const unpinned = made.filter(({ name }) => plan.metrics.find((metric) => metric.name === name)?.withSteps);
  if (!write || unpinned.length === 0) return;
  const steps = unpinned.map(({ name, steps: lists = {} }) => [
    name,
    structuredClone(lists) as Record<string, string[]>,
  ]);
  process.stdout.write(`pinned in ${await writeSteps(plan.loaded, Object.fromEntries(steps))}\n`);
}
