// The works as a suite of vitest-evals: a harness around the agent, judges that run after it.
import { readFileSync } from "node:fs";
import { createHarness, createJudge, createJudgeHarness, describeEval } from "vitest-evals";
import { ask, converse } from "./agent.js";

const cases = JSON.parse(readFileSync("cases.json", "utf8"));
const said = (role, content) => ({ type: "message", role, content });
const harness = (run) =>
  createHarness({ name: "bench", run: async ({ input }) => ({ usage: {}, ...(await run(input)) }) });
const greets = (text) => (text.includes("Good morning") ? 1 : 0);

const works = {
  judged: () => ({
    harness: harness(async ([content]) => {
      const { content: output } = await ask("agent", [{ role: "user", content }]);
      return { output, events: [said("user", content), said("assistant", output)] };
    }),
    judgeHarness: createJudgeHarness({
      name: "judge",
      run: async ({ prompt }) => (await ask("judge", [{ role: "user", content: prompt }])).content,
    }),
    judges: [
      createJudge("greets the user", async ({ output, runJudge }) => {
        const { score, reason } = JSON.parse(await runJudge({ prompt: `Does this greet? Answer in JSON: ${output}` }));
        return { score, metadata: { rationale: reason } };
      }),
    ],
  }),
  deterministic: () => ({
    harness: harness(([content]) => ({ output: content, events: [said("user", content), said("assistant", content)] })),
    judges: [createJudge("contains", async ({ output }) => ({ score: greets(output) }))],
  }),
  conversations: () => ({
    harness: harness(async (messages) => {
      const { turns } = await converse(messages);
      const events = turns.flatMap(({ text, call }, index) => [
        said("user", messages[index]),
        { type: "tool_call", id: `call-${index}`, ...call },
        { type: "tool_result", toolCallId: `call-${index}`, name: call.name, content: { state: "closed" } },
        said("assistant", text),
      ]);
      return { output: turns, events };
    }),
    judges: [
      createJudge("contains", async ({ output }) => ({ score: Math.min(...output.map(({ text }) => greets(text))) })),
      createJudge("tools", async ({ output }) => ({
        score: output.every(({ call }) => call.name === "close_item") ? 1 : 0,
      })),
    ],
  }),
};

describeEval("bench", { ...works[process.env.BENCH_WORK](), judgeThreshold: 1 }, (it) => {
  it.for(cases)("$id", async ({ messages }, { run }) => {
    await run(messages);
  });
});
