import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readFigures } from "../bench/scale/figures.ts";
import { pageFile, pageWith } from "../bench/scale/page.ts";

test("the page of scale shows what `npm run scale` prints; `node bench/scale/write-page.ts` writes it anew", () => {
  const page = readFileSync(pageFile, "utf8");
  expect(pageWith(page, readFigures())).toBe(page);
});
