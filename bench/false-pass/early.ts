// How often is the verdict of a run that stops early not that of the whole run, and how many cases does it save?
import { sampledMean } from "vivavoce/stats";
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";

export interface EarlyCell {
  cases: number;
  rate: number;
  floor: number;
}

export interface EarlyTally extends EarlyCell {
  runs: number;
  /** Verdicts that the whole run would not have given. */
  wrong: number;
  /** Cases played: the median, and what nine of ten runs stay within. */
  median: number;
  most: number;
}

/** Just under the floor a pass is wrong; the others show what is saved. */
const cells: readonly EarlyCell[] = [
  { cases: 500, rate: 0.898, floor: 0.9 },
  { cases: 100, rate: 0.89, floor: 0.9 },
  { cases: 500, rate: 0.95, floor: 0.9 },
  { cases: 500, rate: 0.98, floor: 0.9 },
  { cases: 500, rate: 0.8, floor: 0.9 },
];

export function earlyStops(runs: number, seed: number): EarlyTally[] {
  return cells.map((cell) => {
    const random = mulberry32(seed);
    const ended = Array.from({ length: runs }, () => playOne(cell, random));
    const played = ended.map(({ seen }) => seen).sort((a, b) => a - b);
    const at = (share: number) => played[Math.floor(runs * share)] ?? cell.cases;
    return { ...cell, runs, wrong: ended.filter(({ isWrong }) => isWrong).length, median: at(0.5), most: at(0.9) };
  });
}

/** One plan in random order, looked at whenever a tenth more of it was played. */
function playOne({ cases, rate, floor }: EarlyCell, random: () => number) {
  const passes = Math.round(cases * rate);
  const units = Array.from({ length: cases }, (_, index) => ({ value: index < passes ? 1 : 0, size: 1 }))
    .map((unit) => ({ unit, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ unit }) => unit);
  const truth = passes / cases >= floor;
  for (let seen = 10; seen < cases; seen = Math.ceil(seen * 1.1)) {
    const { lo, hi } = sampledMean(units.slice(0, seen), { of: cases }) ?? { lo: 0, hi: 1 };
    if (lo >= floor || hi < floor) return { seen, isWrong: lo >= floor !== truth };
  }
  return { seen: cases, isWrong: false };
}
