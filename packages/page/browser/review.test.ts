import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { axeViolations, exampleProject, missingBrowser, narrowness, openPage, served } from "./page.test-helper.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-review-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let copies = 0;

/** The coach's runs, in a store that may be written. */
async function coach() {
  const own = join(folder, String(++copies));
  cpSync(join(await exampleProject(), ".viva"), join(own, ".viva"), { recursive: true });
  const { store, address } = await served(own);
  return { store, address, review: `${address}#/review?suite=flow-coach` };
}

async function begin(page: Page, rater: string): Promise<void> {
  await page.getByLabel("Your name").fill(rater);
  await page.keyboard.press("Enter");
  await page.locator(".item h2").waitFor();
}

/** The first sentence in the queue. What comes first depends on the run's id: a word or two may stand anywhere. */
async function toSentence(page: Page): Promise<void> {
  const heading = page.locator(".item h2");
  const asked = page.getByText(/Does this sentence of the agent pass, in exchange \d\?/);
  for (let passed = 0; passed < 10 && (await asked.count()) === 0; passed += 1) {
    const before = await heading.innerText();
    await page.keyboard.press("j");
    await expect.poll(() => heading.innerText()).not.toBe(before);
  }
  await asked.waitFor();
}

/** Everything that the server has answered to the review so far. */
function answersTo(page: Page): string[] {
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/review")) answers.push(await response.text().catch(() => ""));
  });
  return answers;
}

describe.skipIf(missingBrowser)("the review", () => {
  test.each([400, 1_024, 1_440, 1_920])("asks about one sentence, and marks it, at %i px", async (width) => {
    const { address } = await coach();
    const at = `${address}#/review?suite=flow-coach&metric=answerRelevancy`;
    const { page } = await openPage(at, { viewport: { width, height: 900 } });
    await begin(page, "Ana");
    await toSentence(page);
    const judged = await page.locator(".item h2").innerText();
    const marked = (await page.locator("mark.quote").allInnerTexts()).join("");
    expect(judged.replace(/[^a-z]/gi, "")).toContain(marked.replace(/[^a-z]/gi, "").slice(0, 20));
    await page.locator(".item .fold-given dt").getByText("world", { exact: true }).waitFor();
    await page.getByText("Labels that a card still needs: criteria 29, answerRelevancy 29").waitFor();
    expect((await narrowness(page)).sideways).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("two raters in two browsers label the same run, and neither sees the other before", async () => {
    const { store, review } = await coach();
    const pages = [];
    for (const rater of ["Ana", "Ben"]) {
      const { page } = await openPage(review);
      await begin(page, rater);
      pages.push(page);
    }
    for (const page of [...pages, ...pages]) {
      await page.keyboard.press("p");
      await page.locator(".revealed").waitFor();
      await page.keyboard.press("j");
      await page.locator(".revealed").waitFor({ state: "detached" });
    }
    const labels = await store.labels.list();
    expect(labels.map(({ rater }) => rater).toSorted()).toEqual(["Ana", "Ana", "Ben", "Ben"]);
    expect(labels.every(({ sighted }) => sighted === undefined)).toBe(true);
  });

  test("is done by keyboard alone, blind until the label is given, with a reason for a fail", async () => {
    const { store, address, review } = await coach();
    const { page, misdeeds } = await openPage(address);
    const answers = answersTo(page);
    await page.goto(review);
    await begin(page, "Ana");
    expect(await axeViolations(page)).toEqual([]);
    const first = await page.locator(".item h2").innerText();
    expect(await page.locator(".revealed").count()).toBe(0);

    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
    await page.keyboard.press("Control+Enter");
    await page.getByText("A fail needs a reason").waitFor();
    expect(await store.labels.list()).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type("it never asks: just pulls");
    await page.keyboard.press("Control+Enter");
    await page.locator(".revealed").waitFor();
    const [label] = await store.labels.list();
    expect(label).toMatchObject({
      rater: "Ana",
      verdict: "fail",
      reason: "it never asks: just pulls",
      criterionText: first,
    });
    // Which item comes first depends on the run's id.
    const judged = label?.judged === "none" ? "did not decide" : label?.judged;
    expect(await page.locator(".revealed").innerText()).toContain(`The judge: ${judged}`);
    expect(await axeViolations(page)).toEqual([]);

    // Letters were letters while they were typed; now they are keys again.
    await page.keyboard.press("j");
    await page.locator(".revealed").waitFor({ state: "detached" });
    await page.keyboard.press("p");
    await page.locator(".revealed").waitFor();
    await page.getByText("2 labelled by you").waitFor();
    await page.keyboard.press("k");
    await expect.poll(() => page.locator(".item h2").innerText()).toBe(first);
    await page.keyboard.press("p");
    await page.getByText("You: pass.").waitFor();
    const labels = await store.labels.list();
    expect(labels.map(({ verdict, sighted }) => [verdict, sighted])).toEqual([
      ["pass", undefined],
      ["pass", true],
    ]);

    expect(answers.length).toBeGreaterThan(1);
    const runs = await store.runs.list();
    const trials = await Array.fromAsync(store.trials.read(runs[0]?.id ?? "", 0));
    const reasons = trials.flatMap(({ scores }) =>
      scores.flatMap((score) =>
        score.judged && score.status === "scored" ? score.checks.map(({ reason }) => reason) : [],
      ),
    );
    expect(reasons.filter((reason) => reason.length > 12).length).toBeGreaterThan(5);
    for (const answer of answers) {
      for (const reason of reasons.filter(({ length }) => length > 12))
        expect(answer).not.toContain(JSON.stringify(reason).slice(1, -1));
      expect(answer).not.toMatch(/"(judged|passed|failed|evidence)":/);
    }
    expect(misdeeds).toEqual([]);
  });

  test("a second person gets a share of it, without the first one's label", async () => {
    const { store, address, review } = await coach();
    const { page: ana } = await openPage(review);
    await begin(ana, "Ana");
    for (let left = 40; left > 0; left--) {
      await ana.keyboard.press("p");
      await ana.locator(".revealed").waitFor();
      await ana.keyboard.press("j");
      await ana.locator(".revealed").waitFor({ state: "detached" });
      if ((await ana.getByText("Nothing is left to label").count()) > 0) break;
    }
    const labelled = new Set(
      (await store.labels.list()).map(({ trial, metric, criterion }) => `${trial} ${metric} ${criterion}`),
    );
    expect(labelled.size).toBeGreaterThan(20);

    const { page: ben } = await openPage(address);
    const answers = answersTo(ben);
    await ben.goto(review);
    await begin(ben, "Ben");
    const again = ben.getByText("part of what others have labelled");
    for (let item = 1; item < 40 && (await again.count()) === 0; item++) {
      await ben.keyboard.press("j");
      await ben.getByRole("region", { name: `item ${item + 1}`, exact: true }).waitFor();
    }
    await again.waitFor();
    expect(answers.join("")).not.toContain("Ana");
    await ben.keyboard.press("u");
    await ben.keyboard.type("the criterion does not say");
    await ben.keyboard.press("Control+Enter");
    await ben.getByText("Ana: pass").waitFor();
    const second = (await store.labels.list()).find(({ rater }) => rater === "Ben");
    expect(second).toMatchObject({ verdict: "unclear", sampled: { how: "second rater", probability: 0.2 } });
    expect(labelled).toContain(`${second?.trial} ${second?.metric} ${second?.criterion}`);
  });

  test("fits 400 px, in the dark too, by touch, and remembers the name", async () => {
    const { store, review } = await coach();
    const { page } = await openPage(review, { viewport: { width: 400, height: 700 }, colorScheme: "dark" });
    await begin(page, "Ana");
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "unclear" }).click();
    await page.getByLabel("What is unclear?").fill("no facts");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".revealed").waitFor();
    expect(await narrowness(page)).toEqual({ sideways: false });
    expect(await axeViolations(page)).toEqual([]);
    expect(await store.labels.list()).toHaveLength(1);
    await page.reload();
    await page.getByText("you are Ana").waitFor();
    await page.getByText("1 labelled by you").waitFor();
  });
});
