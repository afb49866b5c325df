import { describe, expect, test } from "vitest";
import { coach, emptyProject, wholeRun } from "./made-run.test-helper.ts";
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

  test.each(widths)(
    "with two variants, reasons and costs at %i px cuts nothing off either, and has room to press",
    async (width) => {
      const { store, address } = await emptyProject();
      const long =
        "promised a refund that the policy does not allow, without having looked at the order that the user named";
      const trials = Array.from({ length: 40 }, (_, index) =>
        ["v1", "v2"].map((prompt) => ({
          ...{ id: `order-question-${index}`, prompt, values: [index % 3 ? 1 : 0, 0.91], reason: long },
          took: { cost: 0.0123, firstWordMs: 12_345, replyMs: 65_432, tokens: 123_456 },
        })),
      ).flat();
      await wholeRun(store, { id: "aaaa1111", prompts: ["v1", "v2"], suites: [coach(40)] }, trials);
      const { page } = await openPage(`${address}#/run/aaaa1111`, { viewport: { width, height: 900 } });
      await page.locator("[data-row]").getByText(long).first().waitFor();
      expect(await narrowness(page)).toEqual({ sideways: false });
      expect(await clipped(page)).toEqual([]);
      const top = "document.querySelector('[data-row]').getBoundingClientRect().top";
      if (width >= 1_024) expect(await page.evaluate<number>(top)).toBeLessThan(450);
      expect(
        await page.evaluate(
          "[...document.querySelectorAll('.case-section :is(button, select, summary, label, input[type=search])')].filter((one) => one.clientHeight > 0 && Math.min(one.offsetWidth, one.offsetHeight) < 24).map((one) => one.textContent)",
        ),
      ).toEqual([]);
    },
  );

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
    // The browser tells of it a moment later, and only then is it kept.
    await page.locator(".plots").first().waitFor({ state: "detached" });
    await page.reload();
    await page.locator("[data-row]").first().waitFor();
    expect(await page.locator(".plots").first().isVisible()).toBe(false);
    expect(await page.locator(".heat").first().isVisible()).toBe(true);
    await page.locator(".fold-metrics > summary").click();
    await page.locator(".plots").first().waitFor();
  });
});
