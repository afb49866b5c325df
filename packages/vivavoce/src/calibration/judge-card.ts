import { type Label, newestLabels, raterKey } from "../shape/index.ts";
import { decidedItems } from "./agreement-figures.ts";
import { type CardPart, type ComparedItem, drawnItems, isAboveChance, partsOf } from "./card-part.ts";
import { tooFew } from "./figure.ts";
import { type JudgedScore, type LabelledItem, labelledItems, type Questions } from "./labelled-items.ts";
import { type Drawing, drawingOf } from "./strata.ts";

/** What a card is made from. */
interface CardMaterial {
  suite: string;
  metric: string;
  /** Every label that was ever given, in that order. */
  labels: readonly Label[];
  /** The metric's scores of the labelled conversations, by any judge, earlier scorings first. */
  scores: readonly JudgedScore[];
  /** What each version of the metric asks. */
  questions?: Questions | undefined;
  /** The metric's identity in the newest run, or in the run that is shown. */
  current: string;
  /** The run whose rate is corrected, and the metric's newest scores in it. Without it nothing is corrected. */
  reported?: { run: string; scores: readonly JudgedScore[] } | undefined;
}

/**
 * - current: the figures are about the judge in use, which agrees with people more than chance would
 * - chance: they are, but they do not show that
 * - stale: the labels were compared with another judge, prompt or criterion than those in use
 * - few: too few labels for a figure
 * - none: no labels
 */
export type CardState = "current" | "chance" | "stale" | "few" | "none";

/** How one version of a judge compares with people. */
export type JudgeCard = ReturnType<typeof judgeCard>;

export function judgeCard({ suite, metric, labels, scores, questions, current, reported }: CardMaterial) {
  // A correction in sight of the judge's verdict does not count, but what the rater said before it does. People correct
  // themselves where they differ from the judge: without these items the judge would look better than it is.
  const blind = newestLabels(labels.filter(({ sighted }) => !sighted));
  const sighted = newestLabels(labels.filter((label) => label.sighted)).length;
  const items = labelledItems(oneSpelling(blind), scores, questions);
  const identity = shownIdentity(items, current);
  const drawing = drawingOf(items, identity);
  const compared = comparedItems(items, identity, drawing);
  const parts = partsOf(compared, drawing, { identity, ...reported });
  const uncompared = items.filter(({ judged }) => !judged.has(current));
  return {
    /** The identity is the version of the metric (question, criteria, judge) that the figures are about. */
    ...{ suite, metric, identity },
    state: stateOf(items, parts[0], identity === current),
    /** Labelled items, of which so many have a verdict of this version. */
    labelled: items.length,
    compared: compared.length,
    /** Of these, how many were not drawn at random with a known chance: picked or imported ones, which enter no figure. */
    chosen: compared.filter(({ stratum }) => !stratum).length,
    raters: [...new Set(items.flatMap(({ votes }) => votes.map(({ rater }) => rater)))].sort(),
    /** All criteria together first, then the metric as a whole, then each criterion that several cases share. */
    parts,
    leftOut: leftOut(items, compared, { identity, sighted }),
    /** Labelled runs without a verdict of the judge in use. */
    toScore: [
      ...new Set(uncompared.filter(({ reworded, isThere }) => isThere && !reworded.has(current)).map(({ run }) => run)),
    ],
  };
}

/** Ana and ana are one person, under the name that they gave last. */
function oneSpelling(labels: readonly Label[]): Label[] {
  const names = new Map(labels.map(({ rater }) => [raterKey(rater), rater]));
  return labels.map((label) => ({ ...label, rater: names.get(raterKey(label.rater)) ?? label.rater }));
}

/** The judge in use, if it has enough labels; otherwise the version that has most. */
function shownIdentity(items: readonly LabelledItem[], current: string): string {
  if (!tooFew(decidedItems(drawnItems(comparedItems(items, current, drawingOf(items, current)))))) return current;
  const counts = new Map<string, number>([[current, 0]]);
  for (const { judged } of items)
    for (const identity of judged.keys()) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  const [first = current] = [...counts].sort(([, a], [, b]) => b - a).map(([identity]) => identity);
  return (counts.get(first) ?? 0) > (counts.get(current) ?? 0) ? first : current;
}

function stateOf(items: readonly LabelledItem[], part: CardPart | undefined, isCurrent: boolean): CardState {
  if (items.length === 0) return "none";
  if (!isCurrent) return "stale";
  if (part?.agreement.kind !== "known") return "few";
  return isAboveChance(part) ? "current" : "chance";
}

function comparedItems(items: readonly LabelledItem[], identity: string, { drawn }: Drawing): ComparedItem[] {
  return items.flatMap((item) => {
    const judge = item.judged.get(identity);
    return judge === undefined ? [] : [{ ...item, judge, stratum: drawn.get(item) }];
  });
}

/** Labels that are not counted, and why. */
function leftOut(
  items: readonly LabelledItem[],
  compared: readonly ComparedItem[],
  { identity, sighted }: { identity: string; sighted: number },
): { why: string; count: number }[] {
  const without = items.filter(({ judged }) => !judged.has(identity));
  const reworded = without.filter((item) => item.reworded.has(identity)).length;
  const gone = without.filter(({ isThere }) => !isThere).length;
  const counts: [string, number][] = [
    ["the criterion's words have changed", reworded],
    ["the conversation was played again, or is not in the store", gone],
    ["not scored by this judge", without.length - reworded - gone],
    ["corrected after the judge's verdict was seen; what was said before counts", sighted],
    ["people are divided or find it unclear", compared.filter(({ person }) => person === "unclear").length],
    [
      "the judge gave no verdict",
      compared.filter(({ person, judge }) => person !== "unclear" && judge === "none").length,
    ],
  ];
  return counts.flatMap(([why, count]) => (count > 0 ? [{ why, count }] : []));
}
