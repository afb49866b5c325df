import { expect, test } from "vitest";
import { z } from "zod";
import { readAs } from "./issue-messages.ts";

const schema = z.object({
  rater: z.string(),
  item: z.object({ suite: z.number() }).strict(),
  verdict: z.enum(["pass", "fail"]),
});

test("every problem is told in Viva's words, with the path of its field", () => {
  expect(readAs(schema, { item: { suite: "first", siute: 1, extra: 2 }, verdict: "yes" })).toEqual({
    problems: [
      "rater: this field is missing",
      'item.suite: should be a number, found "first"',
      "item.siute: unknown field",
      "item.extra: unknown field",
      'verdict: should be "pass" or "fail", found "yes"',
    ],
  });
});

test("a value that fits is read", () => {
  const value = { rater: "ana", item: { suite: 0 }, verdict: "pass" };
  expect(readAs(schema, value)).toEqual({ data: value });
});
