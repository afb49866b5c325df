import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { auditReports } from "../../vivavoce/dist/report/index.js";
import { axeViolations, missingBrowser, openPage } from "./page.test-helper.ts";

type Report = Parameters<typeof auditReports.write>[2];
type Audit = Report["audits"][number];

// Named at run time: the page's types are checked against the built package, not against its sources.
const helper = new URL("../../vivavoce/src/report/audit/audit.test-helper.ts", import.meta.url).href;
const { audit, hostile }: { audit(more?: Partial<Audit>): Audit; hostile: string } = await import(helper);

const folder = mkdtempSync(join(tmpdir(), "viva-audit-page-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function addressOf(...audits: Audit[]): Promise<string> {
  const run = { id: "7f3a51c2", createdAt: 0, suites: [] } as unknown as Report["run"];
  const [path = ""] = await auditReports.write(["html"], folder, { run, seed: 1, audits });
  return pathToFileURL(path).href;
}

describe.skipIf(missingBrowser)("the page of an audit", () => {
  test.each(["light", "dark"] as const)(
    "is accessible and does not scroll sideways at 400 px: %s",
    async (colorScheme) => {
      const address = await addressOf(audit(), audit({ suite: "receptionist" }));
      const { page, misdeeds } = await openPage(address, { colorScheme, viewport: { width: 400, height: 800 } });
      await page.locator("summary").first().click();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
      expect(misdeeds).toEqual([]);
    },
  );

  test("takes a hostile name as text", async () => {
    const { page, misdeeds } = await openPage(await addressOf(audit({ suite: hostile, judges: [hostile] })));
    expect(await page.locator("h2").textContent()).toContain("<script>alert(1)</script>");
    expect(misdeeds).toEqual([]);
  });
});
