import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { runningTrial } from "../conversation/index.ts";
import type { Suite } from "../suite/index.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";
import { ExchangeOf, type MatcherContext } from "./matcher.ts";
import type { TranscriptMatchers } from "./matcher-types.ts";
import { type PlayInTest, playIn } from "./play.ts";
import { type Runner, refuseUnawaited } from "./runner.ts";
import { matchersFor } from "./to-pass.ts";

export * from "./public.ts";

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends TranscriptMatchers<R> {}
}

declare global {
  namespace jest {
    // biome-ignore lint: it has to be declared as @types/jest declares it
    interface Matchers<R, T = {}> extends TranscriptMatchers<R> {}
  }
}

const runner: Runner = {
  describe,
  test: (title, work, { timeoutMs, concurrent }) =>
    (concurrent ? test.concurrent : test)(title, () => work(), timeoutMs),
  afterAll,
  testFile: () => String(expect.getState().testPath),
  // Jest loads this module again for every file.
  fileKey: () => expect,
  currentTest() {
    const { currentConcurrentTestName, currentTestName, currentTestIdentity } = expect.getState();
    const name = currentConcurrentTestName?.() ?? currentTestName;
    const task = currentTestIdentity?.();
    const { invocations = 1 } = task ?? {};
    return name === undefined ? undefined : { name, task, key: String(invocations) };
  },
};

const { exit } = process;

/** Jest ends with the code that it is given, and a 0 would pass every test that has not run. Vitest refuses by itself. */
process.exit = (code) => {
  const trial = runningTrial();
  if (trial === undefined) return exit.call(process, code);
  throw new Error(`process.exit(${code ?? ""}) would end all tests in the middle of case ${trial.caseId}`);
};

afterEach(async () => refuseUnawaited(runner.currentTest()));

expect.extend({
  ...matchersFor(runner),
  /**
   * Jest returns `promise.then(…).catch(…)` of a matcher's promise to the test. Here that is, at once, an object with the
   * matchers of the one exchange. If Jest ever changes this, `exchange(2).toCall` is not a function, and the test fails.
   */
  exchange(this: MatcherContext, received: unknown, number: number) {
    const matchers = expect(new ExchangeOf(received, number));
    const given = this.isNot ? matchers.not : matchers;
    // biome-ignore lint/suspicious/noThenProperty: see above
    return { then: () => ({ catch: () => given }) };
  },
});

/**
 * Makes a test of every trial of a suite. Viva's own engine plays them when their tests run, and stores them like those
 * of `viva run`. Jest accepts tests only while the file is loaded, so await this call.
 *
 * @example
 * import coach from "./coach.eval.js";
 * await describeSuite(coach);
 */
export function describeSuite(suite: Suite, options: DescribeSuiteOptions = {}): Promise<void> {
  let isThere = false;
  const described = describeTrials(runner, suite, options).then(() => {
    isThere = true;
  });
  // An awaited promise reports the error. If it is not awaited, the hook does, because Jest would end at an unhandled one.
  described.catch(() => {});
  // If it is not awaited, the tests come too late, and the file's other tests would pass without them.
  beforeAll(async () => {
    if (!isThere) throw new Error("describeSuite() was not awaited in time. Write: await describeSuite(…).");
  });
  return described;
}

/**
 * Plays a conversation with an agent and returns its transcript: a line, lines, or a whole case. An outage fails the test.
 *
 * @example
 * const transcript = await play(notes(), ["Hello", "Add milk to my list"]);
 * expect(transcript).exchange(2).toCall("add_note", { text: "milk" });
 */
export const play: PlayInTest = playIn(runner);
