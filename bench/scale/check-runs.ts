// Real runs: one that shows what queue, claim and commits add to a trial, and others that the simulation has to foretell.
import type { ScaleFigures } from "./figures.ts";
import type { Exam, Played } from "./real-run.ts";

const exams: Partial<Exam>[] = [
  { trials: 200, calls: 6, callMs: 500, concurrency: 20 },
  { trials: 400, calls: 6, callMs: 500, concurrency: 20, workers: 2 },
  { trials: 400, calls: 3, callMs: 100, concurrency: 10, workers: 2 },
];
const rounds = 2;

/** `alone`: seconds from trial to trial of a worker that plays one at a time and waits for no model. */
export async function measureChecks(
  play: (exam: Partial<Exam>) => Promise<Played>,
): Promise<{ alone: number; checks: ScaleFigures["checks"] }> {
  const alone: Played[] = [];
  const all = exams.map((): Played[] => []);
  for (let round = 0; round < rounds; round++) {
    alone.push(await play({ trials: 150, concurrency: 1 }));
    for (const [at, exam] of exams.entries()) all[at]?.push(await play(exam));
  }
  const checks = all.flatMap((played) => {
    const [{ exam } = {}] = played;
    if (!exam) return [];
    const { workers, concurrency, calls, callMs } = exam;
    return [{ workers, concurrency, calls, callSeconds: callMs / 1_000, perSecond: mean(played) }];
  });
  return { alone: 1 / mean(alone), checks };
}

/** Of all rounds: the best ones would be those that the simulation's ideal world suits. */
function mean(played: readonly Played[]): number {
  return played.reduce((sum, { perSecond }) => sum + perSecond, 0) / played.length;
}
