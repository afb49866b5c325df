import { cohenKappa } from "../stats/index.ts";
import { type Figure, known, tooFew } from "./figure.ts";
import type { LabelledItem, PassOrFail, Stratum } from "./labelled-items.ts";
import { estimated, kishSize } from "./reweighted.ts";

interface Shared {
  cluster: string;
  votes: { rater: string; verdict: PassOrFail }[];
  judge: PassOrFail | undefined;
  /** 1 on average. */
  weight: number;
}

/** How far people agree among themselves, and whether the judge falls short; undefined if no two labelled an item. */
export function humanCeiling(
  items: readonly (Pick<LabelledItem, "cluster" | "votes" | "judged"> & { stratum: Stratum })[],
  identity: string,
) {
  const shared = items.flatMap((item): Shared[] => {
    const votes = item.votes.flatMap(({ rater, verdict }) => (verdict === "unclear" ? [] : [{ rater, verdict }]));
    const judge = item.judged.get(identity);
    const decided = judge === "none" ? undefined : judge;
    return votes.length < 2 ? [] : [{ cluster: item.cluster, votes, weight: item.stratum.weight, judge: decided }];
  });
  if (shared.length === 0) return undefined;
  const mean = shared.reduce((sum, { weight }) => sum + weight, 0) / shared.length;
  for (const item of shared) item.weight /= mean;
  const raters = [...new Set(shared.flatMap(({ votes }) => votes.map(({ rater }) => rater)))].sort();
  const few = tooFew(shared, undefined, ["item labelled by two people", "items labelled by two people"]);
  return {
    /** Items, drawn at random, that two people or more decided. */
    items: shared.length,
    raters,
    /** The mean share of pairs of people who say the same. */
    agreement: few ?? meanOf(shared, pairsAlike, [0, 1]),
    /** Cohen's kappa, if the same two people labelled all of these items; alpha serves any number. */
    kappa: few ? undefined : kappaOfTwo(shared, raters),
    alpha: few ?? alphaFigure(shared),
    /** On these items: the judge's mean agreement with a person, minus that of two people. */
    judge: few ? undefined : againstPeople(shared),
  };
}

function figureOf(
  shared: readonly Shared[],
  sums: (item: Shared) => readonly number[],
  statistic: (sums: readonly number[]) => number | undefined,
  { range, next }: { range: readonly [number, number]; next: readonly (readonly number[])[] },
): Figure {
  const weighted = (item: Shared) => sums(item).map((part) => part * item.weight);
  const size = kishSize(shared);
  const could = next.map((unit) => unit.map((part) => part * size));
  const found = estimated(shared, weighted, statistic, { range, next: [could] });
  return found ? known(found, shared.length) : { kind: "unknown", why: "people gave one and the same verdict only" };
}

function meanOf(
  shared: readonly Shared[],
  measure: (item: Shared) => number,
  range: readonly [number, number],
): Figure {
  const next = range.map((end) => [end, 1]);
  return figureOf(
    shared,
    (item) => [measure(item), 1],
    ([sum = 0, n = 1]) => sum / n,
    { range, next },
  );
}

/** The share of pairs of raters who say the same of an item. */
function pairsAlike({ votes }: Shared): number {
  const passes = votes.filter(({ verdict }) => verdict === "pass").length;
  const fails = votes.length - passes;
  return 1 - (2 * passes * fails) / (votes.length * (votes.length - 1));
}

function kappaOfTwo(shared: readonly Shared[], [first, second, third]: readonly string[]): number | undefined {
  if (third !== undefined) return undefined;
  const said = ({ votes }: Shared, of: string | undefined) => votes.find(({ rater }) => rater === of)?.verdict;
  const sum = (a: PassOrFail, b: PassOrFail) =>
    shared
      .filter((item) => said(item, first) === a && said(item, second) === b)
      .reduce((sum, { weight }) => sum + weight, 0);
  return cohenKappa([
    [sum("pass", "pass"), sum("pass", "fail")],
    [sum("fail", "pass"), sum("fail", "fail")],
  ]).kappa;
}

/** [ratings, passes, disagreeing pairs per rating] of one item, for any number of raters. */
function alphaSums(verdicts: readonly PassOrFail[]): readonly number[] {
  const passes = verdicts.filter((verdict) => verdict === "pass").length;
  return [verdicts.length, passes, (2 * passes * (verdicts.length - passes)) / (verdicts.length - 1)];
}

/** Krippendorff's α of two classes, from sums over items, which have weights. */
function alphaOfSums([ratings = 0, passes = 0, disagreeing = 0]: readonly number[]): number | undefined {
  const expected = 2 * passes * (ratings - passes);
  return expected <= 1e-9 ? undefined : 1 - ((ratings - 1) * disagreeing) / expected;
}

function alphaFigure(shared: readonly Shared[]): Figure {
  const next = [alphaSums(["pass", "fail"]), alphaSums(["pass", "pass"]), alphaSums(["fail", "fail"])];
  const sums = ({ votes }: Shared) => alphaSums(votes.map(({ verdict }) => verdict));
  return figureOf(shared, sums, alphaOfSums, { range: [-1, 1], next });
}

/** Paired by item: how much less (or more) the judge agrees with a person than two people do. */
function againstPeople(shared: readonly Shared[]) {
  const judged = shared.filter(({ judge }) => judge !== undefined);
  if (tooFew(judged)) return undefined;
  const difference = (item: Shared) => {
    const alike = item.votes.filter(({ verdict }) => verdict === item.judge).length / item.votes.length;
    return alike - pairsAlike(item);
  };
  const mean = meanOf(judged, difference, [-1, 1]);
  if (mean.kind === "unknown") return undefined;
  const verdict: "below" | "above" | "not told apart" =
    mean.hi < 0 ? "below" : mean.lo > 0 ? "above" : "not told apart";
  return { difference: mean.value, lo: mean.lo, hi: mean.hi, verdict };
}
