/**
 * What every suite of tests waits for before it says that something hangs. A busy machine takes ten times as long as an
 * idle one, so no test has a shorter limit of its own.
 */
export const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};
