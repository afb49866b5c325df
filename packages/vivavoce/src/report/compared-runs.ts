import { InputError, version } from "../base/index.ts";
import { type Comparison, type ComparisonWishes, type Flip, pairResults, type WantedVariants } from "../gate/index.ts";
import { type ComparedPair, comparePairs, type Reference, withAgain } from "../results/index.ts";
import type { GatePolicy, SuiteDecision, VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { type DiffRow, textDiff } from "../world/index.ts";
import { evidenceFor, placesOf, refusalsIn, worseFirst } from "./compared-pairs.ts";
import { type ComparisonNotes, comparisonNotes } from "./comparison-notes.ts";
import { tableNotes } from "./comparison-table.ts";
import { changeNote } from "./dimensions-text.ts";
import type { FlipEvidence, TranscriptPlace } from "./flip-evidence.ts";
import { variantChoice } from "./views/variant-choice.ts";
import type { ViewContext } from "./views/view.ts";
import { type Overall, overallDecision, ownGates, type Whole, wholeReason } from "./whole-verdict.ts";

/** Two sides, paired and compared: the one computation behind terminal, page and reports. */
export interface ComparedRuns extends Whole {
  before: Reference;
  after: Reference;
}

interface ComparedWishes extends ComparisonWishes {
  /** One suite of several, by name. */
  suite?: string | undefined;
  variants?: WantedVariants | undefined;
  /** Put above the policy of the later side. */
  policy?: GatePolicy | undefined;
}

/** Pairs two sides and compares each pair; refuses sides that cannot be paired. */
export async function compareRuns(
  store: Store,
  [before, after]: readonly [Reference, Reference],
  { suite, variants, policy = {}, ...wishes }: ComparedWishes = {},
): Promise<ComparedRuns> {
  const chosen = (results: readonly VariantResult[]) =>
    results.filter((result) => suite === undefined || result.suite === suite);
  const found = pairResults(chosen(before.results), chosen(after.results), variants);
  const { pairs, unmatched, onlyBefore, onlyAfter } = found;
  if (pairs.length === 0) {
    const has = (names: readonly string[]) => names.join(", ") || "none";
    const named = suite === undefined ? "no suite in common" : `no suite ${suite} in common`;
    throw new InputError({
      message: `${before.name} and ${after.name} have ${named}: ${has(onlyBefore)} in the first, ${has(onlyAfter)} in the second`,
      remedy: "`viva list` shows which suites a run holds.",
    });
  }
  return {
    before,
    after,
    pairs: comparePairs(await withAgain(store, pairs, before), policy, { ...wishes, baseline: before.kind !== "run" }),
    notCompared: [
      ...onlyBefore.map((name) => `${name} is only in the earlier run`),
      ...[...onlyAfter, ...unmatched].map((name) => `${name} is only in the later run`),
    ],
    open: onlyBefore.length + unmatched.length > 0,
  };
}

/** A flip with a line of each conversation. */
export interface ShownFlip extends Flip {
  evidence?: FlipEvidence | undefined;
}

/** What a pair of results is called, and how to ask for it alone. */
interface PairFacts {
  /** Where the conversations are; undefined for a baseline whose run is not in the store. */
  stored: { before: TranscriptPlace | undefined; after: TranscriptPlace | undefined };
  /** The query that chooses this pair among others. */
  only: { suite: string; variant: string };
  /** The changed prompts, line by line, and how many of the lines are left out. */
  prompts: { name: string; rows: DiffRow[]; leftOut: number }[];
}

/** More lines of a prompt than this nobody reads, and a page would be slow with them. */
const mostRows = 2_000;

/** A pair that was compared, as every form shows it. */
export interface ShownComparison extends Omit<Comparison, "flips">, PairFacts {
  /** The worse first. */
  flips: ShownFlip[];
  /** How the figures are to be read, and what was not looked at, as the terminal says it. */
  notes: ComparisonNotes & { table: string[]; dimensions: string };
  refused?: undefined;
}

type Refusal = Extract<ComparedPair["result"], { kind: "refused" }>;

/** A pair that cannot be compared, with what to do. */
export interface ShownRefusal
  extends Pick<Refusal["refusal"], "cases" | "notCompared" | "rescore">,
    Pick<Refusal, "changes">,
    PairFacts {
  suite: string;
  before: Pick<VariantResult, "run" | "variant">;
  after: Pick<VariantResult, "run" | "variant">;
  refused: string[];
  remedy: string;
}

export type PairAnswer = ShownComparison | ShownRefusal;

/** One side, and what it offers to compare. */
interface ShownSide extends Pick<Reference, "kind" | "name"> {
  /** When its newest run began. */
  createdAt: string;
  suites: { suite: string; run: string; variants: VariantResult["variant"][] }[];
}

/** A whole comparison as plain data: what `viva compare --json` prints, a report holds and the page draws. */
export interface ShownRuns extends Overall {
  before: ShownSide;
  after: ShownSide;
  suites: PairAnswer[];
  notCompared: string[];
  /** Suites whose own gates decided otherwise than the comparison, such as a floor that the pass rate is under. */
  ownGates: SuiteDecision[];
  /** What the verdict on the whole stands for, where there is more than one. */
  reason?: string | undefined;
}

/** Reads the evidence of at most `mostFlips` flips a pair. */
export async function showRuns(
  { store, invocation }: Pick<ViewContext, "store" | "invocation">,
  compared: ComparedRuns,
  mostFlips = Number.POSITIVE_INFINITY,
): Promise<ShownRuns> {
  const suites: PairAnswer[] = [];
  for (const pair of compared.pairs) {
    const { before, after, result } = pair;
    const changes = result.kind === "compared" ? result.comparison.changes : result.changes;
    const facts: PairFacts = {
      stored: await placesOf(store, pair),
      only: { suite: after.suite, variant: variantChoice(before.variant, after.variant) },
      prompts: changes.flatMap((change) =>
        change.kind === "file" && change.before !== undefined && change.after !== undefined
          ? [{ name: change.name, ...firstRows(textDiff(change.before, change.after)) }]
          : [],
      ),
    };
    if (result.kind === "compared") {
      const evidence = await evidenceFor(store, pair, result.comparison, mostFlips);
      const flips = worseFirst(result.comparison.flips).map((flip) => ({
        ...flip,
        evidence: evidence.get(flip.caseId),
      }));
      const table = tableNotes(result.comparison, result.comparison.measures);
      const notes = { ...comparisonNotes(result.comparison), table, dimensions: changeNote(result.comparison.exact) };
      suites.push({ ...result.comparison, ...facts, flips, notes });
      continue;
    }
    const [problem] = await refusalsIn(store, [pair], invocation);
    const { reasons: refused, cases, notCompared, rescore } = result.refusal;
    const side = ({ run, variant }: VariantResult) => ({ run, variant });
    suites.push({
      ...{ suite: after.suite, before: side(before), after: side(after), refused, remedy: problem?.remedy ?? "" },
      ...{ cases, notCompared, rescore, changes, ...facts },
    });
  }
  return {
    ...{ before: shownSide(compared.before), after: shownSide(compared.after) },
    ...overallDecision(compared),
    ...{ suites, notCompared: [...compared.notCompared], ownGates: ownGates(compared), reason: wholeReason(compared) },
  };
}

function firstRows(rows: readonly DiffRow[]) {
  return { rows: rows.slice(0, mostRows), leftOut: Math.max(0, rows.length - mostRows) };
}

/** A run by its id, so that the name still holds tomorrow; anything else by its name. */
export function shownSide({ kind, name, results }: Reference): ShownSide {
  const groups = Map.groupBy(results, ({ suite }) => suite);
  const suites = [...groups].map(([suite, own]) => {
    return { suite, run: own[0]?.run ?? "", variants: own.map(({ variant }) => variant) };
  });
  const [newest = new Date(0).toISOString()] = results
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .reverse();
  return { kind, name: kind === "run" ? (results[0]?.run ?? name) : name, createdAt: newest, suites };
}

/** A comparison for programs: what `viva compare --json` prints, and what `--report json` writes. */
export function comparisonJson({ before, after, verdict, exitCode, reason, notCompared, ownGates, suites }: ShownRuns) {
  return {
    format: 3,
    header: { viva: version, before, after, verdict, exitCode, reason, notCompared, ownGates },
    // What is only for the page, or can be made from the rest, is left out.
    suites: suites.map(({ only: _only, prompts: _prompts, ...pair }) => pair),
  };
}
