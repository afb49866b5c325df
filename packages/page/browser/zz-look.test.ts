import { test } from "vitest";
import { axeViolations, exampleProject, openPage, served } from "./page.test-helper.ts";

test("look", async () => {
  const folder = await exampleProject();
  const { store, address } = await served(folder);
  const [newest] = await store.runs.list();
  for (const [name, hash, size, scheme] of [
    ["runs", "", 1280, "light"],
    ["runs-dark", "", 400, "dark"],
    ["run", `#/run/${newest?.id}`, 1280, "light"],
    ["run2", `#/run/${newest?.id}?suite=1`, 1280, "dark"],
    ["run-narrow", `#/run/${newest?.id}?suite=1`, 400, "light"],
  ] as const) {
    const { page, misdeeds } = await openPage(address + hash, {
      viewport: { width: size, height: 900 },
      colorScheme: scheme,
    });
    await page.waitForTimeout(1500);
    console.log(
      name,
      misdeeds,
      await axeViolations(page),
      await page.evaluate("[document.title, document.documentElement.scrollWidth, innerWidth]"),
    );
    await page.screenshot({ path: `/tmp/b13-b/${name}.png`, fullPage: true });
  }
});
