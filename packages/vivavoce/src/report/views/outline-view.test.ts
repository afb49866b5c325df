import { expect, test, vi } from "vitest";
import { storedRun } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import { outlineView, runView } from "./runs-view.ts";

const store = sharedStore();

test("the outline of a run is what its page says too, and no value is read for it", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }]);
  const context = { store: store(), invocation: "viva" };
  const read = vi.spyOn(store().values, "read");
  const outline = await outlineView.answer(context, { run: id });
  expect(read).not.toHaveBeenCalled();
  const run = await runView.answer(context, { run: id });
  expect(run).toMatchObject(outline);
  expect(outline.suites[0]).toMatchObject({ metrics: [{ name: "m" }], variants: [{ title: "" }] });
});
