import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageApiFile, withTables } from "./page-api.ts";

test("the page's API is described as it is; `node scripts/page-api.ts` writes it anew", () => {
  const page = readFileSync(pageApiFile, "utf8");
  expect(withTables(page)).toBe(page);
  expect(page).toContain("| `/api/rows` | `run`, `suite`, `after` (optional), `limit` (optional) |");
});
