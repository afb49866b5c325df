import { describe, expect, test } from "vitest";
import { readSuite } from "../../vivavoce/dist/results/index.js";
import { listen } from "../../vivavoce/dist/server/index.js";
import { beginRun, coach, emptyProject, endRun, wholeRun, writeTrials } from "./made-run.test-helper.ts";
import {
  axeViolations,
  clipped,
  closeLater,
  exampleProject,
  missingBrowser,
  narrowness,
  openPage,
  served,
} from "./page.test-helper.ts";

const passing = { id: "a", values: [1, 1] };
const failing = { id: "b", values: [0.2, 1] };

describe.skipIf(missingBrowser)("the runs", () => {
  test("are listed, newest first, with the trend of each suite, and nothing is asked of anybody else", async () => {
    const { store, address } = await served(await exampleProject());
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, misdeeds } = await openPage(address, { colorScheme });
      const listed = await store.runs.list();
      await page.getByRole("link", { name: listed[0]?.id ?? "" }).waitFor();
      const ids = await page
        .locator("[data-run]")
        .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-run")));
      expect(ids).toEqual(listed.map(({ id }) => id));
      await page.locator(".trend").first().waitFor();
      const suites = new Set(listed.flatMap((run) => run.suites.map(({ name }) => name)));
      expect(await page.locator(".trend").count()).toBe(suites.size);
      expect(await page.getByText("Nothing was measured").count()).toBe(2);
      expect(await axeViolations(page)).toEqual([]);
      expect(misdeeds).toEqual([]);
    }
  });

  test("fit on a narrow screen, and show note and commit", async () => {
    const { store, address } = await emptyProject();
    const commit = {
      id: "0123456789abcdef0123456789abcdef01234567",
      branch: "a-branch-with-a-long-name",
      changed: true,
    };
    await wholeRun(store, { id: "aaaa1111", note: `a note ${"without-end-".repeat(20)}`, commit }, [passing, failing]);
    const { page } = await openPage(address, { viewport: { width: 400, height: 800 } });
    await page.getByText("0123456", { exact: true }).waitFor();
    await page.getByText("FAIL", { exact: true }).waitFor();
    await page.getByText("1 trial failed").waitFor();
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await axeViolations(page)).toEqual([]);
  });

  test("of an empty store say what to do", async () => {
    const { address } = await emptyProject();
    const { page, misdeeds } = await openPage(address);
    await page.getByText("npx viva run").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(misdeeds).toEqual([]);
  });

  test("can be narrowed to a suite by the address, chosen by pointer or key, and compared", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111", at: 1_000 }, [passing]);
    await wholeRun(store, { id: "bbbb2222", at: 2_000 }, [passing]);
    await wholeRun(store, { id: "cccc3333", at: 3_000, suites: [{ ...coach(1), name: "desk" }] }, [passing]);
    const { page } = await openPage(`${address}#/?suite=coach`);
    await page.getByRole("heading", { name: "Runs of coach" }).waitFor();
    await page.locator("[data-run]").first().waitFor();
    expect(await page.locator("[data-run]").count()).toBe(2);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("link", { name: "Compare aaaa1111 with bbbb2222" }).waitFor();
    await page.keyboard.press("c");
    await page.waitForURL(/#\/compare\/aaaa1111\/bbbb2222$/);
  });

  test("have column heads, counts, a duration, the change against the run before and the baseline, and a filter", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111", at: 1_000 }, [passing, failing]);
    await wholeRun(store, { id: "bbbb2222", at: 2_000, note: "asks first" }, [passing, { ...failing, values: [1, 1] }]);
    await wholeRun(store, { id: "cccc3333", at: 3_000 }, [passing, failing]);
    const first = await store.runs.find("aaaa1111");
    await store.baselines.set("main", (await readSuite(store, first, first.suites[0] as never)).variants, 1);
    const { page, misdeeds } = await openPage(address, { viewport: { width: 1_440, height: 900 } });
    const line = (id: string) => page.locator(`[data-run="${id}"]`);
    await line("cccc3333").getByText("−0.50").waitFor();
    expect(await line("cccc3333").getByText("−0.50").getAttribute("href")).toBe("#/compare/bbbb2222/cccc3333");
    expect(await line("bbbb2222").getByText("+0.50").count()).toBe(2);
    expect(await line("cccc3333").getByText("+0.00 against baseline main").count()).toBe(1);
    expect(await line("cccc3333").locator(".counts").textContent()).toBe("✗failed1✓passed1");
    expect(await line("aaaa1111").getByText("baseline main").count()).toBe(1);
    expect(
      await line("aaaa1111")
        .getByText(/took \d/)
        .count(),
    ).toBe(1);
    // Each column is under its head.
    const left = (text: string) => page.getByText(text, { exact: true }).first().boundingBox();
    const [head, counts] = [await left("trials"), await line("cccc3333").locator(".counts").boundingBox()];
    expect(head?.x).toBe(counts?.x);
    await page.keyboard.press("f");
    await page.keyboard.type("ASKS");
    await expect.poll(() => page.locator("[data-run]").count()).toBe(1);
    await page.getByText("1 of the 3 runs here fit.").waitFor();
    await page.waitForURL(/text=ASKS/);
    const { page: other } = await openPage(page.url());
    await other.getByText("1 of the 3 runs here fit.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(misdeeds).toEqual([]);
  });

  test.each([400, 1_024, 1_440, 1_920])("fit on a screen of %i px, and cut nothing off", async (width) => {
    const { address } = await served(await exampleProject());
    const { page } = await openPage(address, { viewport: { width, height: 900 } });
    await page.locator(".trend").first().waitFor();
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await clipped(page)).toEqual([]);
  });

  test("open by Enter, and the heading of the new page gets the focus and names the tab", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [passing]);
    const { page } = await openPage(address);
    await page.locator("[data-run]").waitFor();
    expect(await page.title()).toBe("Runs · Viva");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/run\/aaaa1111$/);
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("H1");
    await expect.poll(() => page.evaluate("document.title")).toBe("Run aaaa1111 · Viva");
    await page.goBack();
    await expect.poll(() => page.evaluate("document.title")).toBe("Runs · Viva");
  });

  test("keep the place of the keys after Back, and so does the table of a run", async () => {
    const { store, address } = await emptyProject();
    for (const [at, id] of ["aaaa1111", "bbbb2222", "cccc3333"].entries())
      await wholeRun(store, { id, at: at + 1 }, [passing, failing, { ...passing, id: "c" }]);
    const { page } = await openPage(address);
    const focused = () => page.evaluate("document.activeElement?.getAttribute('href')");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator("[data-run]").nth(2).waitFor();
    await press("j", "j", "Enter");
    await page.waitForURL(/run\/bbbb2222/);
    await page.locator("[data-row]").nth(2).waitFor();
    await press("j", "j", "Enter");
    await page.waitForURL(/case\/bbbb2222\/0\/a$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(focused).toBe("#/case/bbbb2222/0/a");
    await press("j");
    await expect.poll(focused).toBe("#/case/bbbb2222/0/c");
    await page.goBack();
    await expect.poll(focused).toBe("#/run/bbbb2222");
    await press("j");
    await expect.poll(focused).toBe("#/run/aaaa1111");
  });

  test("that were removed while they are shown say so", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [passing]);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.locator("[data-row]").first().waitFor();
    await page.locator('.light[data-state="connected"]').waitFor();
    await store.runs.remove("aaaa1111");
    await page.getByText("Run aaaa1111 was removed from the store.").waitFor();
  });

  test("older than the first page are behind a link", async () => {
    const { store, address } = await emptyProject();
    for (let index = 0; index < 52; index++) await beginRun(store, { id: `run${index}x`, at: index + 1 });
    const { page } = await openPage(address);
    await page.getByRole("link", { name: "older runs" }).click();
    await page.locator('[data-run="run0x"]').waitFor();
    expect(await page.locator("[data-run]").count()).toBe(2);
    await page.getByRole("link", { name: "newest runs" }).click();
    await page.locator('[data-run="run51x"]').waitFor();
  });

  test("say in words whether the page follows them, and find their way back", async () => {
    const { store } = await emptyProject();
    const context = { store, invocation: "npx viva" };
    const server = await listen(context);
    const { page } = await openPage(server.address);
    const light = (words: string) =>
      page
        .locator(".light")
        .and(page.getByText(words, { exact: true }))
        .waitFor();
    await light("● connected");
    await page.clock.install();
    await server.close();
    await light("◐ trying again");
    await page.clock.fastForward(20_000);
    await light("○ lost");
    expect(await axeViolations(page)).toEqual([]);
    const again = await listen(context, { port: Number(new URL(server.address).port) });
    closeLater(() => again.close());
    await light("● connected");
  });

  test("that were interrupted say how to go on, and do not look like a disaster", async () => {
    const { store, address } = await emptyProject();
    await beginRun(store, { id: "stop1234", suites: [coach(4)] });
    await writeTrials(store, "stop1234", [passing]);
    await store.runs.release("stop1234", false);
    const { page } = await openPage(address);
    await page.getByText("INTERRUPTED", { exact: true }).waitFor();
    await page.getByText("1 of 1 finished passed, 3 not played").waitFor();
    await page.getByRole("link", { name: "stop1234" }).click();
    await page.locator(".verdict").getByText("npx viva run --resume stop1234").waitFor();
    expect(await page.getByText(/\b(ERROR|PASS)\b/).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("move without a reload while one is played", async () => {
    const { store, address } = await emptyProject();
    const { page, misdeeds } = await openPage(address);
    await page.getByText("There are no runs yet").waitFor();
    await page.evaluate("globalThis.stayed = true");
    await beginRun(store, { id: "live1234", suites: [coach(4)] });
    await page.getByText("none finished yet, 4 to go").waitFor();
    await writeTrials(store, "live1234", [passing, failing]);
    await page.getByText("1 of 2 finished passed, 2 to go, less than a minute").waitFor();
    expect(await page.locator("progress").getAttribute("value")).toBe("2");
    expect(await page.getByText("FAIL", { exact: true }).count()).toBe(0);
    await writeTrials(
      store,
      "live1234",
      [
        { id: "c", values: [1, 1] },
        { id: "d", values: [1, 1] },
      ],
      2,
    );
    await endRun(store, "live1234");
    await page.getByText("FAIL", { exact: true }).waitFor();
    expect(await page.locator("progress").count()).toBe(0);
    expect(await page.evaluate("globalThis.stayed")).toBe(true);
    expect(misdeeds).toEqual([]);
  });
});
