import { type Command, InvalidArgumentError } from "commander";
import { InputError, safeLine, sameJson } from "../base/index.ts";
import {
  casesNeeded,
  passRateName,
  powerBasis,
  repeatsNeeded,
  smallestVisible,
  type VariantResult,
} from "../gate/index.ts";
import { powerText, visibleLine } from "../report/index.ts";
import { pastResults, type SuitePlan } from "../run/index.ts";
import type { Store } from "../store/index.ts";
import { showVariant } from "../suite/index.ts";
import { historyOf, leftOutLines, refuseUnknownMetric } from "./history.ts";
import { collect } from "./run-flags.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

interface PowerFlags {
  detect?: number;
  metric: string[];
  power?: number;
  json?: boolean;
}

export function describe(command: Command): Command {
  return command
    .argument("<suite>", "the suite's name")
    .option("--detect <change>", "the change to be seen, such as 0.05", fraction)
    .option("--metric <name>", "for this metric; without one the pass rate and the gate's primary metric", collect, [])
    .option("--power <share>", "how often it shall be seen where it is there (default 0.8)", fraction)
    .option("--json", "as JSON")
    .action(async (suite: string, flags: PowerFlags) => {
      const around = await surroundings();
      const store = await around.openStore();
      try {
        await power(around, store, suite, flags);
      } finally {
        await store.close();
      }
    });
}

async function power(around: Surroundings, store: Store, suite: string, flags: PowerFlags): Promise<void> {
  const { detect } = flags;
  if (detect === undefined) {
    throw new InputError({
      message: "how small a change is to be seen?",
      remedy: "Say it with --detect, such as --detect 0.05.",
    });
  }
  const question = { detect, power: flags.power };
  const past = await historyOf(store, suite, pastRuns);
  const { results, leftOut } = past;
  refuseUnknownMetric(flags.metric, results);
  const bases = byVariant(results).map((ofVariant) => {
    const found = measuresOf(flags.metric, ofVariant).flatMap((measure) => powerBasis(ofVariant, measure) ?? []);
    return { variant: ofVariant[0]?.variant ?? {}, found };
  });
  if (flags.json) {
    const all = bases.flatMap(({ variant, found }) =>
      found.map((basis) => ({
        variant,
        ...basis,
        casesNeeded: casesNeeded(basis, question),
        repeatsNeeded: repeatsNeeded(basis, question),
        smallestVisible: smallestVisible(basis, { power: flags.power }),
      })),
    );
    const report = { format: 1, suite, ...question, measures: all, leftOut };
    return void process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  }
  for (const { variant, found } of bases) {
    const choice = showVariant(variant);
    const head = `${around.style.bold(safeLine(suite, 60))}${choice ? ` · ${safeLine(choice, 60)}` : ""}`;
    process.stdout.write(`${[head, ...found.map((basis) => powerText(basis, question))].join("\n")}\n\n`);
  }
  for (const line of leftOutLines(past)) process.stdout.write(`${around.style.dim(line)}\n`);
}

/** Older runs say little about what the suite is now. */
const pastRuns = 6;

function byVariant(results: readonly VariantResult[]): VariantResult[][] {
  const groups: VariantResult[][] = [];
  for (const result of results) {
    const known = groups.find(([first]) => first && sameJson(first.variant, result.variant));
    if (known) known.push(result);
    else groups.push([result]);
  }
  return groups;
}

function measuresOf(wanted: readonly string[], [newest]: readonly VariantResult[]): string[] {
  if (wanted.length > 0) return [...new Set(wanted)];
  return [...new Set([passRateName, newest?.gate.primary ?? passRateName])];
}

/** For a plan: the smallest change it will be able to show, where past runs tell. */
export async function plannedPower(plan: SuitePlan, store: Store): Promise<string[]> {
  const { results } = await pastResults(store, plan.loaded.suite.name, pastRuns);
  return plan.variants.flatMap(({ variant, cases }) => {
    const ofVariant = results.filter((result) => sameJson(result.variant, variant));
    const basis = powerBasis(ofVariant, plan.gate.primary);
    if (!basis) return [];
    const choice = plan.variants.length > 1 ? ` · ${showVariant(variant)}` : "";
    return [
      `  ${safeLine(plan.loaded.suite.name, 60)}${choice}: ${visibleLine(basis, { cases: cases.length, repeats: plan.repeat })}`,
    ];
  });
}

function fraction(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("give a number between 0 and 1.");
  return value;
}
