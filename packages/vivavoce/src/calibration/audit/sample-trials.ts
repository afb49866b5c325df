import { seededRandom } from "../../base/index.ts";

/** A stored trial that could be asked about. */
interface Candidate {
  trial: string;
  caseId: string;
  /** Trials of one stratum are alike: the same variant, and passed or failed by the judge. */
  stratum: string;
}

/**
 * As many trials as wanted, drawn in turn from each stratum, so that failures are in the sample even if they are rare.
 * Within a stratum, other cases come before another repeat of the same case. The same seed draws the same trials.
 */
export function sampleTrials<T extends Candidate>(candidates: readonly T[], count: number, seed: number): T[] {
  const strata = [...Map.groupBy(candidates, ({ stratum }) => stratum)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => otherCasesFirst(shuffled(members, seed, name)));
  const longest = strata.reduce((most, { length }) => Math.max(most, length), 0);
  const inTurn = Array.from({ length: Math.min(count, longest) }, (_, turn) =>
    strata.flatMap((one) => one[turn] ?? []),
  );
  return inTurn.flat().slice(0, count);
}

function shuffled<T extends Candidate>(members: readonly T[], seed: number, name: string): T[] {
  const random = seededRandom(seed, `audit ${name}`);
  return members
    .toSorted((a, b) => (a.trial < b.trial ? -1 : 1))
    .map((member) => ({ member, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ member }) => member);
}

function otherCasesFirst<T extends Candidate>(members: readonly T[]): T[] {
  const seen = new Map<string, number>();
  return members
    .map((member) => {
      const round = seen.get(member.caseId) ?? 0;
      seen.set(member.caseId, round + 1);
      return { member, round };
    })
    .sort((a, b) => a.round - b.round)
    .map(({ member }) => member);
}
