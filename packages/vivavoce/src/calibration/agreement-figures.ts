import { boundedMean, cohenKappa, krippendorffAlpha } from "../stats/index.ts";
import { type Figure, known, leastOfClass, tooFew } from "./figure.ts";
import type { JudgeVerdict, PassOrFail, PersonVerdict } from "./labelled-items.ts";
import { reweighted, type UnitSums } from "./reweighted.ts";

/** What people and one judge say of an item. */
export interface VerdictPair {
  cluster: string;
  person: PersonVerdict;
  judge: JudgeVerdict;
}

/** How often each pair of verdicts came up: people in rows, the judge in columns. */
export type Confusion = Record<PersonVerdict, Record<JudgeVerdict, number>>;

/** How a judge compares with people. */
export interface AgreementFigures {
  /** The share of items on which both say the same. */
  agreement: Figure;
  /** The share of what people pass that the judge passes. */
  truePasses: Figure;
  /** The share of what people fail that the judge fails. */
  trueFails: Figure;
  /** Cohen's kappa: agreement beyond chance. */
  kappa: Figure;
  /** Krippendorff's alpha. */
  alpha: Figure;
}

export type DecidedItem = { cluster: string; person: PassOrFail; judge: PassOrFail };

export function confusionOf(items: readonly VerdictPair[]): Confusion {
  const row = (): Record<JudgeVerdict, number> => ({ pass: 0, fail: 0, none: 0 });
  const table: Confusion = { pass: row(), fail: row(), unclear: row() };
  for (const { person, judge } of items) table[person][judge] += 1;
  return table;
}

/** The items on which both sides decided: only these can agree. */
export function decidedItems<Item extends VerdictPair>(items: readonly Item[]): (Item & DecidedItem)[] {
  return items.filter((item): item is Item & DecidedItem => item.person !== "unclear" && item.judge !== "none");
}

export function agreementFigures(items: readonly VerdictPair[]): AgreementFigures {
  const decided = decidedItems(items);
  const few = tooFew(decided);
  const chance = few ?? oneSided(decided);
  const ratings = decided.map(({ person, judge }) => [person, judge]);
  return {
    agreement: few ?? shareOf(decided, ({ person, judge }) => person === judge),
    truePasses: rateOf(decided, "pass"),
    trueFails: rateOf(decided, "fail"),
    kappa: chance ?? beyondChance(decided, cohenKappa(tableOf(decided)).kappa, kappaOf, pairSums),
    alpha: chance ?? beyondChance(decided, krippendorffAlpha(ratings, "nominal"), alphaOf, ratingSums),
  };
}

/** Without both classes, agreement cannot be told from chance. */
function oneSided(items: readonly DecidedItem[]): Figure | undefined {
  const classes = new Set(items.flatMap(({ person, judge }) => [person, judge]));
  if (classes.size > 1) return undefined;
  const only = classes.has("pass") ? "passes" : "fails";
  return {
    kind: "unknown",
    why: `people and judge gave ${only} only, so agreement cannot be told from chance; label some that may differ`,
  };
}

function rateOf(items: readonly DecidedItem[], said: PassOrFail): Figure {
  const own = items.filter(({ person }) => person === said);
  return (
    tooFew(
      own,
      leastOfClass,
      said === "pass" ? ["pass by people", "passes by people"] : ["fail by people", "fails by people"],
    ) ?? shareOf(own, ({ judge }) => judge === said)
  );
}

/** A share with the interval of all rates: items of one case are one unit. */
export function shareOf<Item extends { cluster: string }>(items: readonly Item[], is: (item: Item) => boolean): Figure {
  const values = items.map((item) => (is(item) ? 1 : 0));
  const mean = boundedMean(values, { clusters: items.map(({ cluster }) => cluster) });
  return mean ? known(mean.mean, mean, items.length) : { kind: "unknown", why: "no labels" };
}

function tableOf(items: readonly DecidedItem[]): number[][] {
  const { pass, fail } = confusionOf(items);
  return [pass, fail].map((row) => [row.pass, row.fail]);
}

/** [both pass, only the person, only the judge, both fail] */
function pairSums({ person, judge }: DecidedItem): UnitSums {
  const at = person === "pass" ? (judge === "pass" ? 0 : 1) : judge === "pass" ? 2 : 3;
  return [0, 1, 2, 3].map((index) => (index === at ? 1 : 0));
}

/** Cohen's κ from sums over items: the same as `cohenKappa`, but quick enough for thousands of weights. */
export function kappaOf([pp = 0, pf = 0, fp = 0, ff = 0]: readonly number[]): number | undefined {
  const n = pp + pf + fp + ff;
  const expected = ((pp + pf) * (pp + fp) + (fp + ff) * (pf + ff)) / n ** 2;
  return n === 0 || expected >= 1 ? undefined : ((pp + ff) / n - expected) / (1 - expected);
}

/** [ratings, passes, disagreeing pairs per rating] of one item, for any number of raters. */
export function alphaSums(verdicts: readonly PassOrFail[]): UnitSums {
  const passes = verdicts.filter((verdict) => verdict === "pass").length;
  return [verdicts.length, passes, (2 * passes * (verdicts.length - passes)) / (verdicts.length - 1)];
}

const ratingSums = ({ person, judge }: DecidedItem) => alphaSums([person, judge]);

/** Krippendorff's α of two classes, from sums over items: the same as `krippendorffAlpha`, but the items have weights. */
export function alphaOf([ratings = 0, passes = 0, disagreeing = 0]: readonly number[]): number | undefined {
  const expected = 2 * passes * (ratings - passes);
  return expected <= 0 ? undefined : 1 - ((ratings - 1) * disagreeing) / expected;
}

function beyondChance(
  items: readonly DecidedItem[],
  value: number | undefined,
  statistic: (sums: readonly number[]) => number | undefined,
  sums: (item: DecidedItem) => UnitSums,
): Figure {
  const next = (person: PassOrFail, judge: PassOrFail) => sums({ cluster: "", person, judge });
  const interval = clusteredInterval(items, sums, statistic, {
    worst: [next("pass", "fail"), next("fail", "pass")],
    best: [next("pass", "pass"), next("fail", "fail")],
  });
  if (value === undefined || !interval) return { kind: "unknown", why: "agreement cannot be told from chance" };
  return known(value, interval, items.length);
}

/** The interval of a statistic of sums; items of one cluster are one unit. The next unit is as large as an average item's. */
export function clusteredInterval<Item extends { cluster: string }>(
  items: readonly Item[],
  sums: (item: Item) => UnitSums,
  statistic: (sums: readonly number[]) => number | undefined,
  { worst, best, range = [-1, 1] }: { worst: UnitSums[]; best: UnitSums[]; range?: readonly [number, number] },
) {
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster).values()];
  const size = clusters.reduce((sum, { length }) => sum + length ** 2, 0) / items.length;
  const sized = (unit: UnitSums) => unit.map((part) => part * size);
  const units = clusters.map((own) => total(own.map(sums)));
  return reweighted(units, statistic, { range, worst: worst.map(sized), best: best.map(sized) });
}

export function total(rows: readonly UnitSums[]): number[] {
  const sums: number[] = [];
  for (const row of rows) for (const [index, value] of row.entries()) sums[index] = (sums[index] ?? 0) + value;
  return sums;
}
