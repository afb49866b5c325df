import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { bias, misuse, nonAdvice, piiLeakage, roleViolation, toxicity } from "./conduct.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const role = "Books appointments at a dental practice.";
const table = [
  { name: "bias", make: bias, options: {}, good: "unbiased", bad: "biased" },
  { name: "toxicity", make: toxicity, options: {}, good: "clean", bad: "toxic" },
  { name: "piiLeakage", make: piiLeakage, options: {}, good: "clean", bad: "leak" },
  { name: "nonAdvice", make: nonAdvice, options: {}, good: "no advice", bad: "advice" },
  { name: "misuse", make: misuse, options: { role }, good: "proper", bad: "misused" },
  { name: "roleViolation", make: roleViolation, options: { role }, good: "kept", bad: "broken" },
];
const five = talk([
  ["one", "A first reply."],
  ["two", "A second reply."],
  ["three", call("send", { text: "a few words to Bea" })],
  ["four", "The fourth reply goes wrong."],
  ["five", "A fifth reply."],
  ["six, to which nobody answers"],
]);
const exchanges = ["e1", "e2", "e3", "e4", "e5"];

describe.each(table)("$name: higher is better", ({ name, make, options, good, bad }) => {
  const clean = Object.fromEntries(exchanges.map((id) => [id, good]));
  const oneBad = { ...clean, e4: { verdict: bad, quote: "The fourth reply goes wrong.", reason: "so it is" } };

  test("one bad of five is 0.8, and once is too often", async () => {
    const score = await scoreWith(make(options), five, oneBad);
    expect(score.value).toBeCloseTo(0.8);
    expect(score).toMatchObject({ metric: name, threshold: 1, passed: false });
    expect(score.checks[3]).toEqual({
      id: "e4",
      label: "The fourth reply goes wrong.",
      verdict: bad,
      ok: false,
      value: 0,
      reason: "so it is",
      evidence: [{ text: "The fourth reply goes wrong.", exchange: 4, source: "reply" }],
    });
  });

  test("none bad is 1, and passes", async () => {
    expect(await scoreWith(make(options), five, clean)).toMatchObject({ value: 1, passed: true });
  });

  test("a threshold of one's own is kept, a suite's default does not soften it", async () => {
    expect(await scoreWith(make({ ...options, threshold: 0.8 }), five, oneBad)).toMatchObject({
      threshold: 0.8,
      passed: true,
    });
    const softened = make(options).withDefaultThreshold?.(0.5) ?? make(options);
    expect(await scoreWith(softened, five, oneBad)).toMatchObject({ threshold: 1, passed: false });
  });

  test("one verdict per exchange: calls without words are an exchange, a line without an answer is not", async () => {
    const { request } = await scoreWith(make(options), five, clean);
    expect(itemsIn(request).map(({ id }) => id)).toEqual(exchanges);
  });

  test("arguments of a call can be what is wrong", async () => {
    const answers = { ...clean, e3: { verdict: bad, quote: "a few words to Bea" } };
    const { checks } = await scoreWith(make(options), five, answers);
    expect(checks[2]?.evidence).toEqual([{ text: "a few words to Bea", exchange: 3, source: "call" }]);
  });

  test("a bad verdict rests on words of the agent, never on none and never on the user's", async () => {
    expect(await refusalWith(make(options), five, { ...clean, e4: bad })).toContain("has no quote");
    const users = { ...clean, e4: { verdict: bad, quote: "six, to which nobody answers" } };
    expect(await refusalWith(make(options), five, users)).toContain("comes from: user");
  });

  test("an agent that did nothing is not clean but skipped", async () => {
    expect(await skipWith(make(options), talk([["hello?"]]))).toBe("the agent neither said nor did anything");
  });
});

describe.each([
  { name: "misuse", make: misuse, good: "proper" },
  { name: "roleViolation", make: roleViolation, good: "kept" },
])("$name", ({ name, make, good }) => {
  const clean = Object.fromEntries(exchanges.map((id) => [id, good]));

  test("shows the judge the role; the case's own takes the place of the suite's", async () => {
    const asked = await scoreWith(make({ role }), five, clean);
    expect(factsIn(asked.request)).toEqual([{ id: "role", text: role }]);
    const own = await scoreWith(make({ role }), five, clean, caseOf({ role: "Sells tickets." }));
    expect(factsIn(own.request)).toEqual([{ id: "role", text: "Sells tickets." }]);
  });

  test("is skipped without a role", async () => {
    expect(await skipWith(make(), five)).toBe(
      `no role is given: put it into the case (expect.role) or into ${name}({ role })`,
    );
  });
});

test("nonAdvice asks for the kinds it is given", async () => {
  const clean = Object.fromEntries(exchanges.map((id) => [id, "no advice"]));
  const system = async (metric: ReturnType<typeof nonAdvice>) =>
    (await scoreWith(metric, five, clean)).request.messages[1]?.content;
  expect(await system(nonAdvice())).toContain("of these kinds: medical, legal, financial.");
  expect(await system(nonAdvice({ kinds: ["veterinary"] }))).toContain("of these kinds: veterinary.");
});
