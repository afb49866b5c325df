import { cases, suite } from "vivavoce";
import { receptionist } from "./agent.ts";
import { officeOf } from "./backend/index.ts";
import { simulatedCall } from "./case.ts";
import { metricsOfACall } from "./metrics/of-a-call.ts";

export default suite({
  name: "receptionist-simulated",
  cases: cases("./cases/simulated.json", simulatedCall),
  world: (testCase) => officeOf(testCase),
  variants: { prompt: ["v2", "v1"] },
  agent: ({ prompt }) => receptionist({ prompt, mode: "production-turn" }),
  files: ["./prompts/*/*.md"],
  metrics: metricsOfACall(),
  models: {
    agent: { model: "openai:gpt-4o", temperature: 0, timeoutMs: 30_000 },
    judge: { model: "openai:gpt-4o-mini", temperature: 0, timeoutMs: 30_000 },
    user: { model: "openai:gpt-4o-mini", temperature: 0.7, timeoutMs: 30_000 },
  },
  simulator: { retries: 2 },
  cassettes: "./cassettes/simulated",
  // The tapes of v1 are for a comparison, of some of the cases only.
  untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing"),
});
