import { expect, test } from "vitest";
import { defineMetric } from "./define-metric.ts";
import { skipped } from "./types.ts";

const from = (text: string) => new Function(`return ${text}`)();
const hashWith = (part: unknown) => {
  return defineMetric({ name: "own", parts: { part }, score: () => skipped("nothing to do") }).identity.hash;
};

test("a function that was bundled under other names is the same part of a metric", () => {
  const [plain, bundled] = [`(items) => items.length > 0 ? items : skipped("none")`, "skipped$1"];
  expect(hashWith(from(plain.replace("skipped", bundled)))).toBe(hashWith(from(plain)));
});

test("a function with another text in it is another part, also where the text looks like such a name", () => {
  const part = (text: string) => hashWith(from(`(reply) => reply.replace(/(a)(b)/, ${text})`));
  expect(part('"v$1"')).not.toBe(part('"v$2"'));
  expect(part("'it\\'s v$1'")).not.toBe(part("'it\\'s v$2'"));
});
