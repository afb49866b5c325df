// Does a plan keep its promise? A pilot of two runs gives a number of cases; that many are then compared.
import { nonInferiorMean, type PlanGoal, plan } from "vivavoce/stats";
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";
import type { Random } from "./worlds.ts";

export interface Realised {
  pilotCases: number;
  /** The share of cases that go one way or the other although nothing changed. */
  flips: number;
  goal: PlanGoal;
  pilots: number;
  /** Pilots that gave a number, and how often it was enough. */
  planned: number;
  reached: number;
}

const sizes = [12, 30, 60];
const shares = [0.02, 0.05, 0.1, 0.2];
const goals: PlanGoal[] = [{ margin: 0.05 }, { margin: 0.1 }, { detect: 0.1 }];

export function realisedPower(pilots: number, seed: number): Realised[] {
  const random = mulberry32(seed);
  return goals.flatMap((goal) =>
    sizes.flatMap((pilotCases) =>
      shares.map((flips) => {
        let [planned, reached] = [0, 0];
        for (let pilot = 0; pilot < pilots; pilot += 1) {
          const plannedCases = plan(flipped(pilotCases, flips, 0, random), goal);
          if ("reason" in plannedCases) continue;
          planned += 1;
          if (reaches(goal, plannedCases.cases, flips, random)) reached += 1;
        }
        return { pilotCases, flips, goal, pilots, planned, reached };
      }),
    ),
  );
}

function reaches(goal: PlanGoal, cases: number, flips: number, random: Random): boolean {
  if ("margin" in goal) return nonInferiorMean(flipped(cases, flips, 0, random), goal)?.verdict === "pass";
  const result = nonInferiorMean(flipped(cases, flips, goal.detect, random), { margin: 0 });
  return result !== undefined && result.hi < 0;
}

function flipped(cases: number, flips: number, broken: number, random: Random): number[] {
  return Array.from({ length: cases }, () => {
    if (random() < broken) return -1;
    const chance = random();
    return chance < flips / 2 ? 1 : chance < flips ? -1 : 0;
  });
}
