import { describe, expect, test } from "vitest";
import { axeViolations, exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";

describe.skipIf(missingBrowser)("the runs", () => {
  test("are listed, newest first, and nothing is asked of anybody else", async () => {
    const { store, address } = await served(await exampleProject());
    const { page, misdeeds } = await openPage(address);
    const [newest] = await store.runs.list();
    await page.getByText(newest?.id ?? "").waitFor();
    expect(misdeeds).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });
});
