import { stepsText } from "../report/index.ts";
import { defaultOptions, planRun, prepareMetrics, type SuitePlan, writeSteps } from "../run/index.ts";
import { commandOf, trafficOf } from "./command.ts";
import { print } from "./print.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

export default commandOf({
  takes: [["[suites...]", "suites by name, file or folder; without any, those that viva.config.ts names"]],
  flags: {
    "--write": "pin the steps in a file beside the suite, to edit and commit",
    "--judge <model>": "let another judge write them",
    "--live": "ask the judge; refused if its key is missing",
    "--replay": "replay recorded steps",
  },
  async act(flags, paths: string[]) {
    const traffic = trafficOf(flags);
    const around = await surroundings();
    const options = { ...defaultOptions, judge: flags.judge, traffic };
    const plans = await planRun(around, paths, options, around.openStore, { judgeOnly: true });
    for (const plan of plans) await showSteps(plan, around, flags.write ?? false);
  },
});

async function showSteps(plan: SuitePlan, { redactor, style }: Surroundings, write: boolean): Promise<void> {
  const { signal } = new AbortController();
  const prepared = await prepareMetrics(plan, { journal: [], redactor, signal, outage: "fail" });
  const name = style.bold(plan.loaded.suite.name);
  const text = redactor.text(stepsText(prepared.plan.metrics));
  print(text === "" ? `${name}  has no metric with evaluation steps` : `${name}\n${text}`);
  // Only steps that a judge wrote are pinned: not those that the suite gives, nor those that are pinned already.
  const made = prepared.plan.metrics.filter((_, index) => plan.metrics[index]?.prepare);
  if (!write || made.length === 0) return;
  const steps = made.map(({ name: metric, steps: lists = {} }) => [
    metric,
    structuredClone(lists) as Record<string, string[]>,
  ]);
  print(`pinned in ${await writeSteps(plan.loaded, redactor.value(Object.fromEntries(steps)))}`);
}
