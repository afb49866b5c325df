import { describe, expect, test } from "vitest";
import { emptyProject, wholeRun } from "./made-run.test-helper.ts";
import { axeViolations, clipped, missingBrowser, narrowness, openPage } from "./page.test-helper.ts";

describe.skipIf(missingBrowser)("the search over all runs", () => {
  test("is reached by / from everywhere, keeps its words in the address, and leads to the exchange", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111", at: 1_000 }, [
      { id: "old", values: [1, 1], reply: "A refund is on its way." },
    ]);
    await wholeRun(store, { id: "bbbb2222", at: 2_000 }, [
      { id: "new", values: [0, 1], reply: "I promise you a REFUND." },
      { id: "none", values: [1, 1], reply: "No." },
    ]);
    const { page, misdeeds } = await openPage(`${address}#/case/bbbb2222/0/none`);
    await page.locator("section.exchange").first().waitFor();
    await page.keyboard.press("/");
    await page.waitForURL(/#\/find$/);
    await page.keyboard.type("refund");
    await page.getByText("2 places in 2 conversations, of 3 trials").waitFor();
    await page.waitForURL(/text=refund/);
    expect(await page.locator(".hits .id").allTextContents()).toEqual(["new", "old"]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel("status").selectOption("failed");
    await page.getByText("1 place in 1 conversation").waitFor();
    const { page: other } = await openPage(page.url());
    await other.getByText("1 place in 1 conversation").waitFor();
    await other.keyboard.press("Escape");
    await other.keyboard.press("j");
    await other.keyboard.press("Enter");
    await other.waitForURL(/#\/case\/bbbb2222\/0\/new\?trials=0&exchange=1&find=refund$/);
    await expect.poll(() => other.evaluate("document.activeElement?.className")).toBe("exchange");
    await other.getByText("1 of 1", { exact: true }).waitFor();
    expect(await other.evaluate("CSS.highlights.get('found').size")).toBe(1);
    await other.getByLabel("search this case").fill("polite");
    await other.getByText(/1 of [2-9]/).waitFor();
    expect(await axeViolations(other)).toEqual([]);
    expect(misdeeds).toEqual([]);
  });

  test("loses no letter that is typed right after /", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [{ id: "one", values: [1, 1] }]);
    const { page } = await openPage(`${address}#/case/aaaa1111/0/one`);
    await page.locator("section.exchange").first().waitFor();
    const focused = await page.evaluate(`
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      Promise.resolve().then(() => document.activeElement.type);
    `);
    expect(focused).toBe("search");
  });

  test("says what is wrong with a filter, that there is more, and that nothing was found", async () => {
    const { store, address } = await emptyProject();
    const many = Array.from({ length: 120 }, (_, index) => ({ id: `case-${index}`, values: [1, 1], reply: "pelican" }));
    await wholeRun(store, { id: "aaaa1111" }, many);
    const { page } = await openPage(`${address}#/find?text=pelican`);
    await page.getByText("There are more: these are the first.").waitFor();
    await page.goto(`${address}#/find?text=ostrich`);
    await page.getByText("0 places in 0 conversations, of 120 trials").waitFor();
    await page.goto(`${address}#/find?text=pelican&score=polite`);
    await page.getByText("write it like polite<0.7").waitFor();
  });

  test.each([400, 1_024, 1_440, 1_920])("fits on a screen of %i px", async (width) => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [
      { id: "a".repeat(200), values: [1, 1], reply: `refund ${"x".repeat(400)}` },
    ]);
    const { page } = await openPage(`${address}#/find?text=refund`, { viewport: { width, height: 900 } });
    await page.locator(".hits li").first().waitFor();
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await clipped(page)).toEqual([]);
  });
});
