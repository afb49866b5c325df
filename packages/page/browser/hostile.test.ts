import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { listen } from "../../vivavoce/dist/server/index.js";
import {
  hostileRun,
  hostileSuite,
  hostileTrial,
  payloads,
  written,
} from "../../vivavoce/src/report/hostile.test-helper.ts";
import { writeHtmlReport } from "../../vivavoce/src/report/html/html-report.ts";
import { writeJunitReport } from "../../vivavoce/src/report/junit/junit-report.ts";
import { storedRun } from "../../vivavoce/src/report/stored-run.test-helper.ts";
import { missingBrowser, openPage } from "./page.test-helper.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

/** What only a text from outside could have brought into the page, and what it would have set off. */
async function harmDone(page: Page): Promise<unknown[]> {
  return page.evaluate<unknown[]>(`[
    ...(typeof window.pwned === "undefined" ? [] : ["pwned"]),
    ...[...document.querySelectorAll("#root :is(script, img, iframe, object, embed, form:not(.noting > form), base, link, video, audio, marquee, template, math, style, [srcdoc], [style], [src])")].filter((e) => !/^(?:[a-z-]+: (?:span )?[\\d.]+(?:px|%|ch)?(?: [\\d.]+ch)*; ?)+$/.test(e.getAttribute("style") ?? "")).map((e) => e.outerHTML.slice(0, 200)),
    ...[...document.querySelectorAll("#root *")].flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith("on")),
    ...[...document.querySelectorAll("a[href]")].filter((a) => !/^(#|https?:\\/\\/)/i.test(a.getAttribute("href"))).map((a) => a.href),
  ]`);
}

/** Opens a case and does what a reader could do there. */
const readEverything = `(async () => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const part of document.querySelectorAll("details")) part.open = true;
  for (const button of document.querySelectorAll(".place, .footnote, .copy button")) button.click();
  const written = document.querySelector("input[type=checkbox]");
  written?.click();
  await new Promise((resolve) => setTimeout(resolve, 20));
  return document.querySelectorAll(".trial").length;
})()`;

describe.skipIf(missingBrowser)("whatever a transcript says", () => {
  test("a report of it runs nothing of theirs, asks for nothing and shows no dialog", async () => {
    const facts = await hostileRun(...payloads);
    const address = fileOf("hostile.html", await written(writeHtmlReport, facts));
    const { page, misdeeds } = await openPage(address);
    await page.waitForSelector("h1");
    expect(await harmDone(page)).toEqual([]);
    const search = page.locator("input[type=search]").first();
    for (const text of ["<script>", "javascript:", ""]) await search.fill(text);
    const cases = await casesIn(page);
    expect(cases).toHaveLength(payloads.length);
    for (const { id } of cases) {
      await goTo(page, `#/case/${facts.run.id}/0/${encodeURIComponent(id)}`);
      expect(await page.evaluate(readEverything)).toBe(1);
      expect(await harmDone(page)).toEqual([]);
    }
    expect(misdeeds).toEqual([]);
  });

  test("viva view runs nothing of theirs, asks for nothing and shows no dialog", async () => {
    const listed = await hostileRun(...payloads);
    // Case ids are checked when a case is read, so these are plain; everything else is hostile.
    const trials = payloads.map((payload, index) => ({ ...hostileTrial(payload), id: `case-${index}` }));
    const { store, run } = await storedRun({ ...hostileSuite(), trials });
    const { address, close } = await listen({ store: store as never, invocation: "npx viva" });
    try {
      const { page, misdeeds } = await openPage(`${address}#/run/${listed.stored.id}`);
      await page.waitForSelector("[data-row]");
      expect(await harmDone(page)).toEqual([]);
      for (const { id } of trials) {
        await goTo(page, `#/case/${run.id}/0/${id}`);
        expect(await page.evaluate(readEverything)).toBe(1);
        expect(await harmDone(page)).toEqual([]);
      }
      expect(misdeeds).toEqual([]);
    } finally {
      await close();
    }
  });

  test("this would notice: without escaping and without the policy the same texts do harm", async () => {
    const bare = payloads
      .map(({ text }) => text.slice(0, 500))
      .join("\n</script></style></title></textarea></noscript>\n");
    const { page, misdeeds } = await openPage(fileOf("bare.html", `<!doctype html><div id="root">${bare}`));
    await page.waitForTimeout(300);
    expect(await page.evaluate("window.pwned")).toBe(1);
    expect(misdeeds.some((misdeed) => misdeed.startsWith("request"))).toBe(true);
    expect((await harmDone(page)).length).toBeGreaterThan(10);
  });

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
    const { page, misdeeds } = await openPage(fileOf("broken.html", text.replace("<body>", `<body>${got}`)));
    await page.waitForTimeout(300);
    server.close();
    expect(await page.evaluate("typeof window.pwned")).toBe("undefined");
    expect(misdeeds.some((misdeed) => misdeed.includes("Content Security Policy"))).toBe(true);
    expect(asked).toBe(0);
  });

  test("JUnit XML of it is well-formed to the browser's own reader", async () => {
    const xml = await written(writeJunitReport, await hostileRun(...payloads));
    const { page } = await openPage(fileOf("empty.html", "<!doctype html><title>empty</title>"));
    const found = await page.evaluate<{ broken: number; testcases: number }>(
      `(() => {
        const read = new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml");
        return { broken: read.querySelectorAll("parsererror").length, testcases: read.querySelectorAll("testcase").length };
      })()`,
    );
    expect(found).toEqual({ broken: 0, testcases: payloads.length });
  });
});

/** The cases of a report, by the ids that the page reads. */
function casesIn(page: Page): Promise<{ id: string }[]> {
  return page.evaluate(
    `[...document.querySelectorAll('script[id^="case?"]')].map((block) => JSON.parse(block.textContent))`,
  );
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate('location.hash = "#/nowhere"');
  await page.waitForFunction("!document.querySelector('.trial')");
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForSelector(".trial");
}
