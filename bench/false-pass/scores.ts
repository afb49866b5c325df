import { type Comparison, few, type Random, type Setting, type World } from "./worlds.ts";

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
