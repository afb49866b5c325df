import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  beginRun,
  coach,
  emptyProject,
  endRun,
  type MadeTrial,
  wholeRun,
  writeTrials,
} from "./made-run.test-helper.ts";
import { axeViolations, exampleProject, missingBrowser, narrowness, openPage, served } from "./page.test-helper.ts";

const trials: MadeTrial[] = [
  { id: "calm", values: [1, 0.9], tags: ["slow"] },
  { id: "rude", values: [0.2, 1], tags: ["fast"], reply: "The parrot is DEAD." },
  { id: "long", values: [1, 0.4], tags: ["slow"] },
  { id: "mute", values: [0.8, null] },
];
/** Three cases under two prompts; the first prompt fails two of them alike, and the second one is cheaper. */
const paired: MadeTrial[] = ["a", "b", "c"].flatMap((id, index) =>
  ["v1", "v2"].map((prompt) => {
    const bad = prompt === "v1" && id !== "b";
    const cost = prompt === "v1" ? 0.5 : 0.25 + index / 10;
    const took = { cost, firstWordMs: 400, replyMs: 900, tokens: 1_200 };
    return {
      id,
      prompt,
      took,
      values: [bad ? 0 : 1, 0.9],
      ...(bad ? { reason: "called archive without asking" } : {}),
    };
  }),
);
const rows = (page: Page) =>
  page.locator("[data-row]").evaluateAll((all) => all.map((row) => row.getAttribute("data-row")));
const many = (count: number): MadeTrial[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `case-${String(index).padStart(5, "0")}`,
    values: [index % 7 === 0 ? 0 : 1, 1],
  }));

describe.skipIf(missingBrowser)("a run", () => {
  test("of an example shows its figures, plots and cases, in light and dark, wide and narrow", async () => {
    const { store, address } = await served(await exampleProject());
    const run = (await store.runs.list()).at(-1);
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 400],
    ] as const) {
      const { page, misdeeds } = await openPage(`${address}#/run/${run?.id}`, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.locator("[data-row]").first().waitFor();
      const title = page.locator(".case-name .title").first();
      if (width === 1280) expect(await title.evaluate((one) => one.clientWidth)).toBeGreaterThan(180);
      await page.locator(".plots .shape").first().waitFor();
      await page.getByText("Nothing was measured").waitFor();
      expect(await page.getByText("FAIL").count()).toBeGreaterThan(0);
      expect(await narrowness(page)).toEqual({ sideways: false });
      expect(await axeViolations(page)).toEqual([]);
      await page.locator(".fold-dimensions > summary").first().click();
      expect(await narrowness(page)).toEqual({ sideways: false });
      expect(misdeeds).toEqual([]);
    }
  });

  test("is filtered by what its address says, and every change of the filter is written there", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, trials);
    const { page } = await openPage(`${address}#/run/aaaa1111?status=failed&sort=id`);
    await page.locator("[data-row]").first().waitFor();
    expect(await rows(page)).toEqual(["long", "rude"]);
    expect(await page.getByRole("columnheader", { name: "case" }).getAttribute("aria-sort")).toBe("ascending");
    await page.getByLabel("metric missed", { exact: true }).selectOption("brief");
    await page.waitForURL(/missed=brief/);
    expect(await rows(page)).toEqual(["long"]);
    await page.getByRole("button", { name: /^all/ }).click();
    await page.getByLabel("metric missed", { exact: true }).selectOption("");
    await page.getByLabel("tag", { exact: true }).selectOption("slow");
    await expect.poll(async () => (await rows(page)).length).toBe(2);
    expect(await rows(page)).toEqual(["calm", "long"]);
    await page.locator('input[type="search"]').fill("CAL");
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    await page.waitForURL(/text=CAL/);
    const { page: other } = await openPage(page.url());
    await other.locator("[data-row]").first().waitFor();
    expect(await rows(other)).toEqual(["calm"]);
    expect(await other.locator('input[type="search"]').inputValue()).toBe("CAL");
    await other.locator('input[type="search"]').fill("no such thing");
    await other.getByRole("button", { name: "show all" }).click();
    await expect.poll(async () => (await rows(other)).length).toBe(4);
  });

  test("has its variants side by side, its reasons in words, and columns that can be chosen, sorted and resized", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111", prompts: ["v1", "v2"] }, paired);
    const { page, misdeeds } = await openPage(`${address}#/run/aaaa1111`, { viewport: { width: 1_440, height: 900 } });
    const first = page.locator("[data-row]").first();
    await first.getByText("called archive without asking").waitFor();
    expect(await page.locator("[data-row]").count()).toBe(3);
    const cells = () => first.locator("[role=gridcell]").allTextContents();
    expect((await cells()).join("")).toContain("$0.50$0.25");
    await page.getByRole("button", { name: "cost ■ v2" }).click();
    await page.waitForURL(/sort=cost%401/);
    expect(await rows(page)).toEqual(["a", "b", "c"]);
    await page.getByRole("button", { name: "cost ■ v2" }).click();
    await page.waitForURL(/sort=-cost%401/);
    expect(await rows(page)).toEqual(["c", "b", "a"]);
    // By keys, then by the pointer: the reason gets wider, and the address says so.
    const head = page.getByRole("columnheader", { name: "why not passed" });
    const wide = async () => (await head.boundingBox())?.width ?? 0;
    const before = await wide();
    await head.getByRole("button").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForURL(/size=why%7E42/);
    expect(await wide()).toBeGreaterThan(before);
    const grip = await head.locator(".grip").boundingBox();
    await page.mouse.move((grip?.x ?? 0) + 4, (grip?.y ?? 0) + 4);
    await page.mouse.down();
    await page.mouse.move((grip?.x ?? 0) + 104, (grip?.y ?? 0) + 4, { steps: 3 });
    await page.mouse.up();
    await expect.poll(wide).toBeGreaterThan(before + 90);
    await page.getByText("columns").first().click();
    await page.getByRole("checkbox", { name: "brief" }).uncheck();
    await page.waitForURL(/hide=%253Abrief/);
    expect(await axeViolations(page)).toEqual([]);
    const { page: other } = await openPage(page.url(), { viewport: { width: 1_440, height: 900 } });
    await other.getByRole("columnheader", { name: "why not passed" }).waitFor();
    expect(await other.getByRole("columnheader", { name: "brief" }).count()).toBe(0);
    expect(await rows(other)).toEqual(["c", "b", "a"]);
    await expect
      .poll(async () => (await other.getByRole("columnheader", { name: "why not passed" }).boundingBox())?.width)
      .toBe(await wide());
    expect(misdeeds).toEqual([]);
  });

  test("has the cases that failed alike under one line, which keys step over", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111", prompts: ["v1", "v2"] }, paired);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.getByRole("button", { name: "group by reason" }).click();
    await page.waitForURL(/group=reason/);
    await page.getByText("2 cases: polite: called archive without asking").waitFor();
    await page.getByText("1 case: without a reason").waitFor();
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate("document.activeElement?.closest('[data-row]')?.dataset.row")).toBe("b");
    expect(await axeViolations(page)).toEqual([]);
  });

  test("is printed whole, row under row, so that a page ends between two of them", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, many(100));
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.getByRole("button", { name: "all 100" }).waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: "print" });
    await expect.poll(async () => (await rows(page)).length).toBe(100);
    const tops = await page.evaluate<number[]>(
      "[...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().top)",
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(await page.evaluate("getComputedStyle(document.querySelector('[data-row]')).position")).toBe("static");
  });

  test("finds words of a reply", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, trials);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.locator("[data-row]").first().waitFor();
    await page.locator('input[type="search"]').fill("parrot is dead");
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    expect(await rows(page)).toEqual(["rude"]);
  });

  test("is sorted by a metric's column, and failures come first again at the third press", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, trials);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.locator("[data-row]").first().waitFor();
    const head = page.getByRole("columnheader", { name: "polite" }).getByRole("button");
    await head.click();
    await page.waitForURL(/sort=%3Apolite/);
    expect((await rows(page)).slice(0, 2)).toEqual(["rude", "mute"]);
    await head.click();
    await page.waitForURL(/sort=-%3Apolite/);
    expect((await rows(page)).at(-1)).toBe("rude");
    await head.click();
    await page.waitForURL(/run\/aaaa1111$/);
    expect((await rows(page)).slice(0, 2)).toEqual(["rude", "long"]);
  });

  test("is gone through by keys, row by row and cell by cell; Enter opens the case", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, trials);
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.locator("[data-row]").first().waitFor();
    for (const key of ["j", "j", "ArrowDown", "k"]) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate("document.activeElement?.closest('[data-row]')?.dataset.row")).toBe("long");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/case\/aaaa1111\/0\/long$/);
    await page.goBack();
    const map = page.getByRole("application");
    await map.focus();
    for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await page.getByText("long · brief 0.40, misses its threshold").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/case\/aaaa1111\/0\/long$/);
  });

  test("of many cases draws only the rows in sight, and reaches the last by key", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, many(1_200));
    const { page } = await openPage(`${address}#/run/aaaa1111`);
    await page.getByRole("button", { name: "all 1200" }).waitFor();
    await expect
      .poll(() => page.evaluate("document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')"))
      .toBe("1201");
    expect((await rows(page)).length).toBeLessThan(60);
    await page.keyboard.press("j");
    await page.keyboard.press("End");
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('[data-row]')?.getAttribute('aria-rowindex')"))
      .toBe("1201");
    expect((await rows(page)).length).toBeLessThan(60);
    await page.locator('input[type="search"]').fill("case-00600");
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("is where it was left, with its filter, after a case and the way back", async () => {
    const { store, address } = await emptyProject();
    await wholeRun(store, { id: "aaaa1111" }, many(1_200));
    const { page } = await openPage(`${address}#/run/aaaa1111?sort=id`);
    await page.getByRole("button", { name: "all 1200" }).waitFor();
    const place = () => page.evaluate("[document.querySelector('.cases')?.scrollTop, scrollY]");
    await page.evaluate("scrollTo(0, 200), (document.querySelector('.cases').scrollTop = 34000)");
    await page.locator('[data-row="case-01004"]').waitFor();
    await page.locator('[data-row="case-01004"] a').click();
    await page.waitForURL(/#\/case\/aaaa1111\/0\/case-01004$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate("scrollY")).toBe(0);
    await page.goBack();
    await expect.poll(place).toEqual([34_000, 200]);
    expect(page.url()).toContain("sort=id");
    await page.goForward();
    await page.waitForURL(/case-01004$/);
    await expect.poll(() => page.evaluate("scrollY")).toBe(0);
  });

  test("that is being played moves without a reload, and keeps place and focus", async () => {
    const { store, address } = await emptyProject();
    const all = many(120);
    await beginRun(store, { id: "live1234", suites: [coach(120)] });
    await writeTrials(store, "live1234", all.slice(0, 100));
    const { page, misdeeds } = await openPage(`${address}#/run/live1234`);
    await page.locator("[data-row]").first().waitFor();
    await page.getByText(/No verdict yet: 85 of 100 finished passed, 20 to go, (less than|about)/).waitFor();
    for (let presses = 0; presses < 40; presses++) await page.keyboard.press("j");
    const focused = "document.activeElement?.closest('[data-row]')?.dataset.row";
    const scrolled = "document.querySelector('[role=grid]').scrollTop";
    const [row, top] = [await page.evaluate(focused), await page.evaluate(scrolled)];
    expect(top).toBeGreaterThan(0);
    await writeTrials(store, "live1234", all.slice(100), 100);
    await expect
      .poll(() => page.evaluate("document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')"))
      .toBe("121");
    await page.getByText("102 passed, 18 failed of 120").waitFor();
    expect([await page.evaluate(focused), await page.evaluate(scrolled)]).toEqual([row, top]);
    await endRun(store, "live1234");
    await page.getByText("18 trials failed").waitFor();
    expect(misdeeds).toEqual([]);
  });

  test("has its suites one at a time, each with an address, and commands to copy", async () => {
    const { store, address } = await emptyProject();
    await beginRun(store, { id: "aaaa1111", suites: [coach(1), { ...coach(1), name: "desk" }] });
    await writeTrials(store, "aaaa1111", [{ id: "a", values: [1, 1] }]);
    const { page } = await openPage(`${address}#/run/aaaa1111`, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("heading", { name: "coach" }).waitFor();
    await page.getByRole("button", { name: "copy show command" }).click();
    await page.getByRole("button", { name: "copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("npx viva show aaaa1111");
    await page.getByRole("link", { name: "desk" }).click();
    await page.waitForURL(/suite=1/);
    await page.getByRole("heading", { name: "desk" }).waitFor();
    await page.getByText("No case has been played yet").waitFor();
  });
});
