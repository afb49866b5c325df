import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Store } from "../packages/vivavoce/src/store/index.ts";
import { createRun, rowsIn } from "../packages/vivavoce/src/store/store.test-helper.ts";
import { startPostgres } from "./servers.ts";

const server = await startPostgres();
afterAll(() => server?.remove());
const url = server?.url ?? "";

const marks = async () => (await rowsIn(url, "select slot from viva_commits")).length;
const aWeek = 7 * 86_400_000;

/** Opens a store on a machine whose clock is wrong by so much. */
async function openAt(offBy: number): Promise<Store> {
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + offBy);
  const store = await Store.open(url);
  onTestFinished(() => store.close().catch(() => {}));
  await createRun(store, `run-${offBy}`);
  clock.mockRestore();
  return store;
}

describe.skipIf(!server)("the marks of a store that is in use", () => {
  test("are kept, however wrong the clock of another machine is, or its own", async () => {
    await openAt(0);
    const before = await marks();
    expect(before).toBeGreaterThan(0);
    await openAt(aWeek);
    await openAt(-aWeek);
    await openAt(1);
    expect(await marks()).toBeGreaterThanOrEqual(before + 3);
  });

  test("are deleted by the next store a day after their process was killed", async () => {
    await rowsIn(url, "insert into viva_commits (slot, number, written_at) values ('old/0', 1, 0)");
    const store = await Store.open(url);
    await store.close();
    expect(await rowsIn(url, "select slot from viva_commits where slot = 'old/0'")).toEqual([]);
  });
});
