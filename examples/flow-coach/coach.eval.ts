import { cases, suite } from "vivavoce";
import { limits, safety, toolUse, worldEffects } from "vivavoce/metrics";
import { coachCaseWarnings } from "./case/warnings.ts";
import { coachCase } from "./case.ts";
import { flowCoach } from "./coach/agent.ts";
import { nextActionQuality } from "./metrics/next-action-quality.ts";
import { vaultOf } from "./vault/vault.ts";

export default suite({
  name: "flow-coach",
  cases: cases("./cases/*.json", coachCase, { warnings: coachCaseWarnings }),
  world: (testCase) => vaultOf(testCase),
  variants: { prompt: ["v2", "v1"] },
  agent: ({ prompt }) => flowCoach({ prompt }),
  files: ["./prompts/*.md"],
  metrics: [toolUse(), worldEffects(), safety(), nextActionQuality(), limits({ report: true })],
  models: { agent: "openrouter:google/gemini-2.5-flash", judge: "openrouter:anthropic/claude-sonnet-4.5" },
});
