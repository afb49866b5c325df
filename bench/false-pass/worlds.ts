// Made-up agents, examined before and after a change whose true size is known.

export type Random = () => number;

/** One comparison of two runs. */
export interface Comparison {
  /** After − before, for each unit. */
  differences: number[];
  /** The case means of the new run; undefined where the cases are fixed, so that no population has a rate. */
  after: number[] | undefined;
  clusters: string[] | undefined;
}

export interface World {
  scope: "these" | "like-these";
  name: string;
  n: number;
  repeats: number;
  rate: number;
  /** How much worse the new run truly is. */
  drop: number;
  compare(random: Random): Comparison;
}

interface Setting {
  n: number;
  repeats: number;
  rate: number;
  drop: number;
}

/** The chances of passing, before and after, of one case or of a whole cluster. */
type Pair = readonly [before: number, after: number];
type Population = (setting: Setting, random: Random) => Pair;

const populations: Record<"alike" | "mixed" | "sure", Population> = {
  alike: ({ rate, drop }) => [rate, rate - drop],
  mixed: ({ rate, drop }, random) => {
    const before = 1 - (1 - rate) * 2 * random();
    return [before, before * (1 - drop / rate)];
  },
  // Each case always passes or always fails, and the change breaks whole cases.
  sure: ({ rate, drop }, random) => {
    const before = random() < rate ? 1 : 0;
    return [before, before === 1 && random() < drop / rate ? 0 : before];
  },
};

/** Cases drawn from a population: the units are cases, repeats averaged. */
export function drawnCases(setting: Setting): World[] {
  return Object.entries(populations).map(([name, population]) => ({
    ...setting,
    scope: "like-these",
    name,
    compare: (random) => averaged(setting, random, () => population(setting, random)),
  }));
}

/** Clusters drawn from a population. In "sure" all of a cluster goes together. */
export function drawnClusters(setting: Omit<Setting, "n">, sizes: readonly number[], name: string): World[] {
  const clusters = sizes.flatMap((size, index) => new Array<string>(size).fill(String(index)));
  const whole = { ...setting, n: clusters.length };
  return (["mixed", "sure"] as const).map((kind) => ({
    ...whole,
    scope: "like-these",
    name: `${name}, ${kind}`,
    compare: (random) => {
      const pairs = sizes.map(() => populations[kind](whole, random));
      return { ...averaged(whole, random, (index) => pairs[Number(clusters[index])] ?? [0, 0]), clusters };
    },
  }));
}

function averaged({ n, repeats }: Setting, random: Random, pairOf: (index: number) => Pair): Comparison {
  const differences: number[] = [];
  const after: number[] = [];
  for (let index = 0; index < n; index += 1) {
    const [before, now] = pairOf(index);
    const passed = passes(repeats, now, random);
    after.push(passed / repeats);
    differences.push((passed - passes(repeats, before, random)) / repeats);
  }
  return { differences, after, clusters: undefined };
}

function passes(times: number, chance: number, random: Random): number {
  let passed = 0;
  for (let time = 0; time < times; time += 1) if (random() < chance) passed += 1;
  return passed;
}

/** The same unlike cases in every run: the units are trials. The drop is spread over all of them, or breaks a few. */
export function fixedCases(setting: Setting): World[] {
  const { n, repeats, rate, drop } = setting;
  const before = Array.from({ length: n }, (_, index) => 1 - ((1 - rate) * 2 * (index + 0.5)) / n);
  const spread = before.map((chance) => chance * (1 - drop / rate));
  const lost = few(before, n * drop);
  const broken = before.map((chance, index) => chance - (lost[index] ?? 0));
  return Object.entries({ spread, broken }).map(([name, after]) => ({
    ...setting,
    scope: "these",
    name: `mixed, ${name}`,
    compare: (random) => {
      const differences: number[] = [];
      for (let index = 0; index < n; index += 1) {
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          differences.push(passes(1, after[index] ?? 0, random) - passes(1, before[index] ?? 0, random));
        }
      }
      return { differences, after: undefined, clusters: undefined };
    },
  }));
}

/** The total, taken from as few as can be. */
function few(available: readonly number[], total: number): number[] {
  let left = total;
  return available.map((most) => {
    const taken = Math.min(most, left);
    left -= taken;
    return taken;
  });
}

const meanScore = 1 - 0.2 / 3;

function scoreNearCeiling(random: Random): number {
  return 1 - 0.2 * random() ** 2;
}

/** Scores from 0.8 to 1, most of them near 1. The drop shifts all of them, or makes a few 0. */
export function scores({ n, repeats, drop }: Omit<Setting, "rate">): World[] {
  const setting = { n, repeats, drop, rate: meanScore };
  const fixedChances = few(new Array<number>(n).fill(1), (n * drop) / meanScore);
  const chanceDrawn = drop / meanScore;
  const shifted = (random: Random) => scoreNearCeiling(random) - drop;
  const collapsing = (chance: number) => (random: Random) => (random() < chance ? 0 : scoreNearCeiling(random));
  const broken = () => 0;
  return [
    ofScores({ ...setting, scope: "like-these", name: "scores, shifted" }, () => shifted),
    ofScores({ ...setting, scope: "like-these", name: "scores, broken" }, (_, random) =>
      random() < chanceDrawn ? broken : scoreNearCeiling,
    ),
    ofScores({ ...setting, scope: "these", name: "scores, shifted" }, () => shifted),
    ofScores({ ...setting, scope: "these", name: "scores, broken" }, (index) => collapsing(fixedChances[index] ?? 0)),
  ];
}

function ofScores(
  about: Omit<World, "compare">,
  scoreAfter: (index: number, random: Random) => (random: Random) => number,
): World {
  const { n, repeats, scope } = about;
  const compare = (random: Random): Comparison => {
    const differences: number[] = [];
    const after: number[] = [];
    for (let index = 0; index < n; index += 1) {
      const now = scoreAfter(index, random);
      let sumBefore = 0;
      let sumAfter = 0;
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const [before, score] = [scoreNearCeiling(random), now(random)];
        if (scope === "these") differences.push(score - before);
        sumBefore += before;
        sumAfter += score;
      }
      if (scope === "like-these") differences.push((sumAfter - sumBefore) / repeats);
      after.push(sumAfter / repeats);
    }
    return { differences, after: scope === "these" ? undefined : after, clusters: undefined };
  };
  return { ...about, compare };
}
