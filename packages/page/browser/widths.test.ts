import { describe, expect, test } from "vitest";
import { clipped, exampleProject, missingBrowser, narrowness, openPage, served } from "./page.test-helper.ts";

const widths = [400, 1_024, 1_440, 1_920];

describe.skipIf(missingBrowser)("a run on the screen", () => {
  test.each(widths)("at %i px is never wider than it, and cuts nothing off that cannot be seen", async (width) => {
    const { address } = await served(await exampleProject());
    const { page } = await openPage(`${address}#/run/latest`, { viewport: { width, height: 900 } });
    await page.locator(".plots .shape").first().waitFor();
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await clipped(page)).toEqual([]);
    // Nor is a title cut, or broken within a word that has room.
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.cases-head button')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)",
      ),
    ).toEqual([]);
  });

  test("has its table on the first screen, and its figures in sight however far it is scrolled", async () => {
    const { address } = await served(await exampleProject());
    const { page } = await openPage(`${address}#/run/latest`, { viewport: { width: 1_440, height: 900 } });
    await page.locator(".plots .shape").first().waitFor();
    const inSight = await page.evaluate(
      "[...document.querySelectorAll('[data-row]')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length",
    );
    expect(inSight).toBeGreaterThanOrEqual(10);
    expect(await page.evaluate("document.querySelector('.cases').getBoundingClientRect().right")).toBeGreaterThan(
      1_380,
    );
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    for (const words of [/pass rate \d\.\d\d \[/, /\d+ passed/, /cost/, /took \d/])
      expect(await page.locator(".summary").getByText(words).first().isVisible()).toBe(true);
    expect(await page.evaluate("document.querySelector('.summary').getBoundingClientRect().top")).toBe(0);
  });

  test("remembers which parts were folded, and fills a tall window with rows", async () => {
    const { address } = await served(await exampleProject());
    const { page } = await openPage(`${address}#/run/latest`, { viewport: { width: 1_440, height: 1_600 } });
    await page.locator(".plots .shape").first().waitFor();
    expect(await page.locator("[data-row]").count()).toBeGreaterThan(33);
    await page.locator(".fold-metrics > summary").click();
    await page.reload();
    await page.locator("[data-row]").first().waitFor();
    expect(await page.locator(".plots").first().isVisible()).toBe(false);
    expect(await page.locator(".heat").first().isVisible()).toBe(true);
    await page.locator(".fold-metrics > summary").click();
    await page.locator(".plots").first().waitFor();
  });
});
