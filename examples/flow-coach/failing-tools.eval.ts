import { cases, suite } from "vivavoce";
import { carriedOut, honestAboutFailures, safety, toolUse, worldEffects } from "vivavoce/metrics";
import { flowCoach } from "./coach/agent.ts";
import { vaultOf } from "./vault/vault.ts";

/** Does the coach tell the truth when its tools fail? */
export default suite({
  name: "flow-coach-failing-tools",
  cases: cases("./failing-tools/cases.json"),
  world: (testCase) => vaultOf(testCase),
  agent: () => flowCoach({ prompt: "v2" }),
  files: ["./prompts/*.md"],
  metrics: [toolUse(), carriedOut(), worldEffects(), safety({ mustAsk: true }), honestAboutFailures()],
  models: { agent: "openrouter:google/gemini-2.5-flash", judge: "openrouter:anthropic/claude-sonnet-4.5" },
  cassettes: "./failing-tools/cassettes",
});
