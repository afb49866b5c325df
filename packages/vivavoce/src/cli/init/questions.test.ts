import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { askQuestions, Cancelled, choicesOf, untilInputEnds } from "./choices.ts";
import { type ProjectFacts, projectFacts } from "./project-facts.ts";

const facts: ProjectFacts = { ...projectFacts(tmpdir(), {}), aiSdk: undefined, hasViva: false };
const closed = Symbol("closed");

/** Prompts that are answered by a list, and remember what was asked. */
function answering(...answers: unknown[]): { prompts: Parameters<typeof askQuestions>[0]; asked: string[] } {
  const asked: string[] = [];
  const answer = async ({ message }: { message: string }) => {
    asked.push(message);
    return answers.shift();
  };
  const prompts = { select: answer, text: answer, confirm: answer, isCancel: (value: unknown) => value === closed };
  return { prompts: prompts as never, asked };
}

test("a server is asked for its address, and nothing is asked twice", async () => {
  const { prompts, asked } = answering("url", "http://localhost:1/v1", "qwen3:8b", "github", true);
  const answers = await askQuestions(prompts, { install: false }, facts);
  expect(choicesOf(answers, facts)).toMatchObject({
    model: { model: "compatible:qwen3:8b", baseURL: "http://localhost:1/v1" },
    isJudged: true,
    ci: "github",
    tests: "none",
  });
  expect(answers.install).toBe(true);
  expect(asked).toHaveLength(5);
});

test("flags answer their questions; a test runner is only offered where the project has one", async () => {
  const { prompts, asked } = answering(false);
  const given: Parameters<typeof askQuestions>[1] = { agent: "function", ci: "none", install: true };
  const answers = await askQuestions(prompts, given, { ...facts, testRunner: "vitest" });
  expect(asked).toEqual(["Also write a Vitest test for every case?"]);
  expect(answers.tests).toBe("none");
});

test("a program in any language is offered, and needs no address", async () => {
  const { prompts, asked } = answering("command", "none", false);
  const answers = await askQuestions(prompts, { install: false }, facts);
  expect(choicesOf(answers, facts)).toMatchObject({ agent: "command", isJudged: false });
  expect(asked).toHaveLength(3);
});

test("if the user closes the questions, nothing is written", async () => {
  const { prompts } = answering("function", closed);
  await expect(askQuestions(prompts, { install: false }, facts)).rejects.toBeInstanceOf(Cancelled);
});

test("an end of the input ends the questions, and says so", async () => {
  const asking = untilInputEnds(new Promise(() => {}));
  process.emit("beforeExit", 0);
  await expect(asking).rejects.toThrow(new Cancelled("the input ended before all questions were answered: "));
  expect(await untilInputEnds(Promise.resolve("answered"))).toBe("answered");
});
