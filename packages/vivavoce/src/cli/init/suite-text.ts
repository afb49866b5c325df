import type { Choices } from "./choices.ts";

/** The one case of a new suite; its tape has the same name. */
export const firstCase = "what-can-you-do";

const question = "What can you help me with?";
const shop = "You are the help desk of a bicycle shop. You help with repairs, spare parts and opening hours.";
const answer = "I can help you with repairs, spare parts and our opening hours.";
const criterion = "names something that it can help with";

export function suiteFile({ ending }: Choices): string {
  return `evals/first.eval${ending}`;
}

/** A suite of one case and one metric. */
export function suiteText(choices: Choices): string {
  const { agent, isJudged, model } = choices;
  const metric = isJudged ? "criteria" : "contains";
  const expected = isJudged ? `criteria: [${quoted(criterion)}]` : `contains: ["repairs"]`;
  const models = isJudged
    ? [`// A stronger model than the agent's makes a better judge.`, `models: { agent: model, judge: model },`]
    : [`models: { agent: model },`];
  return `import { ${importsOf(choices)} } from "vivavoce";
import { ${["carriedOut", metric].toSorted().join(", ")} } from "vivavoce/metrics";

const model = ${typeof model === "string" ? quoted(model) : fieldsOf({ ...model })};

${agentText(choices)}
export default suite({
  name: "first",
  cases: [
    {
      id: ${quoted(firstCase)},
      script: [{ content: ${quoted(question)} }],
      expect: { ${expected} },
    },
  ],
  agent${agent === "ai-sdk" ? ": () => agent" : ""},
  ${models.join("\n  ")}
  // carriedOut checks that the tool calls which a case expects really ran.
  metrics: [${metric}(), carriedOut()],
});
`;
}

function importsOf({ agent, ending }: Choices): string {
  if (agent === "ai-sdk") return "aiSdkAgent, suite";
  return ending === ".ts" ? "type ReplyContext, suite" : "suite";
}

function agentText({ agent, ending }: Choices): string {
  if (agent === "ai-sdk") {
    return `// Put your own agent here: its instructions and tools, or a function that calls streamText itself.
const agent = aiSdkAgent({ system: ${quoted(shop)} });
`;
  }
  const parameters = ending === ".ts" ? "_message: string, context: ReplyContext" : "_message, context";
  if (agent === "url") {
    return `// Put your own agent here. This one sends the conversation to the server and says what comes back.
async function agent(${parameters}) {
  const { text } = await context.model().call({ messages: context.messages });
  return text;
}
`;
  }
  return `// Put your own agent here: a function that takes the user's message and returns the reply.
async function agent(${parameters}) {
  const system = ${quoted(shop)};
  const { text } = await context.model().call({ messages: [{ role: "system", content: system }, ...context.messages] });
  return text;
}
`;
}

/** A tape for that case, so that the suite runs without a key. */
export function tapeText({ isJudged }: Choices): string {
  const judge = `    judge:
      criteria:
        - items:
            c1: { verdict: "yes", quote: ${answer.replace(/,.*/, "")} }
`;
  return `# Written by hand, so that the suite runs without a model. \`viva run --record\` replaces it with real answers.
viva: tape 1
origin: hand-written
case: ${firstCase}
tapes:
  - lines:
      - ${question}
    agent:
      - ${answer}
${isJudged ? judge : ""}`;
}

export function configText({ ending }: Choices): string {
  return `import { defineConfig } from "vivavoce";

export default defineConfig({ suites: ["evals/**/*.eval${ending}"] });
`;
}

/** Every case of the suite as a test. In TypeScript, an import names the compiled file. */
export function testText({ tests, ending }: Choices): string {
  const suite = tests === "jest" && ending === ".ts" ? "./first.eval" : `./first.eval${ending.replace("ts", "js")}`;
  return `import { describeSuite } from "vivavoce/${tests}";
import suite from "${suite}";

${tests === "jest" ? "// Jest runs ES modules with NODE_OPTIONS=--experimental-vm-modules.\n" : ""}// Replays the tapes, so no key is needed. Without the option the models are asked if there is a key.
${tests === "jest" ? "await " : ""}describeSuite(suite, { traffic: "replay" });
`;
}

function fieldsOf(object: Record<string, unknown>): string {
  return `{ ${Object.entries(object)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(", ")} }`;
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}
