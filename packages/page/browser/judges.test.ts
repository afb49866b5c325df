import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Label } from "../../vivavoce/dist/shape/index.js";
import type { Store } from "../../vivavoce/dist/store/index.js";
import { axeViolations, exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A store of its own: other tests read the examples' one. */
async function servedCopy() {
  const folder = mkdtempSync(join(tmpdir(), "viva-judges-"));
  folders.push(folder);
  cpSync(join(await exampleProject(), ".viva"), join(folder, ".viva"), { recursive: true });
  return served(folder);
}

/** One label for each criterion of the newest run of the coach; `says` makes it from the judge's verdict. */
async function labelsOf(store: Store, says: (judged: "pass" | "fail", index: number) => Label["verdict"]) {
  const run = await store.runs.find("latest");
  const suite = run.suites.find(({ name }) => name === "flow-coach");
  const identity = suite?.header.metrics.find(({ name }) => name === "criteria")?.identity ?? "";
  const labels: Label[] = [];
  for await (const { trial, caseId, scores } of store.trials.read(run.id, suite?.position ?? 0)) {
    const score = scores.find(({ metric }) => metric === "criteria");
    if (score?.status !== "scored") continue;
    const transcriptHash = (await store.trials.transcriptHashes(run.id, suite?.position ?? 0, [trial])).get(trial);
    for (const { id, label, ok } of score.checks) {
      const index = labels.length;
      const judged = ok ? "pass" : "fail";
      labels.push({
        ...{
          id: `label-${index}`,
          suite: "flow-coach",
          run: run.id,
          suitePosition: suite?.position ?? 0,
          trial,
          caseId,
        },
        ...{ metric: "criteria", criterion: id, criterionText: label, criterionVersion: "0".repeat(64) },
        ...{ transcriptHash, metricIdentity: identity, judged, rater: "ana", labelledAt: Date.now() },
        ...{
          verdict: says(judged, index),
          reason: "It promises more than it did.",
          sampled: { how: "random", probability: 1 },
        },
      } as Label);
    }
  }
  return labels;
}

describe.skipIf(missingBrowser)("the judges", () => {
  test("a label changes a card: from no labels to a figure, and to another figure", async () => {
    const { store, address } = await servedCopy();
    const { page, misdeeds } = await openPage(`${address}#/judges`);
    await page.getByRole("heading", { name: "Judges" }).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "flow-coach · criteria" });
    expect(await row.innerText()).toContain("no labels");

    const labels = await labelsOf(store, (judged, index) => (index % 3 === 0 ? "fail" : judged));
    for (const label of labels.slice(0, 10)) await store.labels.add(label);
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: "flow-coach · criteria" }).waitFor();
    await page.getByText("10 labels; 29 are needed, 19 more").first().waitFor();

    for (const label of labels.slice(10)) await store.labels.add(label);
    await page.reload();
    const figure = page.locator(".part").first().locator(".figures .number").first();
    await figure.waitFor();
    const before = await figure.innerText();
    expect(before).toMatch(/^0\.\d\d \[0\.\d\d, 0\.\d\d\]$/);

    // The rater changes their mind; the page notices when its window has the focus again.
    const disputed = labels.filter(({ judged, verdict }) => judged === "pass" && verdict === "fail").slice(0, 10);
    for (const label of disputed)
      await store.labels.add({ ...label, id: `again-${label.id}`, verdict: "pass", labelledAt: Date.now() + 1 });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await expect.poll(() => figure.innerText()).not.toBe(before);
    expect(misdeeds).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });

  test.each(["light", "dark"] as const)("a card fits a narrow window, and is accessible: %s", async (colorScheme) => {
    const { store, address } = await servedCopy();
    const labels = await labelsOf(store, (judged, index) => (index % 4 === 0 ? "fail" : judged));
    for (const label of labels) await store.labels.add(label);
    for (const label of labels.filter((_, index) => index % 2 === 0))
      await store.labels.add({ ...label, id: `b-${label.id}`, rater: "ben" });
    const narrow = { viewport: { width: 400, height: 800 }, colorScheme };
    const { page, misdeeds } = await openPage(`${address}#/judges/flow-coach/criteria`, narrow);
    await page.getByText("people among themselves").first().waitFor();
    await page.getByText("PPI++, by").first().waitFor();
    await page.locator(".confusion").first().waitFor();
    const [wide, window] = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as number[];
    expect(wide).toBeLessThanOrEqual(window ?? 0);
    // A disagreement leads to its case, and the card to review.
    await page.locator(".disagreements summary").first().click();
    expect(await page.locator(".disagreements a").first().getAttribute("href")).toMatch(/^#\/case\/\w+\/0\//);
    expect(await page.getByRole("link", { name: "label conversations" }).getAttribute("href")).toBe(
      "#/review?suite=flow-coach&metric=criteria",
    );
    expect(misdeeds).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });
});
