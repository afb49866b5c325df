import { beforeAll, describe, expect, test } from "vitest";
import { everyPage, type PageAt } from "./every-page.test-helper.ts";
import { axeViolations, clipped, missingBrowser, narrowness, openPage } from "./page.test-helper.ts";

const names = [
  ...["runs", "run", "run of two variants", "case", "case that took time", "stored trial"],
  ...["comparison", "comparison with a flip", "comparison of three", "review", "judges", "judge card", "find", "hits"],
  ...["page that is not there", "runs of an empty store", "comparison in an empty store"],
  ...["review of an empty store", "judges of an empty store", "search of an empty store"],
  ...["report", "case in a report"],
];
const widths = [400, 1_024, 1_440, 1_920];

describe.skipIf(missingBrowser)("every page", () => {
  let pages: PageAt[] = [];
  beforeAll(async () => {
    pages = await everyPage();
  });

  test("is one of these", () => {
    expect(pages.map(([name]) => name)).toEqual(names);
  });

  test.each([
    ["runs of an empty store", /npx viva run starts one, and it appears here/],
    ["comparison in an empty store", /Choose two runs.*play the suite again with viva run/],
    ["review of an empty store", /There is nothing to review.*Play a suite with a judged metric/],
    ["judges of an empty store", /Add one, such as criteria\(\), to a suite and play it/],
  ])("says what to do where there is nothing: %s", async (name, words) => {
    const [, address = ""] = pages.find((one) => one[0] === name) ?? [];
    const { page } = await openPage(address);
    await page.evaluate("localStorage.setItem('viva-rater', 'Cleo')");
    await page.reload();
    await expect.poll(() => page.locator("main").innerText()).toMatch(words);
    expect(await page.locator(".problem").count()).toBe(0);
  });

  test.each(names)(
    "cuts nothing off at four widths, and has nothing that axe finds, target sizes too: %s",
    async (name) => {
      const [, address = "", loaded = ""] = pages.find((one) => one[0] === name) ?? [];
      const origin = { origin: new URL(address).origin, localStorage: [{ name: "viva-rater", value: "Cleo" }] };
      const state = address.startsWith("file:") ? {} : { storageState: { cookies: [], origins: [origin] } };
      const { page, misdeeds } = await openPage(address, { ...state, viewport: { width: 1_440, height: 900 } });
      await page.locator(loaded).first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await narrowness(page), await clipped(page)]).toEqual([width, { sideways: false }, []]);
      }
      for (const [width, colorScheme] of [
        [1_440, "light"],
        [400, "dark"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect([width, await axeViolations(page)]).toEqual([width, []]);
      }
      // A store without a run answers the review by saying so.
      expect(misdeeds.filter((one) => !one.includes("404"))).toEqual([]);
      await page.close();
    },
  );
});
