// How often is a verdict wrong? Made-up agents whose true change is known are compared thousands of times.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type EarlyTally, earlyStops } from "./false-pass/early.ts";
import { cells } from "./false-pass/grid.ts";
import { type Realised, realisedPower } from "./false-pass/power.ts";
import { type Counted, percent, printAtMargin, printEarly, printPower, printUnchanged } from "./false-pass/print.ts";
import { errorsAbove, type Tally } from "./false-pass/tally.ts";
import type { Work } from "./false-pass/worker.ts";
import type { Measurement } from "./measurement.ts";

const runs = 2_000;
const pilots = 1_000;
const earlyRuns = 300;
const limit = 0.05;
/** The least share of plans that are enough, as the guide promises. */
const leastPower = 0.78;
const mostErrors = 3;

interface Finding {
  errors: number;
  what: string;
}

export async function measure({ seed }: { seed: number }): Promise<Measurement> {
  console.log(`seed ${seed}, ${runs} comparisons a cell (--seed N for others)`);
  const counted = await countAll(seed);
  const atMargin = counted.filter(({ world }) => world.drop > 0);
  const unchanged = counted.filter(({ world }) => world.drop === 0);
  const power = realisedPower(pilots, seed);
  printAtMargin(atMargin);
  printUnchanged(unchanged);
  printPower(power);
  const early = earlyStops(earlyRuns, seed);
  printEarly(early);
  const findings = [...atMargin, ...unchanged]
    .flatMap(findingsOf)
    .concat(power.map(findingOfPower), early.map(findingOfEarly));
  const [worst] = findings.toSorted((a, b) => b.errors - a.errors);
  if (!worst) throw new Error("nothing was simulated");
  const beyond = findings.filter(({ errors }) => errors > mostErrors);
  for (const { what, errors } of beyond) console.log(`beyond its limit by ${errors.toFixed(1)} errors: ${what}`);
  return {
    what: "wrong verdicts beyond 5 %, in Monte Carlo errors",
    value: worst.errors,
    limit: mostErrors,
    detail: `${findings.length} shares, ${beyond.length} beyond; the largest is ${worst.what}`,
  };
}

async function countAll(seed: number): Promise<Counted[]> {
  const shares = Math.min(4, availableParallelism());
  const parts = Array.from({ length: shares }, (_, share) => inThread({ share, shares, runs, seed }));
  const tallies = new Map((await Promise.all(parts)).flat());
  return cells().map((cell, index) => {
    const tally = tallies.get(index);
    if (!tally) throw new Error(`cell ${index} was not simulated`);
    return { ...cell, tally };
  });
}

function inThread(workerData: Work): Promise<[number, Tally][]> {
  return new Promise((resolve, reject) => {
    new Worker(new URL("./false-pass/worker.ts", import.meta.url), { workerData })
      .once("message", resolve)
      .once("error", reject);
  });
}

function findingsOf({ world, margin, tally }: Counted): Finding[] {
  const where = `${world.scope}, ${world.name}, n ${world.n}, K ${world.repeats}, rate ${world.rate.toFixed(2)}, margin ${margin}`;
  const counts: [string, number | undefined][] = [
    // A pass is wrong only where the drop is the margin.
    ["false pass", world.drop === margin ? tally.pass : undefined],
    [world.drop === 0 ? "false fail, nothing changed" : "false fail", tally.fail],
    ["the interval misses the difference", tally.missesDifference],
    ["the interval misses the rate", tally.missesRate],
  ];
  return counts.flatMap(([what, count]) =>
    count === undefined
      ? []
      : [{ errors: errorsAbove(limit, count, tally.runs), what: `${what} ${percent(count, tally.runs)} %: ${where}` }],
  );
}

function findingOfEarly({ wrong, runs: count, cases, rate, floor }: EarlyTally): Finding {
  const what = `stopped early with another verdict than the whole run ${percent(wrong, count)} %: n ${cases}, rate ${rate}, floor ${floor}`;
  return { errors: errorsAbove(limit, wrong, count), what };
}

function findingOfPower({ planned, reached, flips, pilotCases, goal }: Realised): Finding {
  return {
    errors: planned === 0 ? Number.NEGATIVE_INFINITY : errorsAbove(1 - leastPower, planned - reached, planned),
    what: `${percent(reached, planned)} % of plans were enough: ${JSON.stringify(goal)}, ${pilotCases} cases, ${flips} flip`,
  };
}
