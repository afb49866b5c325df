import type { RunningTest } from "./runner.ts";

/** The scorings that are under way, by test. */
const underWay = new Map<string, number>();

/** Runners do not notice a promise that nobody waits for: a test that ends before its scoring has not passed it. */
export function awaited<T>(test: RunningTest | undefined, scoring: Promise<T>): Promise<T> {
  // Where the test is not known, neither is its end.
  if (test === undefined) return scoring;
  const count = (more: number) => underWay.set(test.name, (underWay.get(test.name) ?? 0) + more);
  count(1);
  return scoring.finally(() => count(-1));
}

/** Called when a test has ended. */
export function refuseUnawaited(test: RunningTest | undefined): void {
  if (test === undefined || (underWay.get(test.name) ?? 0) === 0) return;
  throw new Error("toPass() was not waited for, so it checked nothing. Write: await expect(transcript).toPass(…).");
}
