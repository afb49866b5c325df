// Small suites that together go every way a trial can go. Their models answer by a script, so that all of it is certain.
import type { Agent, AgentContext, SuiteDefinition } from "vivavoce";
import { contains, criteria, safety, toolCalls, worldEffects } from "vivavoce/metrics";
import { type ModelScript, scriptedModel } from "vivavoce/testing";
import { jsonWorld } from "vivavoce/world";

type Act = (message: string, context: AgentContext, signal: AbortSignal) => unknown;

const agentOf = (act: Act, more: Partial<Agent> = {}): Agent => ({
  name: "stub",
  version: "1",
  open: (context) => ({ reply: async (message, signal) => void (await act(message, context, signal)) }),
  ...more,
});
const say = (context: AgentContext, text: string) => context.record({ type: "text", text });
const echo = agentOf((message, context) => say(context, message));
const asks = agentOf(async (message, context) => {
  const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
  say(context, text);
});
/** Asks by a client of its own, over the gateway. */
const byClient = agentOf(async (message, context) => {
  const { url } = await context.gateway();
  const body = JSON.stringify({ model: "model", messages: [{ role: "user", content: message }] });
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  say(context, choices[0].message.content);
});
const repeat: ModelScript = ({ messages }) => `You said: ${messages.at(-1)?.content}`;
const model = (script: ModelScript) => scriptedModel(script, { id: "compatible:model" });
const judging = (verdict: string, evidence = ["Hello one"]) =>
  model(JSON.stringify({ items: [{ id: "c1", evidence, reasoning: "It says so.", verdict }] }));
const one = (expect: object = { contains: ["Hello one"] }) => [
  { id: "one", script: [{ content: "Hello one" }], expect },
];
const two = ["one", "two"].map((id) => ({
  id,
  script: [{ content: `Hello ${id}` }, { content: `and goodbye. Hello ${id}` }],
  expect: { contains: [`Hello ${id}`] },
}));
const closing = {
  name: "close_item",
  parameters: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
  effect: "write",
} as const;
const openItems = () => jsonWorld({ items: { a: "open", b: "open" } });
const close = (world: { items: { a: string } }): undefined => {
  world.items.a = "closed";
};
const worldly: Partial<SuiteDefinition> = {
  world: openItems,
  agent: agentOf(
    async (message, context) => {
      const call = { id: context.ids.next("call"), name: "close_item", arguments: { item: "a" } };
      context.record({ type: "call", ...call });
      const { decision } = await context.approve(call);
      const world = context.world as ReturnType<typeof openItems>;
      if (decision === "approved") world.update(close);
      context.record({ type: "result", id: call.id, result: { done: true } });
      say(context, message);
    },
    { tools: [closing] },
  ),
  metrics: [contains(), toolCalls(), safety(), worldEffects()],
};
const talker = { persona: "A caller.", goal: "Say hello.", maxExchanges: 2 };
const judged = { criteria: ["repeats the words"] };

export const suites: Record<string, Partial<SuiteDefinition>> = {
  plain: { cases: two, agent: echo },
  failing: { cases: one({ contains: ["never said"] }), agent: echo },
  variants: {
    cases: two,
    variants: { tone: ["mild", "loud"] },
    agent: agentOf((message, context) => say(context, context.variant.tone === "loud" ? "HEY" : message)),
  },
  asking: { cases: two, agent: asks, models: { agent: model(repeat) } },
  judged: { cases: one(judged), agent: echo, metrics: [criteria()], models: { judge: judging("yes") } },
  "judged-no": { cases: one(judged), agent: echo, metrics: [criteria()], models: { judge: judging("no") } },
  "judged-badly": { cases: one(judged), agent: echo, metrics: [criteria()], models: { judge: model("nonsense") } },
  "judge-out": {
    cases: one(judged),
    agent: echo,
    metrics: [criteria()],
    models: { judge: model(new Error("the judge is out")) },
  },
  "agent-out": { cases: one(), agent: asks, models: { agent: model(new Error("the model is out")) } },
  throwing: {
    cases: one(),
    agent: agentOf(() => {
      throw new RangeError("cannot");
    }),
  },
  "throwing-late": {
    cases: two,
    agent: agentOf((message, context) => {
      if (message.startsWith("and")) throw new RangeError("cannot go on");
      say(context, message);
    }),
  },
  slow: {
    cases: one(),
    limits: { exchangeMs: 50 },
    agent: agentOf(
      (_message, _context, signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ),
  },
  silent: { cases: one(), agent: agentOf(() => {}) },
  overrun: {
    cases: one(),
    limits: { modelCalls: 3 },
    models: { agent: model(repeat) },
    agent: agentOf(async (message, context) => {
      for (;;) await context.model().call({ messages: [{ role: "user", content: message }] });
    }),
  },
  late: {
    cases: one(),
    agent: agentOf((message, context) => {
      say(context, message);
      setTimeout(() => say(context, "and later"), 10);
    }),
  },
  worldly: { cases: one({ contains: ["Hello"], tools: [{ shouldCall: true, tools: ["close_item"] }] }), ...worldly },
  refused: { cases: one({}).map((each) => ({ ...each, approvals: "reject" as const })), ...worldly },
  broken: {
    cases: one(),
    agent: echo,
    world: () => {
      throw new Error("no world today");
    },
  },
  gateway: { cases: two, agent: byClient, models: { agent: model(repeat) } },
  simulated: {
    cases: [{ id: "one", user: talker as never, expect: { contains: ["Hello"] } }],
    agent: agentOf((_message, context) => say(context, "Hello to you")),
    models: { user: model(({ messages }) => `I would like to ask about item ${messages.length}.`) },
  },
  spoiled: {
    cases: [{ id: "one", user: talker as never, expect: { contains: ["Hello"] } }],
    agent: agentOf((_message, context) => say(context, "Hello to you")),
    models: { user: model("As an AI language model, how can I assist you today?") },
  },
  apart: { cases: one(), agent: echo, isolation: "process" },
  secret: {
    cases: one(),
    agent: agentOf((message, context) => say(context, `${message} ${process.env.ORACLE_API_KEY}`)),
  },
};
