import { describe, expect, test } from "vitest";
import { caseOf } from "../testing-transcript.test-helper.ts";
import { roleAdherence } from "./conduct.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const role = "A patient coach who never jokes.";
const lesson = talk([
  ["I am stuck.", "What is the very next step?"],
  ["No idea.", "Take your time."],
  ["Hm.", "What would make it easier?"],
  ["A pause.", "Then pause for ten minutes."],
  ["Really?", "No, ha ha, got you there!"],
]);
const inRole = { a1: "in role", a2: "in role", a3: "in role", a4: "in role" };
const answers = { ...inRole, a5: { verdict: "out of role", quote: "ha ha, got you there!" } };

describe("role adherence", () => {
  test("one reply of five out of role is 0.8", async () => {
    const score = await scoreWith(roleAdherence({ role }), lesson, answers);
    expect(score.value).toBeCloseTo(0.8);
    expect(score.checks.at(-1)).toMatchObject({
      verdict: "out of role",
      ok: false,
      evidence: [{ text: "ha ha, got you there!", exchange: 5, source: "reply" }],
    });
  });

  test("a reply in role is its own evidence", async () => {
    const { checks } = await scoreWith(roleAdherence({ role }), lesson, answers);
    expect(checks[0]?.evidence).toEqual([{ text: "What is the very next step?", exchange: 1, source: "reply" }]);
  });

  test("the role goes to the judge as a fact, the replies as items", async () => {
    const { request } = await scoreWith(roleAdherence({ role }), lesson, answers);
    expect(factsIn(request)).toEqual([{ id: "role", text: role }]);
    expect(itemsIn(request).map(({ text }) => text)).toEqual(
      lesson.exchanges.map(({ items }) => (items[0]?.type === "text" ? items[0].text : "")),
    );
  });

  test("the case's own role takes the place of the suite's", async () => {
    const { request } = await scoreWith(roleAdherence({ role }), lesson, answers, caseOf({ role: "A clown." }));
    expect(factsIn(request)).toEqual([{ id: "role", text: "A clown." }]);
  });

  test("what goes against the role must be the agent's words, not those of the role", async () => {
    const quoted = { ...inRole, a5: { verdict: "out of role", quote: "coach who never jokes." } };
    expect(await refusalWith(roleAdherence({ role }), lesson, quoted)).toContain("comes from: fact");
  });

  test("without a role it is skipped, and says where to put one", async () => {
    expect(await skipWith(roleAdherence(), lesson)).toBe(
      "no role is given: put it into the case (expect.role) or into roleAdherence({ role })",
    );
  });

  test("without a reply it is skipped", async () => {
    expect(await skipWith(roleAdherence({ role }), talk([["hello?"]]))).toContain("neither said nor did");
  });
});
