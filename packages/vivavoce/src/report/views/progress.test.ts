import { expect, test } from "vitest";
import { storedRun } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import type { Store } from "../../store/index.ts";
import { progressOf } from "./runs-view.ts";

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

test("a guess has no seconds", async () => {
  const guessOf = async (ago: number) => {
    const playedLast = async () => [Date.now() - ago, Date.now()];
    const summaries = [{ tally: { ...tally, pending: 1 } }];
    const found = await progressOf(
      { runs: { playedLast } } as unknown as Store,
      { id: "7f3a", finishedAt: undefined },
      { live: true, summaries },
    );
    return found?.text.split(", ").at(-1);
  };
  expect(await guessOf(20_000)).toBe("less than a minute");
  expect(await guessOf(170_000)).toBe("about 3 min");
  expect(await guessOf(60 * 60_000)).toBe("about 60 min");
  expect(await guessOf(3 * 60 * 60_000)).toBe("about 3 h");
});
