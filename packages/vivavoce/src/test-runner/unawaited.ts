import type { Runner } from "./runner.ts";

/** The scorings that are under way, by test. */
const underWay = new Map<string, number>();

/** Runners do not notice a promise that is not awaited: a test that ends before its scoring must not pass. */
export function awaited<T>(runner: Runner, scoring: Promise<T>): Promise<T> {
  const test = runner.currentTest()?.name;
  // If the test is not known, its end is not known either.
  if (test === undefined) return scoring;
  const count = (more: number) => underWay.set(test, (underWay.get(test) ?? 0) + more);
  count(1);
  return scoring.finally(() => count(-1));
}

/** Called when a test has ended. */
export function refuseUnawaited(runner: Runner): void {
  const test = runner.currentTest()?.name;
  if (test === undefined || (underWay.get(test) ?? 0) === 0) return;
  throw new Error("toPass() was not awaited, so it checked nothing. Write: await expect(transcript).toPass(…).");
}
