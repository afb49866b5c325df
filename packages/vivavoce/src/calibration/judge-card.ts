import { type Label, newestLabels, raterKey } from "../shape/index.ts";
import { agreementFigures, decidedItems } from "./agreement-figures.ts";
import { correctedRate } from "./corrected-rate.ts";
import { tooFew } from "./figure.ts";
import { humanCeiling } from "./human-ceiling.ts";
import { judgedChecks } from "./judged-checks.ts";
import { drawingOf, type JudgedScore, type LabelledItem, labelledItems, type Stratum } from "./labelled-items.ts";

type Drawing = ReturnType<typeof drawingOf>;

/** What a card is made from. */
interface CardMaterial {
  suite: string;
  metric: string;
  /** Every label that was ever given, in that order. */
  labels: readonly Label[];
  /** The metric's scores of the labelled conversations, by any judge, earlier scorings first. */
  scores: readonly JudgedScore[];
  /** What each version of the metric asks. */
  questions?: Parameters<typeof labelledItems>[2];
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
type CardState = "current" | "chance" | "stale" | "few" | "none";

/** How one version of a judge compares with people. */
export function judgeCard({ suite, metric, labels, scores, questions, current, reported }: CardMaterial) {
  // A correction in sight of the judge's verdict does not count, but what the rater said before it does. People correct
  // themselves where they differ from the judge: without these items the judge would look better than it is.
  const blind = newestLabels(labels.filter(({ sighted }) => !sighted));
  const sighted = newestLabels(labels.filter((label) => label.sighted)).length;
  const items = labelledItems(oneSpelling(blind), scores, questions);
  const identity = shownIdentity(items, current);
  const drawing = drawingOf(items, identity);
  const compared = comparedItems(items, identity, drawing);
  const decided = decidedItems(compared);
  const parts = partsOf(compared, drawing, { identity, ...reported });
  const uncompared = items.filter(({ judged }) => !judged.has(current));
  return {
    /** The identity is the version of the metric (question, criteria, judge) that the figures are about. */
    ...{ suite, metric, identity },
    state: stateOf(items, parts[0], identity === current),
    /** Labelled items, of which so many have a verdict of people and of this version. */
    labelled: items.length,
    compared: decided.length,
    /** Of these, how many were not drawn at random with a known chance: picked or imported ones, which enter no figure. */
    chosen: decided.filter(({ stratum }) => !stratum).length,
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

/** The figures for one criterion, for all of them, or for the metric as a whole. */
interface CardPart extends ReturnType<typeof agreementFigures> {
  of: "criteria" | "whole" | "criterion";
  /** The criterion's id and words. */
  criterion?: { id: string; text: string } | undefined;
  ceiling?: ReturnType<typeof humanCeiling>;
  rate?: ReturnType<typeof correctedRate> | undefined;
  disagreements: ReturnType<typeof disagreement>[];
}

/** A labelled item with this judge's verdict; without a stratum if it was not drawn. */
type DrawnItem = LabelledItem & Parameters<typeof agreementFigures>[0][number];
type ComparedItem = Omit<DrawnItem, "stratum"> & { stratum: Stratum | undefined };

/** Whether the labels show that the judge agrees with people more than chance would. */
export function isAboveChance({ kappa }: Pick<CardPart, "kappa">): boolean {
  return kappa.kind === "known" && kappa.lo > 0;
}

function drawnItems(items: readonly ComparedItem[]): DrawnItem[] {
  return items.filter((item): item is DrawnItem => item.stratum !== undefined);
}

interface PartMaterial {
  identity: string;
  run?: string;
  scores?: readonly JudgedScore[];
}

function partsOf(compared: readonly ComparedItem[], drawing: Drawing, material: PartMaterial): CardPart[] {
  const [whole, criteria] = [compared.filter(isWhole), compared.filter((item) => !isWhole(item))];
  const shared = [...Map.groupBy(criteria, ({ text }) => text).values()].filter(
    (own) => new Set(own.map(({ caseId }) => caseId)).size > 1,
  );
  const make = (of: CardPart["of"], items: readonly ComparedItem[]) => partOf(of, items, drawing, material);
  return [
    ...(criteria.length > 0 ? [make("criteria", criteria)] : []),
    ...(whole.length > 0 ? [make("whole", whole)] : []),
    // A single criterion is all criteria together.
    ...(shared.length === 1 && shared[0]?.length === criteria.length ? [] : shared)
      .sort((a, b) => b.length - a.length)
      .map((own) => make("criterion", own)),
  ];
}

function isWhole({ criterion }: LabelledItem): boolean {
  return criterion === "";
}

function partOf(
  of: CardPart["of"],
  items: readonly ComparedItem[],
  { drawn: strata, empty }: Drawing,
  { identity, run, scores }: PartMaterial,
): CardPart {
  const [first] = items;
  const drawn = drawnItems(items);
  const ceiling = humanCeiling(drawn, identity);
  const words = new Set(items.map(({ text }) => text));
  const own = new Set(items.map(({ votes }) => votes));
  const others = [...strata].flatMap(([{ cluster, votes }, stratum]) => (own.has(votes) ? [] : [{ cluster, stratum }]));
  return {
    of,
    ...(of === "criterion" && first ? { criterion: { id: first.criterion, text: first.text } } : {}),
    ...agreementFigures(drawn, { others, empty, picked: items.length - drawn.length }),
    ...(ceiling ? { ceiling } : {}),
    ...(run !== undefined && scores ? { rate: rateOf(of, drawn, words, { identity, run, scores }) } : {}),
    disagreements: decidedItems(items).flatMap((item) => (item.person === item.judge ? [] : [disagreement(item)])),
  };
}

/** An item on which the judge and people say different things, and what the raters wrote. */
function disagreement(item: ReturnType<typeof decidedItems<ComparedItem>>[number]) {
  const { run, suitePosition, trial, caseId, criterion, text, person, judge, votes } = item;
  const reasons = [...new Set(votes.map(({ reason }) => reason.trim()))].filter((reason) => reason !== "");
  return { run, suitePosition, trial, caseId, criterion, text, person, judge, reasons };
}

/** The rate of the reported run, for the same criteria. */
function rateOf(
  of: CardPart["of"],
  items: readonly DrawnItem[],
  words: ReadonlySet<string>,
  { run, scores, identity }: { run: string; scores: readonly JudgedScore[]; identity: string },
): ReturnType<typeof correctedRate> {
  const population = scores.flatMap(({ cluster, identity: own, score }) => {
    if (own !== identity || score.status !== "scored") return [];
    return judgedChecks(score).flatMap(({ id, label, judge }) => {
      const isMeant = (of === "whole") === (id === "") && (of !== "criterion" || words.has(label));
      return judge !== "none" && isMeant ? [{ cluster, judge }] : [];
    });
  });
  const place = (of: { run: string; trial: string; transcriptHash: string }, suite: number) =>
    JSON.stringify([of.run, suite, of.trial, of.transcriptHash]);
  const there = new Set(scores.map((score) => place(score, score.suite)));
  const labels = decidedItems(items).map((item) => {
    const { cluster, person, judge, suitePosition, stratum } = item;
    return { cluster, person, judge, weight: stratum.weight, inRun: there.has(place(item, suitePosition)) };
  });
  return correctedRate(run, population, labels);
}
