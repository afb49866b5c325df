import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";
import { readerOf } from "./tasks.test-helper.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-tasks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missingBrowser)("tasks of every day", () => {
  test("which tool call made a case fail takes two clicks from the list of runs", async () => {
    const { store, address } = await served(await exampleProject());
    const run = (await store.runs.list()).at(-1)?.id ?? "";
    const { page } = await openPage(address);
    const { click, done } = readerOf(page);
    await page.getByRole("link", { name: run }).first().waitFor();
    await click(page.getByRole("link", { name: run }).first());
    await page.getByRole("link", { name: "archive-everything" }).first().waitFor();
    await click(page.getByRole("link", { name: "archive-everything" }).first());
    await page
      .getByText(/toolUse\s+exchange 2: .*called update_project_status \(exchange 2\)/)
      .first()
      .waitFor();
    expect(done("which tool call made case archive-everything fail")).toEqual({ clicks: 2, keys: 0 });
  });

  test("labelling ten takes two keys each", async () => {
    cpSync(join(await exampleProject(), ".viva"), join(folder, ".viva"), { recursive: true });
    const { store, address } = await served(folder);
    const { page } = await openPage(`${address}#/review?suite=flow-coach`);
    const { press, done } = readerOf(page);
    await page.getByLabel("Your name").fill("Ana");
    await page.keyboard.press("Enter");
    for (let label = 0; label < 10; label++) {
      await page.locator(".item h2").waitFor();
      await press("p");
      await page.locator(".revealed").waitFor();
      await press("j");
      await page.locator(".revealed").waitFor({ state: "detached" });
    }
    expect(done("label ten, after the name")).toEqual({ clicks: 0, keys: 20 });
    expect(await store.labels.list()).toHaveLength(10);
  });
});
