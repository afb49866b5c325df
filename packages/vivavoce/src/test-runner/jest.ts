import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Suite } from "../suite/index.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";
import type { Runner } from "./runner.ts";

export type { DescribeSuiteOptions } from "./describe-suite.ts";
export type { TrafficWish } from "./traffic-wish.ts";

const runner: Runner = {
  describe,
  test: (title, work, { timeoutMs, concurrent }) =>
    (concurrent ? test.concurrent : test)(title, () => work(cannotSkip), timeoutMs),
  afterAll,
  testFile: () => String(expect.getState().testPath),
  testName() {
    const { currentConcurrentTestName, currentTestName } = expect.getState();
    return currentConcurrentTestName?.() ?? currentTestName;
  },
};

/** What was not checked must not pass. */
function cannotSkip(why: string): never {
  throw new Error(`${why}. Jest cannot skip a test that runs already: give the case something to check, or leave it out.`);
}

/**
 * Makes a test of every trial of a suite. They are played by Viva's own engine when their tests run, and are in the store
 * like those of `viva run`. Jest takes tests only while the file is read, so wait for it.
 *
 * @example
 * import coach from "./coach.eval.js";
 * await describeSuite(coach);
 */
export function describeSuite(suite: Suite, options: DescribeSuiteOptions = {}): Promise<void> {
  const described = describeTrials(runner, suite, options);
  // Where nobody waited, the tests came too late, and the file's other tests would pass without them.
  beforeAll(() =>
    described.catch((error: unknown) => {
      throw new Error("describeSuite() made no tests. Wait for it at the top of the file: await describeSuite(…).", {
        cause: error,
      });
    }),
  );
  return described;
}
