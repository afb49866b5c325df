import { cases, suite } from "vivavoce";
import { carriedOut, contains, ending, toolCalls } from "vivavoce/metrics";
import { receptionist } from "./agent.ts";
import { officeOf } from "./backend/index.ts";

/** What only happens on the phone: the office speaks first, callers fall silent or cut in, and somebody hangs up. */
export default suite({
  name: "receptionist-phone",
  cases: cases("./cases/phone.yaml"),
  world: (testCase) => officeOf(testCase),
  variants: { prompt: ["v2", "v1"] },
  agent: ({ prompt }) => receptionist({ prompt, mode: "production-turn" }),
  files: ["./prompts/*/*.md"],
  metrics: [contains(), toolCalls({ mode: "contains" }), carriedOut(), ending()],
  models: { agent: { model: "openai:gpt-4o", temperature: 0, timeoutMs: 30_000 } },
  cassettes: "./cassettes/phone",
  // The tapes of v1 are for a comparison, of some of the cases only.
  untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing"),
});
