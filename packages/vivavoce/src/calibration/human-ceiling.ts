import { boundedMean, cohenKappa, type Interval, krippendorffAlpha } from "../stats/index.ts";
import { alphaOf, alphaSums, clusteredInterval } from "./agreement-figures.ts";
import { type Figure, known, tooFew } from "./figure.ts";
import type { LabelledItem, PassOrFail } from "./labelled-items.ts";

/** How far people agree among themselves, and whether the judge falls short of that. */
export interface HumanCeiling {
  /** Items that two people or more decided. */
  items: number;
  raters: readonly string[];
  /** The mean share of pairs of people who say the same. */
  agreement: Figure;
  /** Cohen's kappa, if the same two people labelled all of these items; alpha serves any number. */
  kappa: number | undefined;
  alpha: Figure;
  /** On these items: the judge's mean agreement with a person, minus that of two people. */
  judge: (Interval & { difference: number; verdict: "below" | "above" | "not told apart" }) | undefined;
}

interface Shared {
  cluster: string;
  votes: { rater: string; verdict: PassOrFail }[];
  judge: PassOrFail | undefined;
}

/** Undefined if no item was labelled by two people. */
export function humanCeiling(items: readonly LabelledItem[], identity: string): HumanCeiling | undefined {
  const shared = items.flatMap((item): Shared[] => {
    const votes = item.votes.flatMap(({ rater, verdict }) => (verdict === "unclear" ? [] : [{ rater, verdict }]));
    const judge = item.judged.get(identity);
    return votes.length < 2
      ? []
      : [{ cluster: item.cluster, votes, judge: judge === "none" || judge === undefined ? undefined : judge }];
  });
  if (shared.length === 0) return undefined;
  const raters = [...new Set(shared.flatMap(({ votes }) => votes.map(({ rater }) => rater)))].sort();
  const few = tooFew(shared, undefined, ["item labelled by two people", "items labelled by two people"]);
  return {
    items: shared.length,
    raters,
    agreement: few ?? meanAgreement(shared),
    kappa: few ? undefined : kappaOfTwo(shared, raters),
    alpha: few ?? alphaFigure(shared),
    judge: few ? undefined : againstPeople(shared),
  };
}

function meanAgreement(shared: readonly Shared[]): Figure {
  const mean = boundedMean(shared.map(pairsAlike), { clusters: shared.map(({ cluster }) => cluster) });
  return mean ? known(mean.mean, mean, shared.length) : { kind: "unknown", why: "no labels" };
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
  const count = (a: PassOrFail, b: PassOrFail) =>
    shared.filter((item) => said(item, first) === a && said(item, second) === b).length;
  return cohenKappa([
    [count("pass", "pass"), count("pass", "fail")],
    [count("fail", "pass"), count("fail", "fail")],
  ]).kappa;
}

function alphaFigure(shared: readonly Shared[]): Figure {
  const units = shared.map(({ votes }) => votes.map(({ verdict }) => verdict));
  const value = krippendorffAlpha(units, "nominal");
  const interval = clusteredInterval(shared, ({ votes }) => alphaSums(votes.map(({ verdict }) => verdict)), alphaOf, {
    worst: [alphaSums(["pass", "fail"])],
    best: [alphaSums(["pass", "pass"]), alphaSums(["fail", "fail"])],
  });
  if (value === undefined || !interval) return { kind: "unknown", why: "people gave one and the same verdict only" };
  return known(value, interval, shared.length);
}

/** Paired by item: how much less (or more) the judge agrees with a person than two people do. */
function againstPeople(shared: readonly Shared[]): HumanCeiling["judge"] {
  const judged = shared.filter(({ judge }) => judge !== undefined);
  if (tooFew(judged)) return undefined;
  const differences = judged.map((item) => {
    const alike = item.votes.filter(({ verdict }) => verdict === item.judge).length / item.votes.length;
    return alike - pairsAlike(item);
  });
  const mean = boundedMean(differences, { range: [-1, 1], clusters: judged.map(({ cluster }) => cluster) });
  if (!mean) return undefined;
  const verdict = mean.hi < 0 ? "below" : mean.lo > 0 ? "above" : "not told apart";
  return { difference: mean.mean, lo: mean.lo, hi: mean.hi, verdict };
}
