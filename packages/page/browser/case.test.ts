import { describe, expect, test } from "vitest";
import { axeViolations, clipped, exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";
import { timedProject } from "./timed-case.test-helper.ts";

/** The served examples, and a case of the newest run that has marks in its conversation. */
async function someCase(caseId = "stalled-project-advice") {
  const { store, address } = await served(await exampleProject());
  const [newest, before] = await store.runs.list();
  const run = newest?.id ?? "";
  const suite = newest?.suites.find(({ name }) => name === "flow-coach")?.position ?? 0;
  return { store, run, before: before?.id ?? "", suite, address, at: `${address}#/case/${run}/${suite}/${caseId}` };
}

const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

describe.skipIf(missingBrowser)("a case", () => {
  test("opens at its address, leads from a quote to its check and back, and shows its history", async () => {
    const { at, run, before } = await someCase();
    const { page, misdeeds } = await openPage(at);
    await page.getByRole("heading", { level: 1, name: "stalled-project-advice" }).waitFor();
    await page.locator("mark.quote").first().waitFor();
    const note = page.locator(".footnote").first();
    const number = await note.textContent();
    await note.click();
    const focused = page.locator("blockquote:focus");
    expect(await focused.locator("sup").textContent()).toBe(number);
    await focused.locator(".place").click();
    expect(await page.evaluate("document.activeElement.textContent")).toBe(number);
    const links = page.locator(".history tbody a");
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual([run, before]);
    await links.nth(1).click();
    await page.waitForURL(`**#/case/${before}/**`);
    expect(misdeeds).toEqual([]);
  });

  test("says what was given and expected, how it ended, and what came of each check in plain words", async () => {
    const { store, address } = await someCase();
    const run = (await store.runs.list()).at(-1);
    const suite = (name: string) => run?.suites.find((one) => one.name === name)?.position;
    const { page } = await openPage(`${address}#/case/${run?.id}/${suite("flow-coach")}/archive-everything`);
    await page.getByText("The script ended: the agent answered its 2 lines.").first().waitFor();
    const head = (await page.locator(".case-head").innerText()).replace(/\s+/g, " ");
    for (const words of ["approvals approve", "world, 2", "Asks before archiving and names the projects", "turn: 1"])
      expect(head).toContain(words);
    const check = page.locator(".checks li.missed").first();
    const [left, right] = [await check.locator(".label").boundingBox(), await check.locator("details").boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(await check.innerText()).toContain(
      "called update_project_status (exchange 2), but no such call is expected",
    );
    expect(await page.locator("main").innerText()).not.toMatch(/tool_(decision|types|params)/);
    await page.goto(`${address}#/case/${run?.id}/${suite("receptionist-simulated")}/impatient_booking`);
    await page.getByText("Kim Tran, who runs a café").waitFor();
    await page
      .getByText(/The simulated user ended it after \d+ exchanges/)
      .first()
      .waitFor();
  });

  test("leads to the next one and back by keys, unless somebody is typing", async () => {
    const { at } = await someCase();
    const { page } = await openPage(at);
    await page.getByText("next →").waitFor();
    const first = await page.getByRole("heading", { level: 1 }).textContent();
    await page.keyboard.press("]");
    await page.waitForURL((url) => !url.hash.includes("stalled-project-advice"));
    await page.getByText("← previous").waitFor();
    await page.keyboard.press("[");
    await page.waitForURL((url) => url.hash.includes("stalled-project-advice"));
    await page.locator(".trial").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(first);
  });

  test("copies its id, commands and YAML", async () => {
    const { at, run } = await someCase();
    const { page } = await openPage(at, { permissions: ["clipboard-read", "clipboard-write"] });
    const copied = async (label: string) => {
      await page.getByRole("button", { name: label }).click();
      await page
        .getByRole("status")
        .filter({ hasText: `${label}: copied` })
        .waitFor({ state: "attached" });
      return page.evaluate<string>("navigator.clipboard.readText()");
    };
    expect(await copied("copy id")).toBe("stalled-project-advice");
    expect(await copied("copy viva show")).toBe(`npx viva show ${run} stalled-project-advice`);
    expect(await copied("copy viva run")).toContain("coach.eval.ts --case stalled-project-advice");
    expect(await copied("copy as YAML")).toMatch(/^- id: stalled-project-advice\n/);
  });

  test("shows replies as written, by a box that is kept in the address", async () => {
    const { at } = await someCase();
    const { page } = await openPage(at);
    await page.getByLabel("replies as written").check();
    expect(page.url()).toContain("as=written");
    await page.reload();
    expect(await page.getByLabel("replies as written").isChecked()).toBe(true);
  });

  test("says that a replay asked no model, and where the recorded calls are", async () => {
    const { at } = await someCase();
    const { page } = await openPage(at);
    await page.getByText("Timeline and model calls").click();
    await page.getByText("no time was measured").waitFor();
    await page.getByText("The recorded calls are on the suite's tapes").waitFor();
  });

  test.each([400, 1_024, 1_440, 1_920])("has a timeline on one scale at %i px", async (width) => {
    const { at } = await timedProject();
    const { page, misdeeds } = await openPage(at, { viewport: { width, height: 900 } });
    const calls = page.locator("details.calls");
    await calls.locator("summary .track").first().waitFor();
    expect(await calls.locator("summary").first().innerText()).toContain("7.4 s measured");
    await calls.getByText("Timeline and model calls").click();
    const rows = page.locator("ol.timeline[aria-label] > li");
    const words = (await rows.locator(".line").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    expect(words).toEqual([
      "the agent opens its session 120 ms",
      "Exchange 1 2.4 s, first word after 1.9 s",
      "agent · m-1 live · 900 ms",
      "approval approved",
      "book_slot failed",
      "agent · m-1 from the cache, asked in an earlier run · 800 ms",
      "the user is silent 4.0 s",
      "Exchange 2 900 ms",
      "agent · m-1 from a tape · 600 ms",
      "book_slot never ran",
      "Exchange 3 time not measured",
    ]);
    const bars = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll("rect").length));
    expect(bars).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    await rows.nth(2).locator("summary").first().click();
    await rows.nth(2).getByText("question 0").waitFor();
    await rows.nth(2).getByText("answer 0").waitFor();
    expect(await page.locator(".effect").innerText()).toContain("no recorded call explains it");
    expect(await page.locator(".tool .badge.rejected").allInnerTexts()).toEqual(["failed", "never ran"]);
    await rows.nth(7).getByRole("button").click();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Are you still there?");
    expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
    expect(await clipped(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    expect(misdeeds).toEqual([]);
    if (process.env.VIVA_SHOTS)
      await page.screenshot({ path: `${process.env.VIVA_SHOTS}/timeline-${width}.png`, fullPage: true });
  });

  test("keeps a note on an exchange with who and when, and shows it to everybody", async () => {
    const { at } = await timedProject();
    const { page, misdeeds } = await openPage(at);
    const second = page.locator("section.exchange").nth(1);
    await second.getByText("add a note").click();
    await second.getByLabel("Your name").fill("Ana");
    await second.getByLabel("Note", { exact: true }).fill("Nobody booked this.");
    expect(await axeViolations(page)).toEqual([]);
    await second.getByRole("button", { name: "Keep the note" }).click();
    await second.locator(".remark").waitFor();
    const other = await openPage(at);
    const words = await other.page.locator(".remark").innerText();
    expect(words.replace(/\s+/g, " ")).toMatch(/note Nobody booked this\. Ana, \d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(misdeeds).toEqual([]);
  });

  test("shows the command that plays it again, and a button only where that is allowed", async () => {
    const { at } = await timedProject();
    const { page } = await openPage(at);
    await page.getByText("npx viva run coach.eval.ts --case timed").waitFor();
    expect(await page.getByRole("button", { name: "play it" }).count()).toBe(0);
    const started: (readonly string[])[] = [];
    const allowed = await timedProject({ play: (args) => void started.push(args) });
    const other = await openPage(allowed.at);
    await other.page.getByRole("button", { name: "play it" }).click();
    await other.page.getByText("started: it appears in the list of runs").waitFor();
    expect(started).toEqual([["run", "coach.eval.ts", "--case=timed"]]);
  });

  test("has a tab with the whole trial as it is stored, to be copied", async () => {
    const { at } = await someCase();
    const { page } = await openPage(at, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    expect(page.url()).toContain("as=json");
    await page.getByRole("button", { name: "copy JSON" }).click();
    await page.getByText("copy JSON: copied").waitFor({ state: "attached" });
    const { transcript, scores, answers } = JSON.parse(await page.evaluate("navigator.clipboard.readText()"));
    expect([transcript.case, scores.length > 0, answers.origin]).toEqual([
      "stalled-project-advice",
      true,
      "hand-written",
    ]);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("opens at an address that has the suite's name, and says so if there is no such suite", async () => {
    const { address, run } = await someCase();
    const { page } = await openPage(`${address}#/case/${run}/flow-coach/stalled-project-advice`);
    await page.getByRole("heading", { level: 1, name: "stalled-project-advice" }).waitFor();
    await page.locator(".trial").first().waitFor();
    await page.goto(`${address}#/case/${run}/nothing/stalled-project-advice`);
    await page
      .getByRole("alert")
      .filter({ hasText: `Run ${run} has no suite nothing` })
      .waitFor();
  });

  test("says what it could not find", async () => {
    const { address, run } = await someCase();
    const { page } = await openPage(`${address}#/case/${run}/0/gone`);
    await page
      .getByRole("alert")
      .filter({ hasText: `run ${run} has no case gone` })
      .waitFor();
  });

  test.each([
    ["light", 1200],
    ["dark", 1200],
    ["light", 400],
  ] as const)(
    "has nothing that axe finds, in %s at %i px, and does not scroll sideways",
    async (colorScheme, width) => {
      const { at } = await someCase();
      const { page } = await openPage(at, { colorScheme, viewport: { width, height: 800 } });
      await page.locator(".history tbody a").first().waitFor();
      await page.getByText("Timeline and model calls").click();
      await page.evaluate("for (const part of document.querySelectorAll('.checks details')) part.open = true");
      expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
    },
  );
});
