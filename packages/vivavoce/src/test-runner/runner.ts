/** What Viva needs of a test runner. */
export interface Runner {
  describe(title: string, work: () => void): void;
  /** `skip` throws; a runner that cannot skip a running test gives none. */
  test(
    title: string,
    work: (skip?: (why: string) => never) => Promise<void>,
    settings: { timeoutMs: number; concurrent: boolean },
  ): void;
  afterAll(work: () => Promise<void>, timeoutMs: number): void;
  /** The file of the tests. */
  testFile(): string;
  /** The same value while that file runs, and another when it runs again. */
  fileKey(): object;
  /** The running test; undefined if the runner cannot distinguish it from concurrent ones. */
  currentTest(): RunningTest | undefined;
  /** Calls `check` when the running test ends, for a runner that has no hook for all of them. */
  atEnd?(check: () => void): void;
}

interface RunningTest {
  name: string;
  /** The runner's own object for the test: several may have one name. */
  task?: object | undefined;
  /** Another value when the test is retried. */
  key: string;
}

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
export function awaited<T>(
  runner: Pick<Runner, "currentTest" | "atEnd">,
  what: Begun["what"],
  work: Promise<T>,
): Promise<T> {
  const test = runner.currentTest();
  // Where the test is not known, neither is its end.
  if (test === undefined) return work;
  runner.atEnd?.(() => refuseUnawaited(test));
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
