import { cases, suite } from "vivavoce";
import { hazard, limits, rubric, safety } from "vivavoce/metrics";
import { receptionist } from "./agent.ts";
import { officeOf } from "./backend/index.ts";
import { goldenSnippet } from "./case.ts";
import { expectations } from "./metrics/expectations.ts";
import { samePrompt } from "./metrics/same-prompt.ts";
import { stateNeeds } from "./metrics/state-needs.ts";
import { voice } from "./metrics/voice.ts";
import { examinerNotes } from "./rubric/examiner-notes.ts";
import { receptionistRubric } from "./rubric.ts";

export default suite({
  name: "receptionist-snippets",
  cases: cases("./cases/golden.json", goldenSnippet),
  world: (testCase) => officeOf(testCase),
  variants: { prompt: ["v2", "v1"], mode: ["prompt-only", "production-turn"] },
  agent: ({ prompt, mode }) => receptionist({ prompt, mode }),
  files: ["./prompts/*/*.md"],
  metrics: [
    rubric({ ...receptionistRubric, notes: examinerNotes }),
    expectations(),
    voice(),
    hazard({ onlyThen: true }),
    stateNeeds(),
    safety(),
    samePrompt(),
    limits({ report: true }),
  ],
  models: {
    agent: { model: "openai:gpt-4o", temperature: 0, timeoutMs: 30_000 },
    judge: { model: "openai:gpt-4o-mini", temperature: 0, timeoutMs: 30_000 },
  },
  gate: { primary: "rubric", margin: 0.05 },
  cassettes: "./cassettes/snippets",
  // The tapes of v1 are for a comparison, of some of the cases only.
  untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing"),
});
