import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { findBrowser } from "../../../scripts/browser.ts";
import { root, runViva } from "../../../scripts/run-viva.ts";
import { listen } from "../../vivavoce/dist/server/index.js";
import { Store } from "../../vivavoce/dist/store/index.js";
import { afterThisFile } from "../../vivavoce/src/after-file.test-helper.ts";

const choice = await findBrowser();
/** Why these tests are skipped, if they are. */
export const missingBrowser = "missing" in choice ? choice.missing : undefined;
if (missingBrowser) console.warn(`\nSKIPPED, ${missingBrowser}: the page was not tried in a real browser\n`);

const closing: (() => unknown)[] = [];

/** To be closed after this file's tests, the newest first. */
export function closeLater(close: () => unknown): void {
  if (closing.length === 0)
    afterThisFile(async () => {
      for (const one of closing.splice(0).reverse()) await one();
    });
  closing.push(close);
}

let browser: Promise<Browser> | undefined;

/** A page in the browser, and everything that it does and should not: requests elsewhere, dialogs, errors. */
export async function openPage(address: string, options: BrowserContextOptions = {}) {
  if ("missing" in choice) throw new Error(choice.missing);
  if (!browser) {
    browser = choice.open();
    closeLater(async () => {
      await (await browser)?.close();
      browser = undefined;
    });
  }
  const context = await (await browser).newContext(options);
  // What is open follows its run: in a file of thirty tests the last one would share the browser with all others' pages.
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const misdeeds: string[] = [];
  const own = address.startsWith("file:") ? address.split("#", 1)[0] : new URL(address).origin;
  page.on("request", (request) => {
    if (!request.url().startsWith(own ?? "")) misdeeds.push(`request ${request.url().slice(0, 200)}`);
  });
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") misdeeds.push(`console ${message.text()}`);
  });
  page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`));
  page.on("popup", () => misdeeds.push("popup"));
  await page.goto(address);
  return { page, misdeeds };
}

/** Where axe finds the page hard to use. */
export async function axeViolations(page: Page): Promise<string[]> {
  const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  // Evaluated by the browser itself: the page's policy stays as it is and allows no script from outside.
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })",
  )) as {
    violations: { id: string; help: string; nodes: { target: string[] }[] }[];
  };
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join(", ")}`,
  );
}

/** Whether the page is wider than the screen. */
export async function narrowness(page: Page): Promise<{ sideways: boolean }> {
  return { sideways: await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth") };
}

/** The elements whose text is cut off, and that neither scroll nor say the whole in a title. */
export async function clipped(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.body.querySelectorAll("*")].filter((one) => {
    const { overflowX, display } = getComputedStyle(one);
    return one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && display !== "inline" &&
      ["hidden", "clip"].includes(overflowX) && !one.closest("[title], .unseen, select");
  }).map((one) => one.tagName + "." + one.className + ": " + one.textContent.slice(0, 60))`);
}

let examples: Promise<string> | undefined;

/** A project with both example exams, each played twice from its tapes; made once, so tests may only read it. */
export function exampleProject(): Promise<string> {
  examples ??= made();
  return examples;
}

async function made(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "viva-page-"));
  // The next file has it too.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["examples", "viva.config.ts", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !from.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Some of the receptionist's cases fail on purpose.
  for (const args of [
    ["run", "--replay", "--variant", "prompt=v1"],
    ["run", "--replay"],
  ])
    runViva(args, { cwd: folder });
  return folder;
}

/** Serves the store of a project. */
export async function served(
  folder: string,
  settings: Parameters<typeof listen>[1] = {},
  more: Pick<Parameters<typeof listen>[0], "play"> = {},
) {
  const store = await Store.open(join(folder, ".viva", "store.sqlite"));
  closeLater(() => store.close());
  const { address, close } = await listen({ store, invocation: "npx viva", ...more }, settings);
  closeLater(close);
  return { store, address };
}
