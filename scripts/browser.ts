// The system's Chromium, driven by playwright-core: for the test of hostile reports and for the bench of large ones.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";

/** What can be used, or why nothing can. */
export type BrowserChoice = { open(options?: BrowserOptions): Promise<Browser> } | { missing: string };

export interface BrowserOptions {
  /** Where names lead, in the words of `--host-resolver-rules`: "MAP *.example 127.0.0.1". All others lead nowhere. */
  names?: string;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** `VIVA_BROWSER=required`, as in CI, makes a missing browser an error. */
export async function findBrowser(
  environment: Record<string, string | undefined> = process.env,
): Promise<BrowserChoice> {
  const choice = await browserOf(environment);
  if ("missing" in choice && environment.VIVA_BROWSER === "required") throw new Error(choice.missing);
  return choice;
}

async function browserOf(environment: Record<string, string | undefined>): Promise<BrowserChoice> {
  const folders = (environment.PATH ?? "").split(delimiter);
  const executablePath = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (executablePath === undefined)
    return { missing: `no browser is installed: none of ${names.join(", ")} is on the PATH` };
  const playwright = await import("playwright-core").catch(() => undefined);
  if (!playwright) return { missing: "playwright-core is not installed: npm install --save-dev playwright-core" };
  return {
    open: ({ names } = {}) => {
      const rules = [...(names === undefined ? [] : [names]), "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1"];
      return playwright.chromium.launch({
        executablePath,
        args: [...quiet, `--host-resolver-rules=${rules.join(", ")}`],
      });
    },
  };
}

/** Nothing on the network, neither the browser's own nor what a page asks for; no sandbox, which containers do not allow. */
const quiet = [
  "--no-sandbox",
  "--headless",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
] as const;
