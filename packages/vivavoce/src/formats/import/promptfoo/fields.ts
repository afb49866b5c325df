import type { JsonObject, Place } from "../../../base/index.ts";
import type { ImportReport } from "../import-report.ts";
import { textOf } from "../safe-json.ts";

export const ofTheAgent = "belongs to the agent: name models and settings in the suite";
const byFlags = "flags of viva run: --repeat, --concurrency";
const asItIs = "the assertions here look at the reply as it is";

/** The fields by which a config is known, with or without tests of its own. */
export const configFields = ["tests", "prompts", "providers", "targets", "defaultTest", "scenarios"];

/** Options by which promptfoo asks or checks something else than a case can. */
export const transforms: Record<string, string> = {
  transform: asItIs,
  postprocess: asItIs,
  transformVars: "the variables here are as they are written",
};

/** Why fields of a config and of its parts are not read. */
const leftOut = {
  config: {
    env: ofTheAgent,
    description: "name the suite after it",
    redteam: "Viva does not generate attacks; write cases, and score them with misuse(), roleViolation() and safety()",
    evaluateOptions: byFlags,
    commandLineOptions: byFlags,
    outputPath: "viva run --report html,junit,json,markdown",
    sharing: "Viva does not send results anywhere",
  },
  "a test": {
    provider: "belongs to the agent",
    providers: "belongs to the agent",
    prompts: "only the first prompt is used",
    providerOutput: "what a model said; viva score FILE scores given transcripts",
    assertScoringFunction: "in Viva every expectation must hold",
    threshold: "in Viva every expectation must hold, whatever the weighted score",
    metric: "the suite names its metrics",
  },
  options: {
    ...transforms,
    provider: "the suite's judge decides: models.judge",
    rubricPrompt: "Viva uses its own question",
  },
  "an assertion": {
    provider: "the suite's judge decides",
    rubricPrompt: "Viva uses its own question",
    metric: "the suite names its metrics",
    weight: "in Viva every expectation must hold, whatever its weight",
  },
} satisfies Record<string, Record<string, string>>;

/** Fields that are read, or that say nothing by themselves; `__proto__` is reported when the case is checked. */
const known: Record<keyof typeof leftOut, string> = {
  config: `${configFields.join(" ")} $schema assertionTemplates`,
  "a test": "description vars assert metadata options",
  options: "prefix suffix disableDefaultAsserts disableVarExpansion",
  "an assertion": "type value assert threshold $ref transform contextTransform",
};

/** Reports the fields of a config, or of a part of it, that are not read. The values of a config may be secret. */
export function noteFields(
  report: ImportReport,
  part: keyof typeof leftOut,
  fields: JsonObject,
  place: (field: string) => Place,
): void {
  const reasons = new Map(Object.entries<string>(leftOut[part]));
  for (const [field, value] of Object.entries(fields)) {
    if (field === "__proto__" || known[part].split(" ").includes(field)) continue;
    const kind = part === "config" ? field : part === "options" ? `options.${field}` : `${field} of ${part}`;
    const text = part === "config" ? "" : textOf(value);
    report.note("dropped", kind, reasons.get(field) ?? "Viva does not read this field", place(field), text);
  }
}
