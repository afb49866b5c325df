// The HTML report of 1,000 cases, in a real browser: how long until it can be read and used?
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { findBrowser } from "../scripts/browser.ts";
import type { Measurement } from "./measurement.ts";

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
const cases = 1_000;
const wantedSeconds = 2;
const openings = 5;

export async function measure(): Promise<Measurement> {
  const choice = await findBrowser();
  if ("missing" in choice) throw new Error(choice.missing);
  const folder = mkdtempSync(join(tmpdir(), "viva-report-"));
  try {
    const file = writeReport(folder);
    const browser = await choice.open();
    try {
      const seconds: number[] = [];
      for (let opening = 0; opening < openings; opening++) seconds.push(await open(browser, file));
      const usual = seconds.toSorted((a, b) => a - b)[Math.floor(openings / 2)] ?? Number.POSITIVE_INFINITY;
      const size = `${(statSync(file).size / 1e6).toFixed(1)} MB`;
      return {
        what: `opening the HTML report of ${cases} cases in under ${wantedSeconds} seconds`,
        value: usual / wantedSeconds,
        limit: 1,
        detail: `${size}, Chromium ${browser.version()}: ${seconds.map((one) => one.toFixed(2)).join(", ")} s until painted and usable; the median counts`,
      };
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From asking for the file until its cases are painted, and one of them has been opened. */
async function open(browser: Browser, file: string): Promise<number> {
  const page = await browser.newPage();
  const started = performance.now();
  await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  await page.locator("[data-row] a").first().click();
  await page.locator(".exchange").first().waitFor();
  const seconds = (performance.now() - started) / 1_000;
  const held = await page.evaluate<number>("document.querySelectorAll('script[id^=\"case?\"]').length");
  await page.close();
  if (held !== cases) throw new Error(`the report holds ${held} of ${cases} cases`);
  return seconds;
}

/** A real run of a made-up suite: three exchanges a case, with tool calls, a world and long replies; one in ten fails. */
function writeReport(folder: string): string {
  writeFileSync(join(folder, "viva.config.ts"), `export default { suites: ["*.eval.ts"] };\n`);
  writeFileSync(join(folder, "report.eval.ts"), suiteSource);
  const { status, stderr } = spawnSync(process.execPath, [launcher, "run", "--report", "html"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  // One in ten fails on purpose.
  if (status !== 1) throw new Error(`viva run ended with ${status}: ${stderr}`);
  const [name] = readdirSync(join(folder, "results"));
  if (name === undefined) throw new Error("no report was written");
  return join(folder, "results", name);
}

const suiteSource = `
import { suite } from "vivavoce";
import { contains, equals, matches, safety, toolCalls, toolUse, worldEffects } from "vivavoce/metrics";
import { jsonWorld } from "vivavoce/world";

const paragraph = "The **next action** is the one physical, visible thing that moves this forward. ";
const reply = (subject: string) => \`# \${subject}\\n\\n\${paragraph.repeat(6)}\\n\\n- first, \${subject}\\n- then \\\`the rest\\\`\\n- last, a [link](https://example.org)\\n\`;

export default suite({
  name: "large",
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: \`case-\${String(index).padStart(4, "0")}\`,
    tags: ["bench", index % 2 === 0 ? "even" : "odd"],
    world: { items: Object.fromEntries(Array.from({ length: 20 }, (_, item) => [\`item-\${item}\`, "open"])) },
    script: ["the garden", "the house", "the boat"].map((subject) => ({ content: \`What should I do about \${subject}? \`.repeat(4) })),
    expect: { contains: [index % 10 === 0 ? "never said" : "next action"], tools: [{ shouldCall: true, tools: ["close_item"] }] },
  })),
  world: (testCase) => jsonWorld(testCase.world),
  agent: {
    name: "talker",
    version: "1",
    tools: [{ name: "close_item", parameters: { type: "object", properties: { item: { type: "string" } } }, effect: "write" }],
    open(context) {
      let exchange = 0;
      return {
        async reply(message) {
          exchange += 1;
          for (const item of [\`item-\${exchange}\`, \`item-\${exchange + 5}\`]) {
            const call = { id: context.ids.next("call"), name: "close_item", arguments: { item } };
            context.record({ type: "call", ...call });
            await context.approve(call);
            context.world.update((value) => { value.items[item] = "closed"; });
            context.record({ type: "result", id: call.id, result: { item, state: "closed", note: paragraph.repeat(2) } });
          }
          context.record({ type: "text", text: reply(message.slice(20, 60)) });
        },
      };
    },
  },
  metrics: [contains(), contains({ name: "again" }), matches({ report: true }), toolUse(), toolCalls(), safety(), worldEffects(), equals({ report: true })],
});
`;
