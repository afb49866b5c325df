// The works as an eval of Evalite: each case a data point, its task the agent, its scorer a function.
import { readFileSync } from "node:fs";
import { evalite } from "evalite";
import { ask, converse } from "./agent.js";

const cases = JSON.parse(readFileSync("cases.json", "utf8"));
const greets = (text) => (text.includes("Good morning") ? 1 : 0);

const works = {
  judged: {
    task: async ([content]) => (await ask("agent", [{ role: "user", content }])).content,
    scorers: [
      {
        name: "greets the user",
        scorer: async ({ output }) => {
          const said = await ask("judge", [{ role: "user", content: `Does this greet? Answer in JSON: ${output}` }]);
          const { score, reason } = JSON.parse(said.content);
          return { score, metadata: { reason } };
        },
      },
    ],
  },
  deterministic: {
    task: ([content]) => content,
    scorers: [{ name: "contains", scorer: ({ output }) => greets(output) }],
  },
  conversations: {
    task: async (messages) => (await converse(messages)).turns,
    scorers: [
      { name: "contains", scorer: ({ output }) => Math.min(...output.map(({ text }) => greets(text))) },
      { name: "tools", scorer: ({ output }) => (output.every(({ call }) => call.name === "close_item") ? 1 : 0) },
    ],
  },
};

evalite("bench", { data: cases.map(({ messages: input }) => ({ input })), ...works[process.env.BENCH_WORK] });
