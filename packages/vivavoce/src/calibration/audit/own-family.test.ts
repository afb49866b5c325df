import { expect, test } from "vitest";
import { type JudgedAgent, ownFamily } from "./family.ts";

const scores = (passed: number, of: number) =>
  Array.from({ length: of }, (_, index) => ({ passed: index < passed, unit: `c${index}` }));
const gemini: JudgedAgent = { run: "a", model: "google:gemini-2.5-flash", scores: scores(6, 10) };
const claude: JudgedAgent = { run: "b", model: "anthropic:claude-haiku-4.5", scores: scores(9, 10) };

test.each([
  ["openai:gpt-5", "openrouter:openai/gpt-4o", "yes"],
  ["openai:gpt-5", "google:gemini-2.5-flash", "no"],
  ["compatible:mine", "compatible:mine", "yes"],
  ["compatible:mine", "google:gemini-2.5-flash", "unknown"],
  ["openai:gpt-5", undefined, "unknown"],
] as const)("judge %s, agent %s: %s", (judge, agent, same) => {
  expect(ownFamily([judge], [], agent).same).toBe(same);
});

test("one judge of a panel is enough to be of the agent's family", () => {
  expect(ownFamily(["openai:gpt-5", "google:gemini-2.5-pro"], [], gemini.model).same).toBe("yes");
});

test("rates stand side by side where there are several families, and never where there is one", () => {
  const { rates } = ownFamily(["anthropic:claude-opus-4"], [gemini, claude], gemini.model);
  expect(rates.map(({ family, passed, scores: count, rate }) => [family, passed, count, rate?.value])).toEqual([
    ["Google", 6, 10, 0.6],
    ["Anthropic", 9, 10, 0.9],
  ]);
  const other = { ...gemini, model: "google:gemini-2.5-pro" };
  const mystery = { ...gemini, model: "compatible:mine" };
  for (const agents of [[gemini], [gemini, other], [gemini, mystery], [gemini, { ...claude, scores: [] }]])
    expect(ownFamily(["anthropic:claude-opus-4"], agents, gemini.model).rates).toEqual([]);
});
