import { redactor } from "../../base/index.ts";
import { addressOf, hostOf, type ModelSpec, vendorAt } from "../../model/index.ts";
import { type FlagsOf, flagRows, oneOf, refuse, refuseTogether } from "../command.ts";
import { managerNames, type PackageManager, type ProjectFacts } from "./project-facts.ts";

const agentKinds = ["function", "ai-sdk", "command", "url"] as const;

/** The flags of `viva init` that say what is written. Questions fill in those that were not given. */
export const wishRows = flagRows({
  "--agent <kind>": [
    "your agent: code of yours, an AI SDK agent, a program in any language, or a server",
    oneOf(...agentKinds),
  ],
  "--url <url>": "your agent's address, if it is a server that speaks OpenAI's API",
  "--model <name>": "the model: its name at that address, or provider:model",
  "--language <language>": ["write TypeScript or JavaScript", oneOf("ts", "js")],
  "--tests <runner>": ["also write a test file for this runner", oneOf("vitest", "jest", "none")],
  "--ci <kind>": ["also write a workflow for CI", oneOf("github", "gitlab", "none")],
  "--package-manager <name>": ["use this one's commands in files and messages", oneOf(...managerNames)],
});
type Wishes = FlagsOf<typeof wishRows>;

/** Everything that decides what is written. */
export interface Choices {
  agent: NonNullable<Wishes["agent"]>;
  /** The name that stands in the suite. */
  model: string | ModelSpec;
  /** Whether a judge scores what is said, on the agent's own server. */
  isJudged: boolean;
  /** The environment variables that the model needs, or may need. */
  variables: string[];
  /** The variable without which the model cannot be asked. */
  key: string | undefined;
  /** The ending of the suite and the config: ".ts", ".js" or ".mjs". */
  ending: ".ts" | ".js" | ".mjs";
  tests: NonNullable<Wishes["tests"]>;
  ci: NonNullable<Wishes["ci"]>;
  manager: PackageManager;
}

/** Fills in the choices that no flag made, from what the project shows. */
export function choicesOf(wishes: Wishes, facts: ProjectFacts): Choices {
  const agent = wishes.agent ?? defaultAgent(wishes, facts);
  if (agent !== "url") refuseTogether(`--agent ${agent}`, { url: wishes.url });
  else refuse(wishes.url === undefined, "--agent url needs an address", "Add --url http://localhost:8000/v1.");
  const model = modelOf(wishes, facts);
  const language = wishes.language ?? facts.language;
  return {
    agent,
    model,
    isJudged: agent === "url" || Boolean(facts.environment.OPENAI_BASE_URL),
    ...variablesOf(model, facts),
    ending: language === "ts" ? ".ts" : facts.isModule ? ".js" : ".mjs",
    tests: wishes.tests ?? facts.testRunner ?? "none",
    ci: wishes.ci ?? "none",
    manager: wishes.packageManager ?? facts.manager,
  };
}

/** The answer that the first question proposes. */
function defaultAgent({ url }: Wishes, { aiSdk }: ProjectFacts): Choices["agent"] {
  if (url !== undefined) return "url";
  return aiSdk && aiSdk.major >= 7 ? "ai-sdk" : "function";
}

function modelOf({ url, model }: Wishes, { environment }: ProjectFacts): Choices["model"] {
  if (url !== undefined) return modelAt(url, model ?? "default", environment);
  if (model !== undefined) return named(model, environment);
  const hasOnlyOpenRouter = Boolean(environment.OPENROUTER_API_KEY) && !environment.OPENAI_API_KEY;
  if (environment.OPENAI_BASE_URL || !hasOnlyOpenRouter) return "openai:gpt-5-mini";
  return "openrouter:google/gemini-2.5-flash";
}

/** A model as provider and name; for OPENAI_BASE_URL, the server's own name is enough. */
function named(model: string, environment: ProjectFacts["environment"]): string {
  try {
    return addressOf(model, environment).id;
  } catch (error) {
    if (!environment.OPENAI_BASE_URL) throw error;
    return addressOf(`openai:${model}`, environment).id;
  }
}

function modelAt(text: string, name: string, environment: ProjectFacts["environment"]): Choices["model"] {
  // Users often paste the whole address of a request.
  const baseURL = text.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  const spec = { model: `compatible:${name}`, baseURL };
  addressOf(spec, environment);
  const named = [...new URL(baseURL).searchParams.keys()].some((name) => /key|token|secret|auth|sig/i.test(name));
  const isSecret = named || redactor(environment).text(baseURL) !== baseURL;
  const remedy = "Remove it from the address, and put it into COMPATIBLE_API_KEY.";
  refuse(isSecret, "--url contains a secret, which would be written into the suite", remedy);
  const vendor = vendorAt(new URL(baseURL));
  if (vendor?.name === "openai" || vendor?.name === "openrouter") return `${vendor.name}:${name}`;
  return vendor ? { ...spec, keyVariable: vendor.api.keyVariable } : spec;
}

/** A server on this machine asks for no key. */
function variablesOf(model: Choices["model"], { environment }: ProjectFacts): Pick<Choices, "variables" | "key"> {
  const { missingKey, baseURL } = addressOf(model, {});
  if (missingKey === "OPENAI_API_KEY" && environment.OPENAI_BASE_URL) {
    return { variables: [missingKey, "OPENAI_BASE_URL"], key: undefined };
  }
  if (missingKey !== undefined) return { variables: [missingKey], key: missingKey };
  return { variables: hostOf("ollama", baseURL) === "local" ? [] : ["COMPATIBLE_API_KEY"], key: undefined };
}

/** The part of @clack/prompts that is used. */
type Prompts = Pick<typeof import("@clack/prompts"), "select" | "text" | "confirm" | "isCancel">;

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
  given: Wishes & { install?: boolean },
  facts: ProjectFacts,
): Promise<typeof given> {
  const wishes = { ...given };
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
  if (!wishes.install && !facts.hasViva)
    wishes.install = answered(await prompts.confirm({ message: "Install vivavoce here?" }));
  return wishes;
}

const agentWords = {
  function: { label: "Code of mine", hint: "a function from message to reply" },
  "ai-sdk": { label: "An agent built on the AI SDK", hint: "version 7" },
  command: { label: "A program in any language, such as Python", hint: "by its command line" },
  url: { label: "A server that speaks OpenAI's API", hint: "by its address" },
} satisfies Record<(typeof agentKinds)[number], { label: string; hint: string }>;
