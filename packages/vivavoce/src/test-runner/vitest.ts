import { AsyncLocalStorage } from "node:async_hooks";
import * as vitest from "vitest";
import type { Suite } from "../suite/index.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";
import { ExchangeOf } from "./matcher.ts";
import type { TranscriptMatchers } from "./matcher-types.ts";
import { type PlayInTest, playIn } from "./play.ts";
import type { Runner } from "./runner.ts";
import { matchersFor } from "./to-pass.ts";

export * from "./public.ts";

// A name that an older Vitest lacks would be reported as a syntax error of this file.
if (!("aroundEach" in vitest)) throw new Error("vivavoce/vitest needs Vitest 4.1 or newer. `viva run` needs none.");
const { afterAll, aroundEach, chai, describe, expect, TestRunner, test } = vitest;

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends TranscriptMatchers<R> {}
}

/** Of tests that run at once, Vitest knows only the one that began last. */
const running = new AsyncLocalStorage<vitest.RunnerTestCase>();

// Where Vitest shares modules between files, this is read once: in the other files, tests that run at once stay unknown.
if (TestRunner.getCurrentTest() === undefined) aroundEach((runTest, { task }) => running.run(task, runTest));

function runningTask(): vitest.RunnerTestCase | undefined {
  const last = TestRunner.getCurrentTest();
  return running.getStore() ?? (last?.concurrent ? undefined : last);
}

const runner: Runner = {
  describe: (_title, work) => work(),
  test: (title, work, { timeoutMs, concurrent }) =>
    void test(title, { timeout: timeoutMs, concurrent }, (context) => work((why) => context.skip(why))),
  afterAll: (work, timeoutMs) => afterAll(work, timeoutMs),
  testFile: () => String(expect.getState().testPath),
  fileKey: () => (running.getStore() ?? TestRunner.getCurrentTest())?.file ?? expect,
  currentTest() {
    const task = runningTask();
    if (task === undefined) return undefined;
    const { retryCount = 0, repeatCount = 0 } = task.result ?? {};
    return { name: task.fullTestName, task, key: `${retryCount}/${repeatCount}` };
  },
  atEnd(check) {
    const task = runningTask();
    // One that has failed says why already.
    task?.context.onTestFinished(() => {
      if (task.result?.state !== "fail") check();
    });
  },
};

expect.extend(matchersFor(runner));

chai.use(({ Assertion }, { flag }) => {
  Assertion.addMethod("exchange", function (this: object, number: number) {
    flag(this, "object", new ExchangeOf(flag(this, "object"), number));
  });
});

/**
 * Makes a test of every trial of a suite. Viva's own engine plays them when their tests run, and stores them like those
 * of `viva run`.
 *
 * @example
 * import coach from "./coach.eval.ts";
 * describeSuite(coach);
 */
export function describeSuite(suite: Suite, options: DescribeSuiteOptions = {}): void {
  describe(suite?.name ?? "describeSuite()", () => describeTrials(runner, suite, options));
}

/**
 * Plays a conversation with an agent and returns its transcript: a line, lines, or a whole case. An outage fails the test.
 *
 * @example
 * const transcript = await play(notes(), ["Hello", "Add milk to my list"]);
 * expect(transcript).exchange(2).toCall("add_note", { text: "milk" });
 */
export const play: PlayInTest = playIn(runner);
