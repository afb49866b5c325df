import { afterAll, describe, expect, TestRunner, test } from "vitest";
import type { Suite } from "../suite/index.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";
import type { Runner } from "./runner.ts";

export type { DescribeSuiteOptions } from "./describe-suite.ts";
export type { TrafficWish } from "./traffic-wish.ts";

const runner: Runner = {
  describe: (_title, work) => work(),
  test: (title, work, { timeoutMs, concurrent }) =>
    void test(title, { timeout: timeoutMs, concurrent }, (context) => work((why) => context.skip(why))),
  afterAll: (work, timeoutMs) => afterAll(work, timeoutMs),
  testFile: () => String(expect.getState().testPath),
  testName() {
    const current = TestRunner.getCurrentTest();
    // Of tests that run at once, Vitest knows the one that began last.
    return current === undefined || current.concurrent ? undefined : current.fullTestName;
  },
};

/**
 * Makes a test of every trial of a suite. They are played by Viva's own engine when their tests run, and are in the store
 * like those of `viva run`.
 *
 * @example
 * import coach from "./coach.eval.ts";
 * describeSuite(coach);
 */
export function describeSuite(suite: Suite, options: DescribeSuiteOptions = {}): void {
  describe(suite?.name ?? "describeSuite()", () => describeTrials(runner, suite, options));
}
