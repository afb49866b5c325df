// Made-up conversations whose labels are known: does the agent name the hour that it was asked for?
import { suite } from "vivavoce";
import { judgedMetric } from "vivavoce/metrics";

const places = "library bakery museum pool market garden café gym zoo tower shop bank".split(" ");

/** Each place answers once with an hour and once without. */
const conversations = places.flatMap((place, index) => [
  { label: "yes", ask: `When does the ${place} open?`, reply: `The ${place} opens at ${(index % 6) + 5} o'clock.` },
  { label: "no", ask: `Can you tell me when the ${place} opens?`, reply: `The ${place} is a lovely place to visit.` },
]);

/** One item a conversation, and no quotes: a very small model can hardly give any. */
const hour = judgedMetric({
  name: "hour",
  instructions: "Each item is a statement about the agent's reply. Is it true?",
  menu: [
    { verdict: "yes", meaning: "it is true", value: 1 },
    { verdict: "no", meaning: "it is not", value: 0 },
  ],
  evidence: "none",
  threshold: 1,
  items: () => [{ id: "hour", text: "The agent names the hour at which the place opens." }],
});

export default suite({
  name: "desk",
  cases: conversations
    .slice(0, Number(process.env.DESK_CASES))
    .map(({ label, ask }, index) => ({ id: `${index}-${label}`, script: [{ content: ask }] })),
  agent: {
    name: "desk",
    version: "1",
    open: ({ record }) => ({
      async reply(message) {
        const text = conversations.find(({ ask }) => ask === message)?.reply ?? "";
        record({ type: "text", text });
      },
    }),
  },
  metrics: [hour],
  models: {
    judge: {
      model: "llamacpp:judge",
      baseURL: process.env.DESK_JUDGE,
      timeoutMs: 280_000,
      temperature: 0,
      maxTokens: 120,
    },
  },
});
