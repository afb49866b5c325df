import { agentKinds, defaultAgent, type Wishes } from "./choices.ts";
import type { ProjectFacts } from "./project-facts.ts";

/** The part of @clack/prompts that is used. */
export type Prompts = Pick<typeof import("@clack/prompts"), "select" | "text" | "confirm" | "isCancel">;

interface InitAnswers {
  wishes: Wishes;
  install: boolean;
}

/** Says that the user closed the questions. */
export class Cancelled extends Error {}

/** Waits for answers. With Ctrl-D, or when the terminal goes away, nothing is left to wait for. */
export function untilInputEnds<T>(asking: Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new Cancelled("the input ended before all questions were answered: "));
  process.once("beforeExit", end);
  return Promise.race([asking, ended.promise]).finally(() => process.off("beforeExit", end));
}

/** Asks for what neither the flags nor the project decide. */
export async function askQuestions(
  prompts: Prompts,
  given: Wishes & { install: boolean },
  facts: ProjectFacts,
): Promise<InitAnswers> {
  const { install, ...wishes } = given;
  const answered = <T>(value: T): Exclude<T, symbol> => {
    if (prompts.isCancel(value)) throw new Cancelled();
    return value as Exclude<T, symbol>;
  };
  if (wishes.agent === undefined && wishes.url === undefined) {
    wishes.agent = answered(
      await prompts.select({
        message: "What is your agent?",
        initialValue: defaultAgent(wishes, facts),
        options: agentKinds.map((value) => ({ value, ...agentWords[value] })),
      }),
    );
  }
  if (wishes.agent === "url" && wishes.url === undefined) {
    wishes.url = answered(
      await prompts.text({
        message: "Where does it listen?",
        placeholder: "http://localhost:8000/v1",
        validate: (text = "") => (URL.canParse(text) ? undefined : "Write the address in full: http://…/v1"),
      }),
    );
    const model = answered(await prompts.text({ message: "What is the model called there?", defaultValue: "default" }));
    wishes.model ??= model;
  }
  if (wishes.tests === undefined && facts.testRunner !== undefined) {
    const runner = facts.testRunner === "jest" ? "Jest" : "Vitest";
    const wanted = answered(await prompts.confirm({ message: `Also write a ${runner} test for every case?` }));
    wishes.tests = wanted ? facts.testRunner : "none";
  }
  wishes.ci ??= answered(
    await prompts.select({
      message: "Write a workflow for CI?",
      initialValue: "none" as const,
      options: [
        { value: "none" as const, label: "Not now" },
        { value: "github" as const, label: "GitHub Actions" },
        { value: "gitlab" as const, label: "GitLab CI" },
      ],
    }),
  );
  const ask = !install && !facts.hasViva;
  return {
    wishes,
    install: install || (ask && answered(await prompts.confirm({ message: "Install vivavoce here?" }))),
  };
}

const agentWords = {
  function: { label: "Code of mine", hint: "a function from message to reply" },
  "ai-sdk": { label: "An agent built on the AI SDK", hint: "version 7" },
  command: { label: "A program in any language, such as Python", hint: "by its command line" },
  url: { label: "A server that speaks OpenAI's API", hint: "by its address" },
} satisfies Record<(typeof agentKinds)[number], { label: string; hint: string }>;
