import { describe, expect, test } from "vitest";
import { coach, emptyProject, type MadeTrial, wholeRun } from "./made-run.test-helper.ts";
import { missingBrowser, openPage } from "./page.test-helper.ts";
import { readerOf } from "./tasks.test-helper.ts";

/** A desk under three prompts: each costs less than the one before, and v2 is the slowest. */
const desk: MadeTrial[] = Array.from({ length: 20 }, (_, index) =>
  ["v1", "v2", "v3"].map((prompt, at) => ({
    ...{ id: `order-${index}`, prompt, values: [index % 5 === at ? 0 : 1, 1] },
    reply: index % 4 === at ? "I promise that we refund you." : "Which order do you mean?",
    took: { cost: [0.03, 0.02, 0.01][at] ?? 0, replyMs: [900, 2_400, 1_100][at] ?? 0, tokens: 1_000 },
  })),
).flat();

/** The page of a store with an earlier run and this one, at its first page, where every task begins. */
async function atTheRuns() {
  const { store, address } = await emptyProject();
  const made = { prompts: ["v1", "v2", "v3"], suites: [coach(20)] };
  await wholeRun(store, { id: "aaaa1111", at: 1_000, ...made }, desk);
  await wholeRun(store, { id: "bbbb2222", at: 2_000, ...made }, desk);
  const { page } = await openPage(address, { viewport: { width: 1_440, height: 900 } });
  await page.locator("[data-run]").nth(1).waitFor();
  return { page, reader: readerOf(page) };
}

describe.skipIf(missingBrowser)("a reader", () => {
  test("sees what the cheapest variant cost", async () => {
    const { page, reader } = await atTheRuns();
    await reader.press("j", "Enter");
    const sums = page.locator(".summary .sums");
    await sums
      .getByText(/cost \$/)
      .first()
      .waitFor();
    const costs = (await sums.allTextContents()).map((text) => Number(/cost \$([\d.]+)/.exec(text)?.[1]));
    expect(Math.min(...costs)).toBe(0.2);
    expect(await sums.nth(costs.indexOf(Math.min(...costs))).textContent()).toContain("prompt v3");
    expect(reader.done("what did the cheapest variant cost")).toEqual({ clicks: 0, keys: 2 });
  });

  test("sees whether v2 got slower, and in which cases", async () => {
    const { page, reader } = await atTheRuns();
    await reader.press("j", "Enter");
    const latency = page
      .locator(".summary .sums")
      .filter({ hasText: "prompt v2" })
      .getByText(/p50 2\.4 s/);
    await latency.waitFor();
    await page
      .locator(".summary .sums")
      .filter({ hasText: "prompt v1" })
      .getByText(/p50 900 ms/)
      .waitFor();
    await reader.click(page.getByRole("button", { name: "reply ■ v2" }));
    await page.waitForURL(/sort=replyMs%401/);
    const cells = page
      .locator("[data-row]")
      .first()
      .getByTitle(/^reply: /);
    expect(await cells.allTextContents()).toEqual(["900 ms", "2.4 s", "1.1 s"]);
    expect(reader.done("did v2 get slower")).toEqual({ clicks: 1, keys: 2 });
  });

  test("finds every conversation in which a refund was promised", async () => {
    const { page, reader } = await atTheRuns();
    await reader.press("/");
    await page.getByRole("heading", { name: "Find" }).waitFor();
    await reader.type("refund");
    await page.getByText("30 places in 30 conversations, of 120 trials").waitFor();
    await reader.press("Escape", "j", "Enter");
    await page.waitForURL(/#\/case\/bbbb2222\/0\/order-0\?trials=0&exchange=1&find=refund$/);
    await expect.poll(() => page.evaluate("document.activeElement?.className")).toBe("exchange");
    expect(reader.done("find every conversation in which a refund was promised")).toEqual({ clicks: 0, keys: 10 });
  });
});
