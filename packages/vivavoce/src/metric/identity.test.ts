import { expect, test } from "vitest";
import { identityParts } from "./define-metric.ts";

const from = (text: string) => new Function(`return ${text}`)();

test("a function that was bundled under other names is the same part of a metric", () => {
  const [plain, bundled] = [`(items) => items.length > 0 ? items : skipped("none")`, "skipped$1"];
  expect(identityParts(from(plain.replace("skipped", bundled)))).toBe(identityParts(from(plain)));
});

test("a function with another text in it is another part, also where the text looks like such a name", () => {
  const part = (text: string) => identityParts(from(`(reply) => reply.replace(/(a)(b)/, ${text})`));
  expect(part('"v$1"')).not.toBe(part('"v$2"'));
  expect(part("'it\\'s v$1'")).not.toBe(part("'it\\'s v$2'"));
});
