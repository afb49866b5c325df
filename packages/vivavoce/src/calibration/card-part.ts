import {
  type AgreementFigures,
  agreementFigures,
  type Confusion,
  confusionOf,
  decidedItems,
  effectiveSize,
  type VerdictPair,
} from "./agreement-figures.ts";
import { correctedRate, type RateCorrection } from "./corrected-rate.ts";
import { type HumanCeiling, humanCeiling } from "./human-ceiling.ts";
import { judgedChecks } from "./judged-checks.ts";
import type { JudgedScore, LabelledItem } from "./labelled-items.ts";
import type { Drawing, Stratum } from "./strata.ts";

/** The figures for one criterion, for all of them, or for the metric as a whole. */
export interface CardPart extends AgreementFigures {
  of: "criteria" | "whole" | "criterion";
  /** The criterion's id and words. */
  criterion?: { id: string; text: string } | undefined;
  /** Labels that count, and the cases that they are of. Only drawn ones do; an unclear label is in no figure. */
  n: number;
  /** So many labels of equal weight would tell as much. */
  effective: number;
  cases: number;
  confusion: Confusion;
  ceiling?: HumanCeiling | undefined;
  rate?: RateCorrection | undefined;
  disagreements: ReturnType<typeof disagreement>[];
}

/** A labelled item with this judge's verdict; without a stratum if it was not drawn. */
export type ComparedItem = LabelledItem & VerdictPair & { stratum: Stratum | undefined };
type DrawnItem = ComparedItem & { stratum: Stratum };

/** Whether the labels show that the judge agrees with people more than chance would. */
export function isAboveChance({ kappa }: Pick<CardPart, "kappa">): boolean {
  return kappa.kind === "known" && kappa.lo > 0;
}

export function drawnItems(items: readonly ComparedItem[]): DrawnItem[] {
  return items.filter((item): item is DrawnItem => item.stratum !== undefined);
}

interface PartMaterial {
  identity: string;
  run?: string;
  scores?: readonly JudgedScore[];
}

export function partsOf(compared: readonly ComparedItem[], drawing: Drawing, material: PartMaterial): CardPart[] {
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
  const decided = decidedItems(drawn);
  const own = new Set(items.map(({ votes }) => votes));
  const others = [...strata].flatMap(([{ cluster, votes }, stratum]) => (own.has(votes) ? [] : [{ cluster, stratum }]));
  return {
    of,
    ...(of === "criterion" && first ? { criterion: { id: first.criterion, text: first.text } } : {}),
    n: decided.length,
    effective: effectiveSize(decided),
    cases: new Set(decided.map(({ cluster }) => cluster)).size,
    confusion: confusionOf(drawn),
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
  const labels = decidedItems(items).map((item) => {
    const { cluster, person, judge, suitePosition, stratum } = item;
    return { cluster, person, judge, weight: stratum.weight, inRun: there.has(place(item, suitePosition)) };
  });
  return correctedRate(run, population, labels);
}
