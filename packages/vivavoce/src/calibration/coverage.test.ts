import { expect, test } from "vitest";
import { coverage } from "./coverage.test-helper.ts";

test("the intervals hold the truth; `npm run test:long` tries many more", () => {
  for (const [name, [held, of]] of Object.entries(coverage(10)))
    expect([name, held >= of - 1, of]).toEqual([name, true, 10]);
});
