import type { RunningTest } from "./runner.ts";

const complaints = {
  toPass: "toPass() was not waited for, so it checked nothing. Write: await expect(transcript).toPass(…).",
  play: "play() was not waited for, so what came of it was not checked. Write: const transcript = await play(…).",
};

interface Begun {
  test: RunningTest;
  what: keyof typeof complaints;
}

/** What tests have begun and not seen the end of. */
const underWay = new Set<Begun>();

/** Runners do not notice a promise that nobody waits for: a test that ends before it has not seen what came of it. */
export function awaited<T>(test: RunningTest | undefined, what: Begun["what"], work: Promise<T>): Promise<T> {
  // Where the test is not known, neither is its end.
  if (test === undefined) return work;
  const begun = { test, what };
  underWay.add(begun);
  return work.finally(() => underWay.delete(begun));
}

/** Called when a test has ended. */
export function refuseUnawaited(ended: RunningTest | undefined): void {
  const begun = [...underWay].find(({ test }) => isSame(test, ended));
  if (begun) throw new Error(complaints[begun.what]);
}

function isSame(a: RunningTest, b: RunningTest | undefined): boolean {
  return a.task === b?.task && a.name === b?.name && a.key === b?.key;
}
