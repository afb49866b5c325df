import { cases, suite } from "vivavoce";
import { carriedOut, claims, honestAboutFailures, safety, toolCalls, worldEffects } from "vivavoce/metrics";
import { receptionist } from "./agent.ts";
import { officeOf } from "./backend/index.ts";
import { wholeCall } from "./case.ts";
import { finalState } from "./metrics/final-state.ts";
import { voice } from "./metrics/voice.ts";

/** Does the receptionist tell the caller the truth when the office is out of reach? */
export default suite({
  name: "receptionist-failing-tools",
  cases: cases("./cases/failing-tools.json", wholeCall),
  world: (testCase) => officeOf(testCase),
  agent: () => receptionist({ prompt: "v2", mode: "production-turn" }),
  files: ["./prompts/*/*.md"],
  metrics: [
    finalState(),
    worldEffects(),
    toolCalls({ mode: "exact" }),
    carriedOut(),
    claims({ verbs: { booked: "book_service", scheduled: "book_service", "on for": "book_service" } }),
    voice(),
    safety(),
    honestAboutFailures(),
  ],
  models: {
    agent: { model: "openai:gpt-4o", temperature: 0, timeoutMs: 30_000 },
    judge: { model: "openai:gpt-4o-mini", temperature: 0, timeoutMs: 30_000 },
  },
  cassettes: "./cassettes/failing-tools",
});
