import { expect, test } from "vitest";
import { createRun, openStore } from "../store/store.test-helper.ts";
import { findReference } from "./reference.ts";

test("an id that begins several runs is refused, and one that begins none is nothing", async () => {
  const store = await openStore();
  await createRun(store, "7f01");
  await createRun(store, "7f02");
  await expect(findReference(store, "7f")).rejects.toThrow("7f begins several ids");
  expect(await findReference(store, "8")).toBeUndefined();
  expect(await findReference(store, "7f01")).toMatchObject({ kind: "run", name: "7f01" });
});
