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

export interface Setting {
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
export function few(available: readonly number[], total: number): number[] {
  let left = total;
  return available.map((most) => {
    const taken = Math.min(most, left);
    left -= taken;
    return taken;
  });
}
