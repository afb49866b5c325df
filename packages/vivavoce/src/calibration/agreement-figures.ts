import { type Figure, known, least, tooFew } from "./figure.ts";
import type { LabelledItem, PassOrFail, Stratum } from "./labelled-items.ts";
import { estimated, kishSize } from "./reweighted.ts";

/** What people and one judge say of an item. */
type VerdictPair = Pick<LabelledItem, "cluster" | "person"> & { judge: PassOrFail | "none" };

/** The same of an item that was drawn at random. */
type DrawnPair = VerdictPair & { stratum: Stratum };

/** How often each pair of verdicts came up: people in rows, the judge in columns. */
type Confusion = Record<VerdictPair["person"], Record<PassOrFail | "none", number>>;

type DecidedItem = { cluster: string; person: PassOrFail; judge: PassOrFail };

function confusionOf(items: readonly VerdictPair[]): Confusion {
  const row = (): Record<PassOrFail | "none", number> => ({ pass: 0, fail: 0, none: 0 });
  const table: Confusion = { pass: row(), fail: row(), unclear: row() };
  for (const { person, judge } of items) table[person][judge] += 1;
  return table;
}

/** The items on which both sides decided: only these can agree. */
export function decidedItems<Item extends VerdictPair>(items: readonly Item[]): (Item & DecidedItem)[] {
  return items.filter((item): item is Item & DecidedItem => item.person !== "unclear" && item.judge !== "none");
}

interface Beside {
  /** What else was drawn from the same strata, about other criteria or without a verdict of this judge. */
  others?: readonly { cluster: string; stratum: Stratum }[];
  /** Strata without a label. */
  empty?: readonly Stratum[];
  /** How many labels were not drawn, and so enter no figure. */
  picked?: number;
}

export function agreementFigures(items: readonly DrawnPair[], { others = [], empty = [], picked = 0 }: Beside = {}) {
  const decided = decidedItems(items);
  const none = items.length === 0 && picked > 0 ? undrawn(picked) : undefined;
  const few = none ?? tooFew(decided);
  const chance = few ?? oneSided(decided);
  const unseen = emptyStratum(empty);
  const estimate = estimator(decided, [...items, ...others], empty);
  const rate = (side: "person" | "judge", said: PassOrFail, of: (table: Table) => number | undefined, why?: Figure) => {
    const who = side === "person" ? "by people" : "by the judge";
    const own = decided.filter((item) => item[side] === said);
    const words = [`${said} ${who}`, `${said === "pass" ? "passes" : "fails"} ${who}`] as const;
    return none ?? tooFew(own, least.ofClass, words) ?? why ?? estimate(of, [0, 1], own.length);
  };
  return {
    /** Labels that count, and the cases that they are of. Only drawn ones do; an unclear label is in no figure. */
    n: decided.length,
    /** So many labels of equal weight would tell as much. */
    effective: effectiveSize(decided),
    cases: new Set(decided.map(({ cluster }) => cluster)).size,
    confusion: confusionOf(items),
    /** The share of items on which both say the same. */
    agreement: few ?? estimate(agreementOf, [0, 1]),
    /** The share of what people pass that the judge passes. */
    truePasses: rate("person", "pass", ([pp, pf]) => ratio(pp, pf), unseen),
    /** The share of what people fail that the judge fails. */
    trueFails: rate("person", "fail", ([, , fp, ff]) => ratio(ff, fp), unseen),
    /** The share of what the judge passes that people pass. */
    ofPassed: rate("judge", "pass", ([pp, , fp]) => ratio(pp, fp)),
    /** The share of what the judge fails that people fail. */
    ofFailed: rate("judge", "fail", ([, pf, , ff]) => ratio(ff, pf)),
    /** Cohen's kappa: agreement beyond chance. */
    kappa: chance ?? estimate(kappaOf),
    /** Krippendorff's alpha. */
    alpha: chance ?? estimate((table) => alphaOf(table, decided.length)),
    /** Gwet's AC1, which holds up where nearly all verdicts are the same. */
    ac1: chance ?? estimate(ac1Of),
  };
}

/** Labels without a known chance, such as imported ones, say nothing about the rest. */
function undrawn(picked: number): Figure {
  const labels = picked === 1 ? "this label was not" : `none of these ${picked} labels was`;
  const why = `${labels} drawn at random with a known chance, so there are no error rates; label what the review page draws`;
  return { kind: "unknown", why };
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

/** Where nothing is labelled of what the judge failed (or passed), nobody knows what it missed. */
function emptyStratum([first]: readonly Stratum[]): Figure | undefined {
  if (!first) return undefined;
  const did = first.judge === undefined ? "decided otherwise" : `${first.judge}ed`;
  return { kind: "unknown", why: `none of the ${first.size} items that the judge ${did} in a run is labelled` };
}

/** Weighted sums of pairs of verdicts: [both pass, only the person, only the judge, both fail]. */
type Table = readonly [pp: number, pf: number, fp: number, ff: number];

const verdicts = ["pass", "fail"] as const;

/** Sums of a unit in each stratum: its four pairs of verdicts, and all of its items. */
const width = 5;

/**
 * Estimates over strata (Hájek, 1971) with intervals: in each stratum one more item that is as bad (as good) as it can be,
 * and exponential weights per case. For two strata that is the melded interval of Fay, Proschan and Brittain (2015).
 */
function estimator(
  decided: readonly (DecidedItem & { stratum: Stratum })[],
  drawn: readonly { cluster: string; stratum: Stratum }[],
  empty: readonly Stratum[],
) {
  const strata = [...new Set(drawn.map(({ stratum }) => stratum)), ...empty].filter(({ judge }) => judge !== "none");
  const places = new Map(strata.map((stratum, index) => [stratum, index * width]));
  const row = (stratum: Stratum, cell: number | undefined, size = 1): number[] => {
    const sums = new Array<number>(strata.length * width).fill(0);
    const at = places.get(stratum);
    if (at === undefined) return sums;
    if (cell !== undefined) sums[at + cell] = size;
    sums[at + width - 1] = size;
    return sums;
  };
  const cells = new Map(decided.map((item) => [item as object, cellOf(item)]));
  const next = strata.map((stratum): number[][] => {
    const size = kishSize(drawn.filter((item) => item.stratum === stratum));
    const judges = stratum.judge === "pass" || stratum.judge === "fail" ? [stratum.judge] : verdicts;
    return judges.flatMap((judge) => verdicts.map((person) => row(stratum, cellOf({ person, judge }), size)));
  });
  const table = (sums: readonly number[]): Table => {
    let [pp, pf, fp, ff] = [0, 0, 0, 0];
    for (let index = 0; index < strata.length; index += 1) {
      const [at, { size, weight = 0 } = {}] = [index * width, strata[index]];
      const all = sums[at + width - 1] ?? 0;
      if (all === 0) continue;
      const scale = size === undefined ? weight : size / all;
      pp += scale * (sums[at] ?? 0);
      pf += scale * (sums[at + 1] ?? 0);
      fp += scale * (sums[at + 2] ?? 0);
      ff += scale * (sums[at + 3] ?? 0);
    }
    return [pp, pf, fp, ff];
  };
  type Statistic = (table: Table) => number | undefined;
  return (statistic: Statistic, range: readonly [number, number] = [-1, 1], n = decided.length): Figure => {
    const rowOf = (item: (typeof drawn)[number]) => row(item.stratum, cells.get(item));
    const found = estimated(drawn, rowOf, (sums) => statistic(table(sums)), { range, next });
    return found ? known(found, n) : { kind: "unknown", why: "agreement cannot be told from chance" };
  };
}

function cellOf({ person, judge }: Pick<DecidedItem, "person" | "judge">): number {
  return (person === "pass" ? 0 : 2) + (judge === "pass" ? 0 : 1);
}

/** (Σw)²/Σw² */
function effectiveSize(items: readonly { stratum: Stratum }[]): number {
  const sum = items.reduce((all, { stratum: { weight } }) => all + weight, 0);
  const squares = items.reduce((all, { stratum: { weight } }) => all + weight ** 2, 0);
  return squares === 0 ? 0 : sum ** 2 / squares;
}

function ratio(part: number, rest: number): number | undefined {
  return part + rest === 0 ? undefined : part / (part + rest);
}

function agreementOf([pp, pf, fp, ff]: Table): number | undefined {
  return ratio(pp + ff, pf + fp);
}

function kappaOf([pp, pf, fp, ff]: Table): number | undefined {
  const n = pp + pf + fp + ff;
  return beyond((pp + ff) / n, ((pp + pf) * (pp + fp) + (fp + ff) * (pf + ff)) / n ** 2);
}

/** The share of passes over both sides. */
function passShare([pp, pf, fp, ff]: Table): number {
  return (pp + (pf + fp) / 2) / (pp + pf + fp + ff);
}

/** Of so many items. */
function alphaOf(table: Table, items: number): number | undefined {
  const passes = passShare(table);
  const disagreement = 2 * passes * (1 - passes) * ((2 * items) / (2 * items - 1));
  return beyond(agreementOf(table) ?? 0, 1 - disagreement);
}

function ac1Of(table: Table): number | undefined {
  const passes = passShare(table);
  return beyond(agreementOf(table) ?? 0, 2 * passes * (1 - passes));
}

function beyond(observed: number, chance: number): number | undefined {
  return Number.isFinite(chance) && chance < 1 - 1e-12 ? (observed - chance) / (1 - chance) : undefined;
}
