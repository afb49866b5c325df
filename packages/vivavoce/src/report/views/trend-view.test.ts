import { expect, test } from "vitest";
import { storedRun } from "../../results/stored-run.test-helper.ts";
import { openStore } from "../../store/store.test-helper.ts";
import { trendView } from "./history-view.ts";

test("the trend of a suite has a point for each whole run, a break where cases differ, and the runs left out", async () => {
  const store = await openStore();
  const context = { store, invocation: "npx viva" };
  const one = await storedRun(store, [{ id: "a", value: 1 }]);
  const two = await storedRun(store, [{ id: "a", value: 0 }]);
  const three = await storedRun(store, [
    { id: "a", value: 1 },
    { id: "b", value: 1 },
  ]);
  const standIn = await storedRun(store, [{ id: "a", value: 1 }], { options: { agent: "nothing" } });
  const { suites } = await trendView.answer(context, {});
  expect(suites.map(({ suite }) => suite)).toEqual(["coach"]);
  const [{ variants, leftOut } = { variants: [], leftOut: [] }] = suites;
  expect(variants[0]?.points.map(({ run, observed, breakBefore }) => [run, observed?.mean, breakBefore])).toEqual([
    [one.id, 1, undefined],
    [two.id, 0, undefined],
    [three.id, 1, "different cases: 1 new"],
  ]);
  expect(leftOut).toEqual([{ run: standIn.id, why: "stand-in" }]);
  // A run that came since is in the next answer, though the others are kept.
  await storedRun(store, [{ id: "a", value: 1 }]);
  const again = await trendView.answer(context, { suite: "coach" });
  expect(again.suites[0]?.variants[0]?.points).toHaveLength(4);
});
