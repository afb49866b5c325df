import type { Command } from "commander";
import { InputError } from "../base/index.ts";
import { decideComparison, type GatePolicy, pairResults } from "../gate/index.ts";
import type { Store } from "../store/index.ts";
import { type Compared, comparedText, comparePairs, evidenceFor, highest, refusalsIn } from "./comparing.ts";
import { decideExitCode } from "./exit-code.ts";
import { addComparisonFlags, type GateFlags, policyOf } from "./gate-flags.ts";
import { resolveReference } from "./reference.ts";
import { variants } from "./run-flags.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

interface CompareFlags extends Partial<GateFlags> {
  variant: Record<string, string[]>;
  metric?: string;
  json?: boolean;
}

export function describe(command: Command): Command {
  const described = command
    .argument("<before>", "a run, a baseline's name or a baseline's file")
    .argument("<after>", "the same")
    .option(
      "--variant <name=value[,value]>",
      "which variant, where a run holds several; two: before, after",
      variants,
      {},
    )
    .option("--metric <name>", "compare and decide on this metric alone")
    .option("--json", "as JSON");
  return addComparisonFlags(described)
    .addHelpText(
      "after",
      `
Exit codes: 0 pass, 1 fail, 2 inconclusive, 64 not comparable.

Examples:
  viva compare main latest
  viva compare 7f3a 91bc --metric criteria
  viva compare latest latest --variant prompt=v1,v2`,
    )
    .action(async (before: string, after: string, flags: CompareFlags) => {
      const around = await surroundings();
      const store = await around.openStore();
      try {
        decideExitCode(await compare(around, store, [before, after], flags));
      } finally {
        await store.close();
      }
    });
}

async function compare(
  around: Surroundings,
  store: Store,
  [beforeName, afterName]: readonly [string, string],
  flags: CompareFlags,
): Promise<number> {
  const before = await resolveReference(store, beforeName, around.cwd);
  const after = await resolveReference(store, afterName, around.cwd);
  const { pairs, onlyBefore, onlyAfter } = pairResults(before.results, after.results, flags.variant);
  if (pairs.length === 0) {
    const message = `${beforeName} and ${afterName} have no suite in common: ${onlyBefore.join(", ")} before, ${onlyAfter.join(", ")} after`;
    throw new InputError({ message, remedy: "`viva list` shows which suites a run holds." });
  }
  const compared = comparePairs(pairs, policyAbove(flags));
  const only = flags.metric === undefined ? undefined : [flags.metric];
  if (flags.json) await writeJson(store, compared);
  else for (const one of compared) await show(around, store, one, only);
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
  return highest(compared.flatMap(({ result, policy }) => exitCodesOf(result, policy)));
}

/** One metric decides alone: no other one, and no secondary one, has a say. */
function policyAbove(flags: CompareFlags): GatePolicy {
  const given = policyOf(flags);
  return flags.metric === undefined ? given : { ...given, primary: flags.metric, secondary: undefined };
}

function exitCodesOf(result: Compared["result"], policy: GatePolicy) {
  return result.kind === "compared" ? [decideComparison(result.comparison, policy).exitCode] : [];
}

async function show(around: Surroundings, store: Store, compared: Compared, only: readonly string[] | undefined) {
  const { result } = compared;
  if (result.kind === "refused") return;
  process.stdout.write(`${await comparedText(store, compared, result.comparison, { style: around.style, only })}\n\n`);
}

async function writeJson(store: Store, compared: readonly Compared[]): Promise<void> {
  const suites = [];
  for (const one of compared) {
    const { result, after, before, policy } = one;
    if (result.kind === "refused") {
      const { reasons, cases, notCompared, rescore } = result.refusal;
      const sides = {
        before: { run: before.run, variant: before.variant },
        after: { run: after.run, variant: after.variant },
      };
      suites.push({
        suite: after.suite,
        ...sides,
        refused: reasons,
        cases,
        notCompared,
        rescore,
        changes: result.changes,
      });
      continue;
    }
    const evidence = await evidenceFor(store, one, result.comparison, Number.POSITIVE_INFINITY);
    const flips = result.comparison.flips.map((flip) => ({ ...flip, evidence: evidence.get(flip.caseId) }));
    suites.push({ ...result.comparison, flips, decision: decideComparison(result.comparison, policy) });
  }
  process.stdout.write(`${JSON.stringify({ format: 1, suites }, null, 2)}\n`);
}
