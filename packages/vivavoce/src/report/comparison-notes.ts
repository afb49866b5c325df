import { listed, plural, safeLine } from "../base/index.ts";
import { type Comparison, earlierVerdict } from "../gate/index.ts";
import { showVariant, type VariantResult } from "../shape/index.ts";

/** What a comparison did not look at, in lines that the terminal, the page and the reports share. */
export interface ComparisonNotes {
  /** A side is unfinished, or both have the same answers. */
  warnings: string[];
  leftOut: string[];
  /** What a baseline of format 1 cannot show, and what follows from stopping early. */
  scope: string[];
}

export function comparisonNotes(comparison: Comparison): ComparisonNotes {
  const { cases, undecided, notCompared, sameSample, before, after } = comparison;
  const lists = { changed: cases.changed, "only before": cases.onlyBefore, "only after": cases.onlyAfter };
  const unplayed = comparison.anytime ? "not played in one of the runs" : "not selected or without a tape";
  const all = Object.entries({ ...lists, [unplayed]: cases.notSelected });
  const left = all.filter(([, ids]) => ids.length > 0);
  const open = [before, after].filter(({ pending }) => pending > 0);
  const flipped = undecided.map((one) => `${one.caseId} (${one.before} → ${one.after})`);
  const [fewer, more] = [before.repeats, after.repeats].sort((a, b) => a - b);
  return {
    warnings: [
      ...open.map(({ run, pending }) => `run ${safeLine(run, 20)} is unfinished: ${plural(pending, "trial")} pending`),
      ...(sameSample > 0 ? [sameSampleText(sameSample)] : []),
    ],
    leftOut: [
      ...left.map(([how, ids]) => `left out: ${plural(ids.length, "case")} ${how}: ${listedCases(ids)}`),
      ...(flipped.length > 0 ? [`not decided: ${listedCases(flipped)}`] : []),
      ...(fewer === more
        ? []
        : [`repeats: ${before.repeats} before, ${after.repeats} after; the first ${fewer} count`]),
      ...notCompared.map(({ measure, why }) => `not compared: ${safeLine(measure, 60)}: ${safeLine(why, 160)}`),
    ],
    scope: scopeLines(comparison),
  };
}

/** Whoever runs the same again to see how far answers vary must know that nothing was drawn anew. */
function sameSampleText(trials: number): string {
  return `in ${plural(trials, "trial")} the same answers were used twice: one sample, not two. To ask the models anew: viva run --no-cache`;
}

/** "run 7f3a51c2 · prompt v1" */
export function sideTitle({ run, variant }: Pick<VariantResult, "run" | "variant">): string {
  const choice = Object.keys(variant).length > 0 ? [safeLine(showVariant(variant), 60)] : [];
  return [`run ${safeLine(run, 20)}`, ...choice].join(" · ");
}

/** What a baseline of format 1 cannot show, and the verdict that Viva 0.1 would have given. */
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

function listedCases(ids: readonly string[]): string {
  return listed(
    ids.map((id) => safeLine(id, 60)),
    4,
  );
}
