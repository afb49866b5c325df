// Runs every example of the API reference: its names must exist, and what stands behind `//` must be its value.
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import * as main from "vivavoce";
import * as metrics from "vivavoce/metrics";
import * as stats from "vivavoce/stats";
import * as testing from "vivavoce/testing";
import * as world from "vivavoce/world";
import { z } from "zod";
import { commentBefore } from "./declarations.ts";
import { entryPoints } from "./public-api.ts";

/** The guide to test runners runs theirs, and the tests with Python run deepeval's. */
const elsewhere = ["vivavoce/vitest play", "vivavoce/vitest describeSuite", "vivavoce/jest play"].concat([
  "vivavoce/jest describeSuite",
  "vivavoce/metrics deepeval",
]);

const examples = entryPoints()
  .flatMap(({ from, names }) =>
    names.flatMap(({ name, declaration: { nodes, source } }) => {
      const comment = nodes.map((node) => commentBefore(source, node)).find((found) => found) ?? "";
      const [, ...codes] = comment.split(/^@example ?/m);
      return codes.map((code) => [`${from} ${name}`, code.trim()] as const);
    }),
  )
  .filter(([name]) => !elsewhere.includes(name));

test("the examples were read", () => {
  expect(examples.length).toBeGreaterThan(100);
});

test.each(examples)("the example of %s runs and says what it gives", async (_name, code) => {
  await inConversation((context) => runExample(code, context));
});

/** Examples may speak of the conversation that they are in. */
async function inConversation(work: (context: main.ReplyContext) => Promise<void>): Promise<void> {
  let failed: unknown;
  const agent = main.functionAgent(async (_message, context) => {
    await work(context).catch((error: unknown) => {
      failed = error;
    });
    return "Hello. How can I help?";
  });
  await main.play(agent, hello, { models: { agent: testing.scriptedModel(["Hello."]) } });
  if (failed !== undefined) throw failed;
}

const hello = main.caseSchema.parse({ id: "hello", script: [{ content: "Hello" }] });
const transcript = await main.play(() => "Hello. How can I help?", hello);
const greets = metrics.dag.binary("greets", "Does it greet?", {
  yes: metrics.dag.verdict(1, "it does"),
  no: metrics.dag.verdict(0, "it does not"),
});
const menu = [
  { verdict: "yes", meaning: "it does", value: 1 },
  { verdict: "no", meaning: "it does not", value: 0 },
];

/** What a reader of the examples has at hand, by the names that they use. */
const atHand = {
  z,
  transcript,
  before: transcript,
  after: transcript,
  exchanges: transcript.exchanges,
  testCase: hello,
  message: "Hello",
  reply: "hello there",
  ok: true,
  reason: "it greets",
  price: undefined,
  isPolite: () => true,
  judge: [testing.scriptedModel(() => "")],
  root: greets,
  wrote: () => "yes",
  text: JSON.stringify(metrics.dagToJson(greets)),
  booking: metrics.dag({ name: "booking", root: greets }),
  dimensions: [
    { id: "brevity", weight: 0.9 },
    { id: "tone", weight: 0.1 },
  ],
  priceList: "A visit costs 40 euros.",
  differencesOf30CasesWith4Flips: [...new Array(26).fill(0), 1, 1, -1, -1],
  vault: world.markdownWorld({ "Inbox.md": "- [ ] Call Ada" }),
  vaultOf: () => world.markdownWorld({}),
  notes: { add: () => "added" },
  find_slot: { description: "Finds a slot", inputSchema: z.object({}), execute: () => "9:00" },
  coachCase: z.object({}),
  ownShape: z.object({}),
  toCase: () => hello,
  ignoredFields: () => [],
  flowCoach: () => main.nothingAgent(),
  agentUnderTest: async (model: testing.ScriptedModel) => {
    for (const content of ["Hello", "Anything new?"]) await model.call({ messages: [{ role: "user", content }] });
  },
  expect,
  generateText: async () => ({ text: "Hello" }),
  streamText: () => ({}),
  client: {},
  writeFileSync: () => undefined,
  OpenAI: class {},
  file: { dirname: import.meta.dirname, url: import.meta.url },
  console: { log: () => undefined },
  suiteRest: {
    name: "example",
    cases: [{ id: "hello", script: [{ content: "Hello" }] }],
    agent: () => "Hello",
    metrics: [metrics.ending()],
  },
  metricRest: { name: "example", instructions: "Does each item greet?", menu },
};

async function runExample(code: string, context: main.ReplyContext): Promise<void> {
  const scope = { ...main, ...metrics, ...stats, ...testing, ...world, ...atHand, context, same, refused };
  const rest = code.includes("suite(") ? "...suiteRest" : "...metricRest";
  const checked = code
    .replaceAll("import.meta", "file")
    .replace(/^export (?:default )?/gm, "")
    .replace(/^(.*?);? \/\/ throws .*$/gm, "refused(() => $1);")
    .replace(/^(?!const |if )(.+?);? +\/\/ ([[{\d"].*?)(?:; with .*)?$/gm, "same($1, ($2));")
    .replace(/(?:, )?…(?= \}\)\);)/g, "")
    .replaceAll("…", rest);
  const body = stripTypeScriptTypes(`async function example() {\n${checked}\n}`);
  await new Function(...Object.keys(scope), `${body}\nreturn example();`)(...Object.values(scope));
}

function refused(work: () => unknown): void {
  expect(work).toThrow();
}

/** As far as an example shows it: the fields that it has, to the digits that it has. */
function same(actual: unknown, shown: unknown): void {
  if (typeof shown === "number") expect(actual).toBeCloseTo(shown, String(shown).split(".")[1]?.length ?? 0);
  else if (typeof shown !== "object" || shown === null) expect(actual).toBe(shown);
  else for (const [key, value] of Object.entries(shown)) same((actual as Record<string, unknown>)[key], value);
}
