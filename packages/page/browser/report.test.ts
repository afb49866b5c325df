import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runViva } from "../../../scripts/run-viva.ts";
import { axeViolations, exampleProject, missingBrowser, openPage } from "./page.test-helper.ts";

let written: Promise<string> | undefined;

/** The address of a report of the examples' newest run, written once. */
function report(): Promise<string> {
  written ??= exampleProject().then((folder) => {
    runViva(["show", "latest", "--report", "html"], { cwd: folder });
    const [name = ""] = readdirSync(join(folder, "results")).filter((file) => file.endsWith(".html"));
    return pathToFileURL(join(folder, "results", name)).href;
  });
  return written;
}

const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

describe.skipIf(missingBrowser)("a report's file", () => {
  test("opens at its run, asks nobody for anything, and opens a case from there", async () => {
    const { page, misdeeds } = await openPage(await report());
    await page.waitForURL(/#\/run\//);
    await page.locator("[data-row] a").first().click();
    await page.locator(".trial").first().waitFor();
    expect(page.url()).toContain("#/case/");
    await page.goBack();
    await page.locator("[data-row]").first().waitFor();
    expect(misdeeds).toEqual([]);
  });

  test("opens a case at its own address, which can be shared", async () => {
    const { page: first } = await openPage(await report());
    await first.locator("[data-row] a").nth(2).click();
    await first.locator(".trial").first().waitFor();
    const heading = await first.getByRole("heading", { level: 1 }).textContent();
    const { page, misdeeds } = await openPage(first.url());
    await page.locator(".trial").first().waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
    expect(misdeeds).toEqual([]);
  });

  test("searches what was said, not only the names of the cases", async () => {
    const { page } = await openPage(await report());
    const search = page.locator("input[type=search]").first();
    await page.locator("[data-row]").first().waitFor();
    const all = await page.locator("[data-row]").count();
    await search.fill("Scrolling past it is a GOOD sign");
    await page.waitForFunction(`document.querySelectorAll("[data-row]").length < ${all}`);
    await page.locator("[data-row]", { hasText: "stalled-project-advice" }).waitFor();
  });

  test("searches what it holds by /, and says that it is only that", async () => {
    const { page, misdeeds } = await openPage(await report());
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("/");
    await page.getByText("What this report holds is searched.").waitFor();
    await page.keyboard.type("scrolling past it is a good SIGN");
    await page.locator(".hits .id", { hasText: "stalled-project-advice" }).first().click();
    await expect.poll(() => page.evaluate("document.activeElement?.className")).toBe("exchange");
    expect(misdeeds).toEqual([]);
  });

  test("leads through its cases by keys, and copies", async () => {
    const { page } = await openPage(await report(), { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("[data-row] a").first().click();
    await page.getByText("next →").waitFor();
    const first = page.url();
    await page.keyboard.press("]");
    await page.waitForURL((url) => url.href !== first);
    await page.getByText("← previous").waitFor();
    await page.getByRole("button", { name: "copy id" }).click();
    await page.getByRole("status").filter({ hasText: "copied" }).waitFor({ state: "attached" });
    const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    expect(heading).toContain(await page.evaluate<string>("navigator.clipboard.readText()"));
  });

  test("says what matters where no script runs", async () => {
    const { page } = await openPage(await report(), { javaScriptEnabled: false });
    const text = (await page.locator("body").textContent()) ?? "";
    expect(text).toMatch(/pass rate \d\.\d\d \[/);
    expect(text).toContain("PASS");
  });

  test.each([
    ["light", 1200],
    ["dark", 400],
  ] as const)(
    "has nothing that axe finds, in %s at %i px, and does not scroll sideways",
    async (colorScheme, width) => {
      const { page } = await openPage(await report(), { colorScheme, viewport: { width, height: 800 } });
      await page.locator("[data-row] a").first().click();
      await page.locator(".trial").first().waitFor();
      expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test("prints a case", async () => {
    const { page } = await openPage(await report());
    await page.locator("[data-row] a").first().click();
    await page.locator(".trial").first().waitFor();
    expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
  });
});
