import { type Label, newestLabels, raterKey } from "../store/index.ts";
import {
  type AgreementFigures,
  agreementFigures,
  type Confusion,
  confusionOf,
  decidedItems,
  type VerdictPair,
} from "./agreement-figures.ts";
import { correctedRate, type DrawnLabel, type RateCorrection } from "./corrected-rate.ts";
import { tooFew } from "./figure.ts";
import { type HumanCeiling, humanCeiling } from "./human-ceiling.ts";
import { judgedChecks } from "./judged-checks.ts";
import {
  type JudgedScore,
  type JudgeVerdict,
  type LabelledItem,
  labelledItems,
  type PassOrFail,
  type Questions,
} from "./labelled-items.ts";

/** What a card is made from. */
export interface CardMaterial {
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
 * - current: the figures are about the judge in use
 * - stale: the labels were compared with another judge, prompt or criterion than those in use
 * - few: too few labels for a figure
 * - none: no labels
 */
export type CardState = "current" | "stale" | "few" | "none";

/** How one version of a judge compares with people. */
export interface JudgeCard {
  suite: string;
  metric: string;
  state: CardState;
  /** The version of the metric (question, criteria, judge) that the figures are about. */
  identity: string;
  /** Labelled items, of which so many have a verdict of this version. */
  labelled: number;
  compared: number;
  /** Of these, how many were not drawn at random: for them the figures say nothing about the run as a whole. */
  chosen: number;
  raters: readonly string[];
  /** All criteria together first, then the metric as a whole, then each criterion that several cases share. */
  parts: CardPart[];
  /** Labels that are not counted, and why. */
  leftOut: { why: string; count: number }[];
  /** Labelled runs without a verdict of the judge in use. */
  toScore: string[];
}

/** The figures for one criterion, for all of them, or for the metric as a whole. */
export interface CardPart extends AgreementFigures {
  of: "criteria" | "whole" | "criterion";
  /** The criterion's id and words. */
  criterion?: { id: string; text: string } | undefined;
  /** Labels that count, and the cases that they are of. An unclear label is in no figure. */
  n: number;
  cases: number;
  confusion: Confusion;
  ceiling?: HumanCeiling | undefined;
  rate?: RateCorrection | undefined;
  disagreements: CardDisagreement[];
}

/** An item on which the judge and people say different things. */
export interface CardDisagreement {
  run: string;
  suitePosition: number;
  trial: string;
  caseId: string;
  criterion: string;
  text: string;
  person: PassOrFail;
  judge: PassOrFail;
  /** What the raters wrote. */
  reasons: string[];
}

type ComparedItem = LabelledItem & VerdictPair & { judge: JudgeVerdict };

export function judgeCard({ suite, metric, labels, scores, questions, current, reported }: CardMaterial): JudgeCard {
  // A correction in sight of the judge's verdict does not count, but what the rater said before it does. People correct
  // themselves where they differ from the judge: without these items the judge would look better than it is.
  const blind = newestLabels(labels.filter(({ sighted }) => !sighted));
  const sighted = newestLabels(labels.filter((label) => label.sighted)).length;
  const items = labelledItems(oneSpelling(blind), scores, questions);
  const identity = shownIdentity(items, current);
  const compared = comparedItems(items, identity);
  const uncompared = items.filter(({ judged }) => !judged.has(current));
  return {
    ...{ suite, metric, identity },
    state: stateOf(items, compared, identity === current),
    labelled: items.length,
    compared: compared.length,
    chosen: compared.filter(({ drawn }) => drawn?.plain === undefined).length,
    raters: [...new Set(items.flatMap(({ votes }) => votes.map(({ rater }) => rater)))].sort(),
    parts: partsOf(compared, identity, reported),
    leftOut: leftOut(items, identity, sighted),
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
  if (!tooFew(decidedItems(comparedItems(items, current)))) return current;
  const counts = new Map<string, number>([[current, 0]]);
  for (const { judged } of items)
    for (const identity of judged.keys()) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  const [first = current] = [...counts].sort(([, a], [, b]) => b - a).map(([identity]) => identity);
  return (counts.get(first) ?? 0) > (counts.get(current) ?? 0) ? first : current;
}

function stateOf(items: readonly LabelledItem[], compared: readonly ComparedItem[], isCurrent: boolean): CardState {
  if (items.length === 0) return "none";
  if (!isCurrent) return "stale";
  return tooFew(decidedItems(compared)) ? "few" : "current";
}

function comparedItems(items: readonly LabelledItem[], identity: string): ComparedItem[] {
  return items.flatMap((item) => {
    const judge = item.judged.get(identity);
    return judge === undefined ? [] : [{ ...item, judge }];
  });
}

function partsOf(compared: readonly ComparedItem[], identity: string, reported: CardMaterial["reported"]): CardPart[] {
  const [whole, criteria] = [compared.filter(isWhole), compared.filter((item) => !isWhole(item))];
  const shared = [...Map.groupBy(criteria, ({ text }) => text).values()].filter(
    (own) => new Set(own.map(({ caseId }) => caseId)).size > 1,
  );
  return [
    ...(criteria.length > 0 ? [partOf("criteria", criteria, identity, reported)] : []),
    ...(whole.length > 0 ? [partOf("whole", whole, identity, reported)] : []),
    // A single criterion is all criteria together.
    ...(shared.length === 1 && shared[0]?.length === criteria.length ? [] : shared)
      .sort((a, b) => b.length - a.length)
      .map((own) => partOf("criterion", own, identity, reported)),
  ];
}

function isWhole({ criterion }: LabelledItem): boolean {
  return criterion === "";
}

function partOf(
  of: CardPart["of"],
  items: readonly ComparedItem[],
  identity: string,
  reported: CardMaterial["reported"],
): CardPart {
  const [first] = items;
  const ceiling = humanCeiling(items, identity);
  const words = new Set(items.map(({ text }) => text));
  const decided = decidedItems(items);
  return {
    of,
    ...(of === "criterion" && first ? { criterion: { id: first.criterion, text: first.text } } : {}),
    n: decided.length,
    cases: new Set(decided.map(({ cluster }) => cluster)).size,
    confusion: confusionOf(items),
    ...agreementFigures(items),
    ...(ceiling ? { ceiling } : {}),
    ...(reported ? { rate: rateOf(of, items, words, { identity, ...reported }) } : {}),
    disagreements: decided.flatMap((item) => (item.person === item.judge ? [] : [disagreement(item)])),
  };
}

function disagreement(item: ReturnType<typeof decidedItems<ComparedItem>>[number]): CardDisagreement {
  const { run, suitePosition, trial, caseId, criterion, text, person, judge, votes } = item;
  const reasons = [...new Set(votes.map(({ reason }) => reason.trim()))].filter((reason) => reason !== "");
  return { run, suitePosition, trial, caseId, criterion, text, person, judge, reasons };
}

/** The rate of the reported run, for the same criteria. Labels that were not drawn at random do not enter. */
function rateOf(
  of: CardPart["of"],
  items: readonly ComparedItem[],
  words: ReadonlySet<string>,
  { run, scores, identity }: { run: string; scores: readonly JudgedScore[]; identity: string },
): RateCorrection {
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
  const drawn = decidedItems(items).flatMap((item) => (item.drawn ? [{ ...item, drawn: item.drawn }] : []));
  const labels = [...Map.groupBy(drawn, ({ run }) => run).values()].flatMap((own) => {
    // Which verdicts are drawn more often depends on the judge. Where it has changed between two labels, only what was
    // drawn without regard to its verdict has a known chance.
    const isOne = new Set(own.map(({ drawn }) => drawn.by)).size === 1;
    return own.flatMap((item): DrawnLabel[] => {
      const chance = isOne ? item.drawn.chance : item.drawn.plain;
      const { cluster, person, judge, suitePosition } = item;
      return chance === undefined
        ? []
        : [{ cluster, person, judge, chance, inRun: there.has(place(item, suitePosition)) }];
    });
  });
  return correctedRate(run, population, labels);
}

function leftOut(items: readonly LabelledItem[], identity: string, sighted: number): JudgeCard["leftOut"] {
  const without = items.filter(({ judged }) => !judged.has(identity));
  const reworded = without.filter((item) => item.reworded.has(identity)).length;
  const gone = without.filter(({ isThere }) => !isThere).length;
  const compared = comparedItems(items, identity);
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
