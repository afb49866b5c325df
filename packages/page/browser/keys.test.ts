import { describe, expect, test } from "vitest";
import { emptyProject, wholeRun } from "./made-run.test-helper.ts";
import { axeViolations, missingBrowser, openPage } from "./page.test-helper.ts";

const theme = "document.documentElement.dataset.theme ?? 'system'";

describe.skipIf(missingBrowser)("the keys", () => {
  test("are listed by ?, in a dialog that keeps the focus and gives it back on Escape", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [{ id: "a", values: [1, 1] }]);
    const { page, misdeeds } = await openPage(address);
    await page.locator("[data-run] a").first().focus();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.waitFor();
    for (const words of [
      "go to Runs",
      "go to Review",
      "next run",
      "search all runs",
      "search this page",
      "compare the two chosen runs",
    ])
      expect(await dialog.getByText(words, { exact: true }).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    // Behind it nothing happens.
    await page.keyboard.press("t");
    await expect.poll(() => page.evaluate(theme)).toBe("system");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('href')")).toBe("#/run/aaaa1111");
    expect(misdeeds).toEqual([]);
  });

  test("are letters in a field; f leads into it, Escape out of it", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, [{ id: "a", values: [1, 1] }]);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("f");
    const search = page.locator('input[type="search"]');
    await expect.poll(() => page.evaluate("document.activeElement?.type")).toBe("search");
    await page.keyboard.type("gt?");
    expect(await search.inputValue()).toBe("gt?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.activeElement?.type")).not.toBe("search");
    await expect.poll(() => search.inputValue()).toBe("gt?");
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/");
  });

  test("choose the theme, which is kept", async () => {
    const { address } = await emptyProject();
    const { page } = await openPage(address);
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    await page.keyboard.press("t");
    await expect.poll(() => page.evaluate(theme)).toBe("light");
    await page.keyboard.press("t");
    await expect.poll(() => page.evaluate(theme)).toBe("dark");
    await expect
      .poll(() => page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
      .toBe("rgb(25, 24, 22)");
    await page.reload();
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await axeViolations(page)).toEqual([]);
  });

  test("and an unknown address, a run that is not there and a wrong one say what to do", async () => {
    const { address } = await emptyProject();
    const { page } = await openPage(`${address}#/constructor`);
    await page.getByRole("heading", { name: "No such page" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${address}#/run/nowhere`);
    await page.getByText("there is no run nowhere").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
