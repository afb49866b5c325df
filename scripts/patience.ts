import type { Reporter } from "vitest/node";

/**
 * What every suite of tests waits for before it says that something hangs. A busy machine takes ten times as long as an
 * idle one, so no test has a shorter limit of its own.
 */
export const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

/** Says which tests failed at first: what needed a second try is a defect to be mended. */
const tellsSecondTries: Reporter = {
  onTestCaseResult(test) {
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0)
      console.warn(`PASSED ONLY AT THE SECOND TRY: ${test.fullName}`);
  },
};

/** For suites with a browser, servers or frameworks, which are not ours: in CI a test that failed is tried once more. */
export const patienceWithOthers = {
  ...patience,
  retry: process.env.CI === undefined ? 0 : 1,
  reporters: ["default", tellsSecondTries],
};
