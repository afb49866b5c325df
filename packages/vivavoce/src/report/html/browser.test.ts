import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { findBrowser } from "../../../../../scripts/browser.ts";
import { hostileRun, payloads, written } from "../hostile.test-helper.ts";
import { writeJunitReport } from "../junit/junit-report.ts";
import { writeHtmlReport } from "./html-report.ts";

const choice = await findBrowser();
const reason = "missing" in choice ? `SKIPPED, ${choice.missing}: ` : "";
if (reason !== "") console.warn(`\n${reason}hostile transcripts were not tried in a real browser\n`);

const folder = mkdtempSync(join(tmpdir(), "viva-browser-"));
let browser: Browser | undefined;
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that a page does and should not. */
interface Watched {
  page: Page;
  misdeeds: string[];
}

async function openPage(name: string, text: string): Promise<Watched> {
  if ("missing" in choice) throw new Error(choice.missing);
  browser ??= await choice.open();
  const page = await browser.newPage();
  const address = pathToFileURL(join(folder, name)).href;
  writeFileSync(join(folder, name), text);
  const misdeeds: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== address) misdeeds.push(`request ${request.url().slice(0, 200)}`);
  });
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => misdeeds.push(`console ${message.text().slice(0, 200)}`));
  page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`));
  page.on("popup", () => misdeeds.push("popup"));
  page.on("download", () => misdeeds.push("download"));
  await page.goto(address);
  return { page, misdeeds };
}

/** Opens every case and does what a reader could do. */
const readEverything = `(async () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 50));
  for (const row of document.querySelectorAll(".case")) row.open = true;
  await rest();
  for (const part of document.querySelectorAll(".trials details")) part.open = true;
  for (const button of document.querySelectorAll(".place")) button.click();
  for (const map of document.querySelectorAll(".heat")) {
    map.dispatchEvent(new MouseEvent("mousemove", { clientX: 200, clientY: 200, bubbles: true }));
  }
  const written = document.getElementById("as-written");
  written.click();
  await rest();
  written.click();
  const search = document.querySelector(".filter input");
  search.value = "<script>";
  search.dispatchEvent(new Event("input"));
  search.value = "";
  search.dispatchEvent(new Event("input"));
  for (const button of document.querySelectorAll(".filter button")) button.click();
  document.querySelector(".filter button").click();
  await rest();
})()`;

describe.skipIf(reason !== "")(`${reason}in a real browser`, () => {
  test("a report of every hostile transcript runs nothing of theirs, asks for nothing and shows no dialog", async () => {
    const facts = await hostileRun(...payloads);
    const { page, misdeeds } = await openPage("hostile.html", await written(writeHtmlReport, facts));
    await page.evaluate(readEverything);
    await page.waitForTimeout(300);
    expect(misdeeds).toEqual([]);
    expect(await page.evaluate("typeof window.pwned")).toBe("undefined");
    // Everything was shown: as many conversations as there are texts.
    expect(await page.evaluate("document.querySelectorAll('.trial').length")).toBe(payloads.length);
    const foreign =
      "script:not([type='application/json']):not([type=module]), img, iframe, object, embed, form, base, link, video, audio, marquee, template, math, style ~ style, [srcdoc], [style], [href]:not(a)";
    expect(await page.evaluate(`document.querySelectorAll(${JSON.stringify(foreign)}).length`)).toBe(0);
    const handlers =
      "[...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith('on'))";
    expect(await page.evaluate(handlers)).toEqual([]);
    const links = await page.evaluate<string[]>("[...document.querySelectorAll('a')].map((a) => a.protocol)");
    expect(links.filter((protocol) => protocol !== "https:" && protocol !== "http:")).toEqual([]);
  }, 120_000);

  test("this would notice: without escaping and without the policy the same texts do harm", async () => {
    const bare = payloads
      .map(({ text }) => text.slice(0, 500))
      .join("\n</script></style></title></textarea></noscript>\n");
    const { page, misdeeds } = await openPage("bare.html", `<!doctype html>${bare}`);
    await page.waitForTimeout(300);
    expect(await page.evaluate("window.pwned")).toBe(1);
    expect(misdeeds.some((misdeed) => misdeed.startsWith("request"))).toBe(true);
  }, 60_000);

  test("the policy alone would hold: markup that got in runs nothing and reaches nobody", async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const got = `<img src="http://127.0.0.1:${port}/a.png" onerror="window.pwned=1"><script>window.pwned=1</script>`;
    const text = await written(writeHtmlReport, await hostileRun(...payloads.slice(0, 1)));
    const { page, misdeeds } = await openPage("broken.html", text.replace("<footer>", `${got}<footer>`));
    await page.waitForTimeout(300);
    server.close();
    expect(await page.evaluate("typeof window.pwned")).toBe("undefined");
    expect(misdeeds.some((misdeed) => misdeed.includes("Content Security Policy"))).toBe(true);
    expect(asked).toBe(0);
  }, 60_000);

  test("JUnit XML of every hostile transcript is well-formed to the browser's own reader", async () => {
    const xml = await written(writeJunitReport, await hostileRun(...payloads));
    const { page } = await openPage("empty.html", "<!doctype html><title>empty</title>");
    const found = await page.evaluate<{ broken: number; testcases: number }>(
      `(() => {
        const read = new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml");
        return { broken: read.querySelectorAll("parsererror").length, testcases: read.querySelectorAll("testcase").length };
      })()`,
    );
    expect(found).toEqual({ broken: 0, testcases: payloads.length });
  }, 60_000);
});
