import { functionAgent, suite } from "vivavoce";
import { contains, deepeval } from "vivavoce/metrics";

const python = process.env.DEEPEVAL_PYTHON;
const tapes = process.env.DEEPEVAL_TAPES ?? "cassettes";

/** A desk that asks a model, examined by Viva's metrics and by deepeval's, whose prompts go to the suite's judge. */
export default suite({
  name: "desk",
  cases: [
    {
      id: "hours",
      description: "The user asks for two opening hours.",
      script: [{ content: "When is breakfast?" }, { content: "And the pool?" }],
      expect: { contains: ["seven"], contexts: ["Breakfast is from seven to ten."], role: "a hotel's front desk" },
    },
    { id: "rude", script: [{ content: "Is there a sauna?" }], expect: { contains: ["no idea"] } },
  ],
  agent: functionAgent(
    async (message, { model }) => (await model().call({ messages: [{ role: "user", content: message }] })).text,
    { name: "desk" },
  ),
  metrics: [
    contains(),
    deepeval({ metric: "AnswerRelevancyMetric", python }),
    deepeval({ metric: "FaithfulnessMetric", python, report: true }),
    deepeval({ metric: "TurnRelevancyMetric", python, report: true }),
    deepeval({
      metric: "GEval",
      name: "helpful",
      options: { name: "helpful", criteria: "Is the reply helpful?", evaluation_params: ["input", "actual_output"] },
      python,
      report: true,
    }),
    deepeval({ metric: "ExactMatchMetric", python, judged: false, report: true }),
  ],
  models: {
    agent: { model: "compatible:desk", baseURL: process.env.DEEPEVAL_SERVER ?? "http://127.0.0.1:9/v1" },
    judge: { model: "compatible:judge", baseURL: process.env.DEEPEVAL_SERVER ?? "http://127.0.0.1:9/v1" },
  },
  cassettes: tapes,
});
