import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { emptyProject } from "./made-run.test-helper.ts";
import { exampleProject, missingBrowser, openPage, served } from "./page.test-helper.ts";
import { contrast, deficiencies, distance, isGreen, linear, seenBy } from "./palette.test-helper.ts";

const variants = ["one", "two", "three", "four", "five", "six"];
const texts = ["ink", "soft", "good", "bad", "warn", "link", ...variants];
const shades = ["h0", "h1", "h2", "h3", "h4", "h5"];

/** The colours of the page as the browser computes them, by the names of their variables. */
async function paletteOf(page: Page) {
  const names = [...texts, ...shades, "paper", "card"];
  const found = await page.evaluate<string[]>(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    return ${JSON.stringify(names)}.map((name) => {
      probe.style.color = "var(--" + name + ")";
      return getComputedStyle(probe).color;
    });
  })()`);
  return Object.fromEntries(names.map((name, index) => [name, linear(found[index] ?? "")]));
}

describe.skipIf(missingBrowser)("the colours", () => {
  test.each([
    ["light", "screen"],
    ["dark", "screen"],
    ["dark", "print"],
  ] as const)("in %s on %s are legible, and variants differ whatever cones the reader has", async (theme, media) => {
    const { address } = await emptyProject();
    const { page } = await openPage(address);
    await page.evaluate(`localStorage.setItem("viva-theme", "${theme}")`);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.emulateMedia({ media });
    const palette = await paletteOf(page);
    const of = (name: string) => palette[name] ?? [];
    const faint = texts.filter((name) => ["paper", "card"].some((ground) => contrast(of(name), of(ground)) < 4.5));
    expect(faint).toEqual([]);
    expect([...texts, ...shades].filter((name) => isGreen(of(name)))).toEqual(["good"]);
    const pairs = variants.flatMap((a, index) => variants.slice(index + 1).map((b) => [a, b] as const));
    const eyes = [
      (colour: readonly number[]) => colour,
      ...Object.values(deficiencies).map((one) => seenBy.bind(null, one)),
    ];
    for (const see of eyes) {
      const alike = [...pairs, ["good", "bad"] as const, ["h0", "h5"] as const].filter(
        ([a, b]) => distance(see(of(a)), see(of(b))) < 20,
      );
      expect(alike).toEqual([]);
    }
  });

  test("are green only where something passed", async () => {
    const { store, address } = await served(await exampleProject());
    const [after, before] = await store.runs.list();
    const suite = before?.suites.find(({ name }) => name === "flow-coach")?.position;
    const { page } = await openPage(address);
    for (const hash of [
      `#/run/${before?.id}?suite=${suite}`,
      `#/case/${before?.id}/${suite}/archive-everything`,
      `#/compare/${before?.id}/${after?.id}`,
    ]) {
      await page.goto(`${address}${hash}`);
      await page.getByText("flow-coach").first().waitFor();
      await page.waitForLoadState("networkidle");
      const painted = await page.evaluate<[string, string][]>(`[...document.querySelectorAll("body *")]
        .filter((one) => !one.closest(".passed") && one.getBoundingClientRect().width > 0)
        .flatMap((one) => {
          const style = getComputedStyle(one);
          return ["color", "fill", "stroke", "backgroundColor", "borderTopColor"].map((part) => [
            one.tagName + "." + one.getAttribute("class") + " " + part,
            style[part],
          ]);
        })`);
      const green = painted.filter(([, css]) => /^rgb\(/.test(css) && isGreen(linear(css))).map(([where]) => where);
      expect([hash, ...new Set(green)]).toEqual([hash]);
    }
  });
});
