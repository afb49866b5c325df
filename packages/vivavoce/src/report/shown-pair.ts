import { listed, plural, safeLine, sameJson } from "../base/index.ts";
import { type Comparison, earlierVerdict, type Measure } from "../gate/index.ts";
import { type ComparedPair, findRun } from "../results/index.ts";
import { showVariant, type VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { textDiff } from "../world/index.ts";
import { remedyFor } from "./compared-runs.ts";
import { changeNote } from "./dimensions-text.ts";
import { changedCases, type FlipEvidence, flipEvidence } from "./flip-evidence.ts";
import { variantChoice } from "./views/variant-choice.ts";
import type { ViewContext } from "./views/view.ts";

/** A pair of results as the terminal, the page and the reports show it. */
export type PairAnswer = Awaited<ReturnType<typeof showPair>>;
/** A pair that was compared, and one that cannot be compared, with what to do. */
export type ShownComparison = Extract<PairAnswer, { refused?: undefined }>;
export type ShownRefusal = Exclude<PairAnswer, ShownComparison>;

/** More lines of a prompt than this nobody reads, and a page would be slow with them. */
const mostRows = 2_000;

/** Reads the evidence of at most `mostFlips` flips. */
export async function showPair(
  { store, invocation }: Pick<ViewContext, "store" | "invocation">,
  { before, after, result }: Pick<ComparedPair, "before" | "after" | "result">,
  mostFlips: number,
) {
  const { changes } = result.kind === "compared" ? result.comparison : result;
  const stored = { before: await placeOf(store, before), after: await placeOf(store, after) };
  const { cases } = result.kind === "compared" ? result.comparison : result.refusal;
  const facts = {
    /** Where the conversations are; undefined for a baseline whose run is not in the store. */
    stored,
    /** The cases that were rewritten in between, with what differs. */
    rewritten: await changedCases(store, stored, cases.changed),
    /** The query that chooses this pair among others. */
    only: { suite: after.suite, variant: variantChoice(before.variant, after.variant) },
    /** The changed prompts, line by line, and how many of the lines are left out. */
    prompts: changes.flatMap((change) => {
      if (change.kind !== "file" || change.before === undefined || change.after === undefined) return [];
      const rows = textDiff(change.before, change.after);
      const leftOut = Math.max(0, rows.length - mostRows);
      return [{ name: change.name, rows: rows.slice(0, mostRows), leftOut }];
    }),
  };
  if (result.kind === "refused") {
    const { reasons: refused, notCompared, rescore } = result.refusal;
    const side = ({ run, variant }: VariantResult) => ({ run, variant });
    const remedy = await remedyFor(store, { before, after }, result.refusal, invocation);
    return {
      ...{ suite: after.suite, before: side(before), after: side(after), refused, remedy },
      ...{ cases, notCompared, rescore, changes, ...facts },
    };
  }
  const evidence = new Map<string, FlipEvidence>();
  for (const { caseId } of worseFirst(result.comparison.flips).slice(0, mostFlips)) {
    evidence.set(caseId, await flipEvidence(store, caseId, stored));
  }
  const shown = { ...result.comparison, ...facts, ...shownComparison(result.comparison, evidence) };
  return shown as typeof shown & { refused?: undefined };
}

/** Where the conversations of a side are; a baseline's may be in no store. */
async function placeOf(store: Store, { run, suite, variant }: VariantResult) {
  const stored = await findRun(store, run);
  const found = stored?.id === run ? stored.suites.find(({ name }) => name === suite) : undefined;
  const played = found?.header.variants.some((candidate) => sameJson(candidate.variant, variant));
  return found && played ? { run, suite: found.position, variant } : undefined;
}

/** The flips in the order in which they are shown: the worse first. */
function worseFirst(flips: Comparison["flips"]) {
  return [...flips].sort((a, b) => Number(b.direction === "worse") - Number(a.direction === "worse"));
}

/** "3 flips: 2 worse, 1 better" */
export function flipsText(flips: Pick<Comparison["flips"][number], "direction">[]): string {
  const worse = flips.filter(({ direction }) => direction === "worse").length;
  return `${plural(flips.length, "flip")}: ${worse} worse, ${flips.length - worse} better`;
}

/** "run 7f3a51c2 · prompt v1" */
export function sideTitle({ run, variant }: Pick<VariantResult, "run" | "variant">): string {
  const choice = Object.keys(variant).length > 0 ? [safeLine(showVariant(variant), 60)] : [];
  return [`run ${safeLine(run, 20)}`, ...choice].join(" · ");
}

/** A comparison with a line of each conversation that flipped, and with notes on how to read it. */
export function shownComparison(comparison: Comparison, evidence: ReadonlyMap<string, FlipEvidence> = new Map()) {
  const { cases, undecided, notCompared, sameSample, before, after } = comparison;
  const lists = { changed: cases.changed, "only before": cases.onlyBefore, "only after": cases.onlyAfter };
  const unplayed = comparison.anytime ? "not played in one of the runs" : "not selected or without a tape";
  const left = Object.entries({ ...lists, [unplayed]: cases.notSelected }).filter(([, ids]) => ids.length > 0);
  const open = [before, after].filter(({ pending }) => pending > 0);
  const flipped = undecided.map((one) => `${one.caseId} (${one.before} → ${one.after})`);
  const [fewer, more] = [before.repeats, after.repeats].sort((a, b) => a - b);
  return {
    ...comparison,
    /** The worse first. */
    flips: worseFirst(comparison.flips).map((flip) => ({ ...flip, evidence: evidence.get(flip.caseId) })),
    notes: {
      /** A side is unfinished, or both have the same answers. */
      warnings: [
        ...open.map(
          ({ run, pending }) => `run ${safeLine(run, 20)} is unfinished: ${plural(pending, "trial")} pending`,
        ),
        // Whoever runs the same again to see how far answers vary must know that nothing was drawn anew.
        ...(sameSample > 0
          ? [
              `in ${plural(sameSample, "trial")} the same answers were used twice: one sample, not two. To ask the models anew: viva run --no-cache`,
            ]
          : []),
      ],
      /** What was not looked at. */
      leftOut: [
        ...left.map(([how, ids]) => `left out: ${plural(ids.length, "case")} ${how}: ${listedCases(ids)}`),
        ...(flipped.length > 0 ? [`not decided: ${listedCases(flipped)}`] : []),
        ...(fewer === more
          ? []
          : [`repeats: ${before.repeats} before, ${after.repeats} after; the first ${fewer} count`]),
        ...notCompared.map(({ measure, why }) => `not compared: ${safeLine(measure, 60)}: ${safeLine(why, 160)}`),
      ],
      scope: scopeLines(comparison),
      table: tableNotes(comparison, comparison.measures),
      dimensions: changeNote(comparison.exact),
    },
  };
}

function listedCases(ids: readonly string[]): string {
  return listed(
    ids.map((id) => safeLine(id, 60)),
    4,
  );
}

/** What follows from stopping early; what a baseline of format 1 cannot show, and the verdict of Viva 0.1 on it. */
function scopeLines({ meansOnly, anytime, measures, decision }: Comparison): string[] {
  const looked =
    "A run was decided while it was played (--stop early), so the verdict is on cases like these, by bounds that hold at every look.";
  if (anytime) return [looked];
  const primary = measures.find(({ role }) => role === "primary");
  if (!meansOnly || !primary) return [];
  const earlier = earlierVerdict(primary.differences, primary.margin);
  return [
    "The baseline holds means only (format 1), so the verdict is on cases like these, not on these cases.",
    ...(earlier === decision.verdict
      ? []
      : [`Viva 0.1 would have said ${earlier.toUpperCase()}: it did not allow for having few cases.`]),
    "Set it again to compare trial by trial: viva baseline set NAME RUN.",
  ];
}

/** How the columns of the measures are to be read. */
export function tableNotes(
  { scope, clustered, paired }: Pick<Comparison, "scope" | "clustered" | "paired">,
  shown: readonly Measure[],
): string[] {
  const together = shown.filter(({ adjustedP }) => adjustedP !== undefined).length;
  const holm = together > 1 ? `, Holm-adjusted (corrected for testing ${together} metrics)` : "";
  return [
    `▸ decides; at worst: the lower bound with 95 % confidence; p: how often chance alone gives such a difference${holm}`,
    "before and after: all cases of each run; the difference: the cases that have a value in both, paired",
    [
      ...(scope === "these" ? ["every trial counts"] : ["repeats are averaged"]),
      ...(clustered ? ["cases of one cluster count as one"] : []),
      ...(shown.some(({ missing }) => missing.before + missing.after > 0)
        ? ["at worst, and so in the verdict, missing values count against the new run"]
        : []),
      ...(shown.some(({ cases }) => cases < paired)
        ? ["a metric counts in the cases to which it applies in either run"]
        : []),
    ].join("; "),
  ];
}
