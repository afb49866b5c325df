import { expect, test } from "vitest";
import { storedRun } from "../results/stored-run.test-helper.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import { aboutText, progressOf } from "./progress-text.ts";

const store = sharedStore();
const tally = { planned: 300, passed: 57, failed: 1, unscored: 0, errored: 0, skipped: 0, pending: 242 };

test("a run that goes on says what has passed, how much is left and about how long, if that can be known", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }], { finished: false });
  const textOf = async (live: boolean, finishedAt?: number, more = {}) =>
    (await progressOf(store(), { id, finishedAt }, { live, summaries: [{ tally: { ...tally, ...more } }] }))?.text;
  // One trial alone has no pace.
  expect(await textOf(true)).toBe("57 of 58 finished passed, 242 to go");
  expect(await textOf(false)).toBe("57 of 58 finished passed, 242 not played");
  expect(await textOf(true, undefined, { passed: 0, failed: 0, pending: 300 })).toBe("none finished yet, 300 to go");
  expect(await textOf(true, 1)).toBeUndefined();
  expect(await textOf(true, undefined, { pending: 0 })).toBeUndefined();
});

test("a guess has no seconds", () => {
  expect([20_000, 170_000, 60 * 60_000, 3 * 60 * 60_000].map(aboutText)).toEqual([
    ...["less than a minute", "about 3 min", "about 60 min", "about 3 h"],
  ]);
});
