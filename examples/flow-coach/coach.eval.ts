import { cases, suite } from "vivavoce";
import {
  answerRelevancy,
  carriedOut,
  claims,
  coherence,
  faithfulness,
  limits,
  safety,
  toolUse,
  worldEffects,
} from "vivavoce/metrics";
import { coachCaseWarnings } from "./case/warnings.ts";
import { coachCase } from "./case.ts";
import { flowCoach } from "./coach/agent.ts";
import { coachingQuality } from "./metrics/coaching-quality.ts";
import { nextActionQuality } from "./metrics/next-action-quality.ts";
import { gtdGuide } from "./reference/gtd-guide.ts";
import { vaultOf } from "./vault/vault.ts";

export default suite({
  name: "flow-coach",
  cases: cases("./cases/*.json", coachCase, { warnings: coachCaseWarnings }),
  world: (testCase) => vaultOf(testCase),
  variants: { prompt: ["v2", "v1"] },
  agent: ({ prompt }) => flowCoach({ prompt }),
  files: ["./prompts/*.md"],
  metrics: [
    toolUse(),
    carriedOut(),
    claims({
      verbs: { archived: "update_project_status", added: "add_next_action_to_project", moved: "move_to_focus" },
    }),
    worldEffects(),
    safety({ mustAsk: true }),
    coachingQuality(),
    answerRelevancy({ threshold: 0.7 }),
    coherence(),
    faithfulness({ reference: gtdGuide() }),
    nextActionQuality(),
    limits({ report: true }),
  ],
  models: { agent: "openrouter:google/gemini-2.5-flash", judge: "openrouter:anthropic/claude-sonnet-4.5" },
  gate: { primary: "criteria", margin: 0.05 },
  // The tapes of v1 are for a comparison, of some of the cases only.
  untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing"),
});
