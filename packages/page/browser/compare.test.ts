import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runViva } from "../../../scripts/run-viva.ts";
import { emptyProject, wholeRun } from "./made-run.test-helper.ts";
import {
  axeViolations,
  clipped,
  closeLater,
  exampleProject,
  missingBrowser,
  openPage,
  served,
} from "./page.test-helper.ts";

/** The examples' two runs: the later prompt mends what the earlier one got wrong, so compared backwards it is worse. */
async function bothRuns() {
  const folder = await exampleProject();
  const { store, address } = await served(folder);
  const [later, earlier] = (await store.runs.list()).map(({ id }) => id);
  if (!later || !earlier) throw new Error("the project has not two runs");
  return {
    folder,
    store,
    address,
    later,
    earlier,
    backwards: `${address}#/compare/${later}/${earlier}?suite=flow-coach`,
  };
}

const flipsOf = (page: Page) => page.locator(".flip > a");
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe.skipIf(missingBrowser)("two runs compared", () => {
  test("the verdict stands on top in words, and the flips come with evidence", async () => {
    const { backwards } = await bothRuns();
    const { page, misdeeds } = await openPage(backwards);
    await page.getByText("FAIL", { exact: true }).first().waitFor();
    expect(await page.locator(".pair .verdict").first().textContent()).toMatch(/^FAIL .*safety hit in \d+ cases/);
    const flips = await flipsOf(page).allTextContents();
    expect(flips.length).toBeGreaterThan(5);
    expect(flips.every((text) => text.includes("worse: "))).toBe(true);
    await page.getByText("passed → failed").first().waitFor();
    expect(await page.locator(".evidence dd").count()).toBe(flips.length * 2);
    // Every measure that both runs have is drawn: both means, and the difference against the margin.
    const measures = await page.locator(".measures li").allTextContents();
    const measured = measures.filter((text) => !/not measured/.test(text)).length;
    expect(measured).toBeGreaterThan(8);
    expect(await page.locator(".measures li:has(circle.before):has(circle.after)").count()).toBe(measured);
    expect(await page.locator(".measures .difference .margin").count()).toBe(measures.length);
    expect(await axeViolations(page)).toEqual([]);
    expect(misdeeds).toEqual([]);
  });

  test.each([400, 1_024, 1_440, 1_920])(
    "more than two runs stand in a table against the first, with cost and time, at %i px",
    async (width) => {
      const { store, address } = await emptyProject();
      const values = { aaaa0001: [1, 0], aaaa0002: [1, 1], aaaa0003: [0, 0] };
      for (const [at, [id, [one = 0, two = 0]]] of Object.entries(values).entries())
        await wholeRun(store, { id, at: at + 1 }, [
          { id: "one", values: [one, 1] },
          { id: "two", values: [two, 1] },
        ]);
      const { page, misdeeds } = await openPage(`${address}#/compare/aaaa0001/aaaa0002`, {
        viewport: { width, height: 900 },
      });
      await page.getByLabel("one more run").selectOption("aaaa0003");
      await page.waitForURL("**#/compare/aaaa0001/aaaa0002/aaaa0003");
      const rows = page.locator("table.several tbody tr");
      await rows.nth(2).getByText("0.50 → 0.00").waitFor();
      expect(await rows.nth(0).innerText()).toContain("the reference");
      expect(await rows.nth(1).innerText()).toMatch(/0\.50 → 1\.00, \+0\.50/);
      await rows.nth(2).getByRole("link", { name: "show below" }).click();
      await page.waitForURL("**/aaaa0003?with=aaaa0003");
      await page.locator(".pair").getByText("run aaaa0003").first().waitFor();
      const bounds = await page.locator(".measures .bound").allInnerTexts();
      expect(bounds.every((text) => text.startsWith("bound: at worst "))).toBe(true);
      expect(await widthOf(page)).toBeLessThanOrEqual(width);
      expect(await clipped(page)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
      expect(misdeeds).toEqual([]);
      if (process.env.VIVA_SHOTS) await page.screenshot({ path: `${process.env.VIVA_SHOTS}/several-${width}.png` });
    },
  );

  test("an opened flip shows both conversations with their differences, and its address can be shared", async () => {
    const { backwards } = await bothRuns();
    const { page } = await openPage(backwards);
    await flipsOf(page).filter({ hasText: "ambiguous-project" }).click();
    const sides = page.locator(".conversations > section");
    await sides.nth(1).locator("section.exchange").first().waitFor();
    await sides.nth(0).locator("section.exchange").first().waitFor();
    expect(await sides.nth(0).textContent()).toContain("before: passed");
    expect(await sides.nth(1).textContent()).toContain("after: failed");
    expect(
      await page.locator(".conversations ins, .conversations del, .conversations .differing").count(),
    ).toBeGreaterThan(0);
    expect(page.url()).toContain("case=ambiguous-project");
    const shared = await openPage(page.url());
    await shared.page.locator(".conversations .exchange").first().waitFor();
    expect(await shared.page.locator(".flip.open").textContent()).toContain("ambiguous-project");
    expect(await axeViolations(shared.page)).toEqual([]);
  });

  test("n and p go through the flips, Escape closes, s swaps the sides", async () => {
    const { backwards, later, earlier } = await bothRuns();
    const { page } = await openPage(backwards);
    await flipsOf(page).first().waitFor();
    const open = () => page.locator(".flip.open > a code").textContent();
    const names = await page.locator(".flip > a code").allTextContents();
    await page.keyboard.press("n");
    await expect.poll(open).toBe(names[0]);
    await page.keyboard.press("n");
    await expect.poll(open).toBe(names[1]);
    await page.keyboard.press("p");
    await expect.poll(open).toBe(names[0]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".flip.open").count()).toBe(0);
    await page.keyboard.press("s");
    await page.waitForURL(`**/compare/${earlier}/${later}**`);
    await page.locator(".flip.better").first().waitFor();
    expect(await page.locator(".flip.worse").count()).toBe(0);
  });

  test("changed prompts are a diff", async () => {
    const { backwards } = await bothRuns();
    const { page } = await openPage(backwards);
    const diff = page.locator("details", { hasText: "prompts/coach.v2.md → prompts/coach.v1.md" });
    await diff.locator(".removed").first().waitFor();
    expect(await diff.locator(".inserted").count()).toBeGreaterThan(0);
    expect(await diff.locator(".removed", { hasText: "# GTD standards" }).count()).toBe(1);
  });

  test("other runs can be chosen, and a run that is compared with itself has nothing to show but equality", async () => {
    const { address, later, earlier } = await bothRuns();
    const { page } = await openPage(`${address}#/compare/${earlier}/${later}`);
    await page.getByLabel("run before").selectOption(later);
    await page.waitForURL(`**/compare/${later}/${later}`);
    // Nobody has tried whether so few cases come out the same again.
    await page.getByText("INCONCLUSIVE", { exact: true }).first().waitFor();
    expect(await flipsOf(page).count()).toBe(0);
  });

  test("sides that cannot be compared say why and what to do", async () => {
    const { address, later } = await bothRuns();
    const { page } = await openPage(`${address}#/compare/${later}/nobody`);
    await page.getByText("there is no run or baseline nobody").waitFor();
    await page.goto(`${address}#/compare/${later}/${later}?variant=prompt=v7`);
    await page.getByText("no run has prompt=v7").waitFor();
    expect(await page.getByText("PASS", { exact: true }).count()).toBe(0);
  });

  test.each(["light", "dark"] as const)(
    "fits 400 pixels, one conversation below the other, %s",
    async (colorScheme) => {
      const { backwards } = await bothRuns();
      const { page } = await openPage(`${backwards}&case=ambiguous-project`, {
        colorScheme,
        viewport: { width: 400, height: 800 },
      });
      const sides = page.locator(".conversations > section");
      await sides.nth(0).locator("section.exchange").first().waitFor();
      await sides.nth(1).locator("section.exchange").first().waitFor();
      const [first, second] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
      expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
      expect(await widthOf(page)).toBeLessThanOrEqual(400);
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test("a report of the comparison opens from its file, with the conversations, and asks nobody for anything", async () => {
    const { folder, later, earlier } = await bothRuns();
    runViva(["compare", later, earlier, "--report", "html"], { cwd: folder });
    const name = readdirSync(join(folder, "results")).find((one) => one.endsWith(`compare-${later}-${earlier}.html`));
    const path = join(folder, "results", name ?? "");
    // The project is shared by all files.
    closeLater(() => rmSync(path));
    const file = pathToFileURL(path).href;
    const { page, misdeeds } = await openPage(file);
    await flipsOf(page).first().waitFor();
    expect(page.url()).toBe(`${file}#/compare/${later}/${earlier}`);
    await page.keyboard.press("n");
    const sides = page.locator(".conversations > section");
    await sides.nth(0).locator("section.exchange").first().waitFor();
    await sides.nth(1).locator("section.exchange").first().waitFor();
    const shared = await openPage(page.url());
    await shared.page.locator(".conversations .exchange").first().waitFor();
    expect(await axeViolations(shared.page)).toEqual([]);
    expect([...misdeeds, ...shared.misdeeds]).toEqual([]);
  });
});
