// npm run screenshots: writes docs/images/*.png, the pages of `viva view` over runs of the example exams.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { actions, views } from "../packages/vivavoce/dist/report/index.js";
import { listen } from "../packages/vivavoce/dist/server/index.js";
import { Store } from "../packages/vivavoce/dist/store/index.js";
import { findBrowser } from "./browser.ts";
import { root, runViva } from "./run-viva.ts";

const images = join(root, "docs", "images");
const suite = "examples/flow-coach";

/** The coach under both prompts, played from its tapes. */
function play(folder: string): void {
  for (const name of ["examples", "viva.config.ts", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !from.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [prompt, note] of [
    ["v1", "the first prompt"],
    ["v2", "asks before it writes"],
  ]) {
    runViva(["run", suite, "--replay", "--variant", `prompt=${prompt}`, "--note", note ?? ""], { cwd: folder });
  }
}

/** Labels that agree with the judge but for every ninth: made up, to show what a card looks like. */
async function label(context: { store: Store; invocation: string }, rater: string): Promise<void> {
  const [, first] = await context.store.runs.list();
  for (let index = 0; index < 80; index++) {
    const asked = { rater, run: first?.id, suite: "flow-coach", metric: "criteria", limit: 1 };
    const [next] = (await views.review.answer(context, asked)).items;
    if (!next) return;
    const scores = (await context.store.trials.find(next.item))?.scores ?? [];
    const checks = scores.flatMap((score) => (score.status === "scored" ? score.checks : []));
    const ok = checks.find(({ id }) => id === next.item.criterion)?.ok === (index % 9 !== 0);
    const said = { verdict: ok ? ("pass" as const) : ("fail" as const), reason: "made up for the picture" };
    await actions.labels.act(context, { rater, item: next.item, ...said });
  }
}

async function shoot(browser: Browser, store: Store, address: string): Promise<void> {
  const [after, before] = await store.runs.list();
  if (!after || !before) throw new Error("the example runs were not played");
  const pages = {
    runs: "#/",
    run: `#/run/${before.id}`,
    case: `#/case/${before.id}/0/archive-everything`,
    compare: `#/compare/${before.id}/${after.id}`,
    review: "#/review?suite=flow-coach",
    judges: "#/judges/flow-coach/criteria",
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  await context.addInitScript(`localStorage.setItem("viva-rater", "Ana")`);
  for (const [name, hash] of Object.entries(pages)) {
    const page = await context.newPage();
    await page.goto(`${address}${hash}`);
    await page.waitForLoadState("networkidle").catch(() => {});
    await page.locator("h1").first().waitFor();
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(images, `${name}.png`) });
    await page.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "viva-screenshots-"));
try {
  const choice = await findBrowser({ ...process.env, VIVA_BROWSER: "required" });
  if ("missing" in choice) throw new Error(choice.missing);
  play(folder);
  mkdirSync(images, { recursive: true });
  const store = await Store.open(join(folder, ".viva", "store.sqlite"));
  const context = { store, invocation: "npx viva" };
  for (const rater of ["Ana", "Ben"]) await label(context, rater);
  const server = await listen(context);
  const browser = await choice.open();
  await shoot(browser, store, server.address);
  await browser.close();
  await server.close();
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
