import type { Command } from "commander";
import { type Decision, decide, decideComparison, type VariantResult, worst } from "../gate/index.ts";
import { zeroToleranceLine } from "../report/index.ts";
import { readSuiteResults, storedFacts } from "../run/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";
import { type AgainstBaseline, decideSuiteAgainst } from "./against-baseline.ts";
import { comparedText, comparisonsIn, verdictSentence } from "./comparing.ts";
import { decideExitCode } from "./exit-code.ts";
import { addGateFlags, type GateFlags, policyOf, refuseUnknownMetrics } from "./gate-flags.ts";
import { type Reference, resolveReference } from "./reference.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

interface StoredGateFlags extends Partial<GateFlags> {
  baseline?: string;
  json?: boolean;
}

export function describe(command: Command): Command {
  const described = command
    .argument("[run]", "a run's id or the beginning of it; the newest without one", "latest")
    .option("--baseline <ref>", "compare with it: a run, a baseline's name or a baseline's file")
    .option("--json", "as JSON");
  return addGateFlags(described)
    .addHelpText("after", "\nDecides a stored run again, by the policy it was played under and the flags above it.")
    .action(async (id: string, flags: StoredGateFlags) => {
      const around = await surroundings();
      const store = await around.openStore();
      try {
        decideExitCode(await gate(around, store, id, flags));
      } finally {
        await store.close();
      }
    });
}

interface DecidedStored {
  suite: string;
  safetyHits: number;
  decision: Decision;
  against: AgainstBaseline | undefined;
  results: VariantResult[];
}

async function gate(around: Surroundings, store: Store, id: string, flags: StoredGateFlags): Promise<number> {
  const run = await store.runs.find(id);
  const reference =
    flags.baseline === undefined ? undefined : await resolveReference(store, flags.baseline, around.cwd);
  const decided: DecidedStored[] = [];
  for (const suite of run.suites) decided.push(await decideSuite(store, run, suite, { flags, reference }));
  if (flags.json) writeJson(run, decided);
  else for (const one of decided) await show(around, store, one, reference);
  return worst(decided.map(({ decision, safetyHits }) => ({ ...decision, safetyHits })));
}

async function decideSuite(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { flags, reference }: { flags: StoredGateFlags; reference: Reference | undefined },
): Promise<DecidedStored> {
  const above = policyOf(flags);
  refuseUnknownMetrics(
    suite.name,
    above,
    suite.header.metrics.map(({ name }) => name),
  );
  const policy = { ...suite.header.gate, ...above };
  const facts = await storedFacts(store, run.id, suite, policy);
  const against = reference && (await decideSuiteAgainst(store, run, suite, { reference, facts, policy }));
  return {
    suite: suite.name,
    safetyHits: facts.safetyHits,
    decision: against?.decision ?? decide(facts, policy),
    against,
    results: await readSuiteResults(store, run, suite),
  };
}

async function show(
  { style }: Surroundings,
  store: Store,
  { suite, decision, against, results }: DecidedStored,
  reference: Reference | undefined,
): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  for (const one of against?.compared ?? []) {
    if (one.result.kind === "compared") say(`${await comparedText(store, one, one.result.comparison, { style })}\n`);
  }
  if (reference && !against)
    say(style.warn(`${reference.name} has no baseline for ${suite}: only its own gates count`));
  for (const line of neverLines(results)) say(style.dim(line));
  // A comparison has said its verdict already; where it decided alone that is enough.
  const [only, second] = against?.compared ?? [];
  const said = only?.result.kind === "compared" && !second && decideComparison(only.result.comparison, only.policy);
  if (!said || said.reason !== decision.reason) say(verdictSentence(suite, decision, style));
}

/** How far "never" reaches, for the metrics that must not be missed once. */
export function neverLines(results: readonly VariantResult[]): string[] {
  return results.flatMap(({ metrics, cases }) =>
    metrics
      .filter(({ zeroTolerance, gating }) => zeroTolerance && gating)
      .flatMap(({ name }) => {
        const values = cases.flatMap((one) => one.values[name] ?? []);
        const hits = values.filter((value) => value < 1).length;
        return zeroToleranceLine({ metric: name, cases: values.length, hits }) ?? [];
      }),
  );
}

function writeJson(run: StoredRun, decided: readonly DecidedStored[]): void {
  const suites = decided.map(({ suite, decision, against }) => {
    return { suite, decision, comparisons: against ? comparisonsIn(against.compared) : [] };
  });
  process.stdout.write(`${JSON.stringify({ format: 1, run: run.id, suites }, null, 2)}\n`);
}
