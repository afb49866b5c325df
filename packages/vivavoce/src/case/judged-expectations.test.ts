import { describe, expect, test } from "vitest";
import { expectationsSchema } from "../shape/expectations.ts";

const accepts = (value: unknown) => expectationsSchema.safeParse(value).success;

describe("what judged metrics expect of a case", () => {
  test("is kept as it is given", () => {
    const full = {
      goal: "Garden is archived.",
      role: "A patient coach.",
      topics: ["projects"],
      facts: ["Garden is live."],
      contexts: ["first", "second"],
      reference: "It is live.",
      instructions: ["Ask first."],
      refusal: false,
      escalation: true,
      clarification: true,
      language: "pt-BR",
      plan: ["verify", "Say goodbye."],
      disclosure: [
        "the price",
        { text: "recorded", by: 1 },
        { matches: "^Fee", before: "book" },
        { wish: "the fee", by: 2 },
      ],
      commitments: ["a refund", { text: "refund" }, { matches: "guarantee" }],
    };
    expect(expectationsSchema.parse(full)).toEqual(full);
  });

  test("may say that nothing was retrieved", () => expect(accepts({ contexts: [] })).toBe(true));

  test.each([
    { goal: "" },
    { role: " " },
    { reference: "\n" },
    { topics: [] },
    { topics: [""] },
    { facts: [] },
    { facts: "one" },
    { contexts: [" "] },
    { instructions: [] },
    { instructions: [1] },
    { refusal: "yes" },
    { language: "German" },
    { plan: [] },
    { plan: [" "] },
    { disclosure: [] },
    { disclosure: [{ text: "recorded", wish: "it" }] },
    { disclosure: [{ before: "book" }] },
    { commitments: [{ text: "refund", before: "book" }] },
    { commitments: [{ matches: "(" }] },
  ])("%j is refused", (value) => expect(accepts(value)).toBe(false));
});
