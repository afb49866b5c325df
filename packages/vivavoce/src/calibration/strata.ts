import type { LabelledItem, PassOrFail } from "./labelled-items.ts";

/** Items of one run that had the same chance to be drawn: those that the judge that drew passed, or those it failed. */
export interface Stratum {
  /** How many items of the run are in it; undefined if that is not known any more. */
  size: number | undefined;
  /** Each of its labels stands for so many items. */
  weight: number;
  /** What the judge said of every item in it; undefined if another judge drew. */
  judge: PassOrFail | "none" | undefined;
}

/** Labelled items that were drawn at random, each with its stratum; and strata without a label. */
export interface Drawing {
  drawn: Map<LabelledItem, Stratum>;
  empty: Stratum[];
}

/** How the labelled items were drawn, as it counts for one version of the judge. */
export function drawingOf(items: readonly LabelledItem[], identity: string): Drawing {
  const drawing: Drawing = { drawn: new Map(), empty: [] };
  const byRun = Map.groupBy(
    items.filter(({ drawn }) => drawn),
    ({ run, suitePosition }) => JSON.stringify([run, suitePosition]),
  );
  for (const own of byRun.values()) drawRun(own, identity, drawing);
  return drawing;
}

function drawRun(items: readonly LabelledItem[], identity: string, { drawn, empty }: Drawing): void {
  const judges = new Set(items.map((item) => item.drawn?.by));
  const sizes = items.findLast((item) => item.drawn?.sizes)?.drawn?.sizes;
  if (judges.size > 1) {
    // Which verdicts are drawn more often depends on the judge. Where it has changed between two labels, only what was
    // drawn without regard to its verdict has a known chance.
    const plain = items.filter((item) => item.drawn?.plain !== undefined);
    const size = sizes && sizes.pass + sizes.fail + sizes.none;
    const weight = size === undefined ? 1 / (plain[0]?.drawn?.plain ?? 1) : size / plain.length;
    const stratum = { size, weight, judge: undefined };
    for (const item of plain) drawn.set(item, stratum);
    return;
  }
  const isOwn = judges.has(identity);
  for (const verdict of ["pass", "fail", "none"] as const) {
    const own = items.filter((item) => item.drawn?.verdict === verdict);
    const judge = isOwn ? verdict : undefined;
    const size = sizes && Math.max(sizes[verdict], own.length);
    if (own.length === 0 && size && verdict !== "none") empty.push({ size, weight: size, judge });
    // Without a size, labels of one chance are a stratum.
    const alike = Map.groupBy(own, (item) => (size === undefined ? item.drawn?.chance : 1));
    for (const [chance = 1, group] of alike) {
      const stratum = { size, weight: size === undefined ? 1 / chance : size / own.length, judge };
      for (const item of group) drawn.set(item, stratum);
    }
  }
}
