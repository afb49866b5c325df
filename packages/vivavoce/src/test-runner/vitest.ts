import { afterAll, chai, describe, expect, onTestFinished, TestRunner, test } from "vitest";
import type { Agent, ReplyFunction } from "../agent/index.ts";
import type { Metric } from "../metric/index.ts";
import type { Suite } from "../suite/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { World } from "../world/index.ts";
import { type DescribeSuiteOptions, describeTrials } from "./describe-suite.ts";
import type { TranscriptMatchers } from "./matcher-types.ts";
import { ExchangeOf } from "./passage.ts";
import { type PlayInTest, playInTest } from "./play.ts";
import type { Runner } from "./runner.ts";
import type { TestCase } from "./spoken-case.ts";
import { type ToPassOptions, toPass } from "./to-pass.ts";
import { decidable, passageMatchers } from "./transcript-matchers.ts";
import { awaited, refuseUnawaited } from "./unawaited.ts";

export type { DescribeSuiteOptions } from "./describe-suite.ts";
export type { ExpectedArgument } from "./expected-argument.ts";
export type { EndOfConversation, PassageMatchers, TranscriptMatchers } from "./matcher-types.ts";
export type { PlayInTest, TestPlayOptions } from "./play.ts";
export type { TestCase } from "./spoken-case.ts";
export type { ToPassOptions } from "./to-pass.ts";
export type { TrafficWish } from "./traffic-wish.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends TranscriptMatchers<R> {}
}

const runner: Runner = {
  describe: (_title, work) => work(),
  test: (title, work, { timeoutMs, concurrent }) =>
    void test(title, { timeout: timeoutMs, concurrent }, (context) => work((why) => context.skip(why))),
  afterAll: (work, timeoutMs) => afterAll(work, timeoutMs),
  testFile: () => String(expect.getState().testPath),
  fileKey: () => TestRunner.getCurrentTest()?.file ?? expect,
  currentTest() {
    const current = TestRunner.getCurrentTest();
    // If several tests run at once, Vitest knows only the one that began last.
    if (current === undefined || current.concurrent) return undefined;
    const { retryCount = 0, repeatCount = 0 } = current.result ?? {};
    return { name: current.fullTestName, key: `${retryCount}/${repeatCount}` };
  },
};

expect.extend({
  ...passageMatchers,
  toPass: decidable(function (received: unknown, ...given: (Metric | ToPassOptions)[]) {
    if (runner.currentTest()) onTestFinished(() => refuseUnawaited(runner));
    return awaited(runner, toPass(runner, this, received, given));
  }),
});

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
export const play: PlayInTest = (agent, testCase, options) => playInTest(runner, agent, testCase, options);
