import type { Command } from "commander";
import { exitCodes, InputError } from "../base/index.ts";
import { type GatePolicy, pairResults, passRateName, worst } from "../gate/index.ts";
import type { Store } from "../store/index.ts";
import { type ComparedPair, comparedText, comparePairs, comparisonsIn, evidenceFor, refusalsIn } from "./comparing.ts";
import { decideExitCode } from "./exit-code.ts";
import { addComparisonFlags, type GateFlags, policyOf, refuseUnknown } from "./gate-flags.ts";
import { print, printError } from "./print.ts";
import { resolveReference } from "./reference.ts";
import { variants } from "./run-flags.ts";
import { type Surroundings, withStore } from "./surroundings.ts";

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
      "the variant to compare, if a run holds several; two values: before, after",
      variants,
      {},
    )
    .option("--metric <name>", "compare and decide on this metric alone")
    .option("--json", "as JSON");
  return addComparisonFlags(described)
    .addHelpText(
      "after",
      `
Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 trials errored, pending or without a value, 64 not comparable.

Examples:
  viva compare main latest
  viva compare 7f3a 91bc --metric criteria
  viva compare latest latest --variant prompt=v1,v2`,
    )
    .action(async (before: string, after: string, flags: CompareFlags) => {
      decideExitCode(await withStore((store, around) => compare(around, store, [before, after], flags)));
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
  const { pairs, unmatched, onlyBefore, onlyAfter } = pairResults(before.results, after.results, flags.variant);
  if (pairs.length === 0) {
    const message = `${beforeName} and ${afterName} have no suite in common: ${onlyBefore.join(", ")} in the first, ${onlyAfter.join(", ")} in the second`;
    throw new InputError({ message, remedy: "`viva list` shows which suites a run holds." });
  }
  const metrics = pairs.flatMap((pair) => [...pair.before.metrics, ...pair.after.metrics].map(({ name }) => name));
  refuseUnknown(flags.secondary ?? [], [passRateName, ...metrics]);
  const compared = comparePairs(pairs, policyAbove(flags), {
    alone: flags.metric !== undefined,
    baseline: before.kind !== "run",
  });
  const only = flags.metric === undefined ? undefined : [flags.metric];
  if (flags.json) await writeJson(store, compared);
  else
    for (const one of compared)
      for (const text of await comparedText(store, one, { style: around.style, only })) print(`${text}\n`);
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
  const later = [...onlyAfter, ...unmatched].map((name) => `${name} is only in the later run`);
  for (const one of [...onlyBefore.map((name) => `${name} is only in the earlier run`), ...later])
    printError(around.style.warn(`not compared: ${one}`));
  // A suite or variant that was examined before and is not compared now may have got worse.
  const open = onlyBefore.length + unmatched.length > 0 ? [{ exitCode: exitCodes.inconclusive }] : [];
  return worst([...comparisonsIn(compared).map(({ decision }) => decision), ...open]);
}

/** With --metric, that metric alone decides: no secondary metric is looked at. */
function policyAbove(flags: CompareFlags): GatePolicy {
  const given = policyOf(flags);
  return flags.metric === undefined ? given : { ...given, primary: flags.metric, secondary: undefined };
}

async function writeJson(store: Store, compared: readonly ComparedPair[]): Promise<void> {
  const suites = [];
  for (const { result, before, after } of compared) {
    if (result.kind === "refused") {
      const { reasons: refused, cases, notCompared, rescore } = result.refusal;
      const [first, second] = [before, after].map(({ run, variant }) => ({ run, variant }));
      const facts = { suite: after.suite, before: first, after: second, changes: result.changes };
      suites.push({ ...facts, refused, cases, notCompared, rescore });
      continue;
    }
    const evidence = await evidenceFor(store, { before, after }, result.comparison, Number.POSITIVE_INFINITY);
    const flips = result.comparison.flips.map((flip) => ({ ...flip, evidence: evidence.get(flip.caseId) }));
    suites.push({ ...result.comparison, flips });
  }
  process.stdout.write(`${JSON.stringify({ format: 2, suites }, null, 2)}\n`);
}
