import { expect, test } from "vitest";
import { storedRun, without } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import { reasonsView } from "./rows-view.ts";

const store = sharedStore();

test("every trial that did not pass has its first reason, under its place in the plan", async () => {
  const { id } = await storedRun(store(), [
    { id: "good", value: 1 },
    { id: "bad", value: 0.2 },
    { id: "open", scores: [without("m", "unscored")] },
    { id: "waiting", status: null },
  ]);
  const { reasons } = await reasonsView.answer({ store: store(), invocation: "viva" }, { run: id, suite: 0 });
  expect(reasons.map(({ trial }) => trial)).toEqual([1, 2]);
  expect(reasons[0]).toMatchObject({ text: expect.stringMatching(/^0\.20 is under the threshold of /) });
  expect(reasons[1]?.kind).toMatch(/^m: unscored/);
});
