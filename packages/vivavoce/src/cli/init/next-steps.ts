import { relative } from "node:path";
import { shellWord } from "../../base/index.ts";
import { inColumns } from "../../report/index.ts";
import type { Choices } from "./choices.ts";
import { installCommand } from "./install.ts";
import { wordsOf } from "./package-manager.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { suiteFile } from "./suite-text.ts";

interface Circumstances {
  from: string;
  package: string | undefined;
  recorded: boolean;
  /** The config that was kept, and need not know the new suite. */
  ownConfig: string | undefined;
}

/** What to type next, and what to know about what was written. */
export function nextSteps(
  choices: Choices,
  facts: ProjectFacts,
  { from, package: spec, recorded, ownConfig }: Circumstances,
): string {
  const { manager, key } = choices;
  const viva = `${wordsOf(manager).execute} viva`;
  const needs = key ? ` (needs ${key})` : "";
  const there = relative(from, facts.folder);
  const rows: [string, string][] = [
    ...(there === "" ? [] : [[`cd ${shellWord(there)}`, ""] as [string, string]]),
    ...(facts.hasViva ? [] : [[installCommand(manager, spec), "installs Viva in the project"] as [string, string]]),
    ...aiSdkStep(choices, facts),
    [suiteFile(choices), "put your own agent where the comment says"],
    recorded
      ? [`${viva} run --replay`, "the same again, from the recorded answers"]
      : [`${viva} run --record`, `asks the model${needs}; its answers replace the hand-written tape`],
    [`${wordsOf(manager).run} evaluate`, "plays every suite: live with a key, otherwise from the tapes"],
  ];
  const steps = inColumns(rows, { align: ["left", "left"] }).map((line) => line.trimEnd());
  return ["", "to go on:", ...steps, ...notes(choices, facts, ownConfig)].join("\n");
}

function aiSdkStep({ agent, manager }: Choices, { aiSdk }: ProjectFacts): [string, string][] {
  if (agent !== "ai-sdk" || aiSdk?.isInstalled) return [];
  return [aiSdk ? [`${manager} install`, "the AI SDK is not installed yet"] : [installCommand(manager, "ai@7"), ""]];
}

function notes(choices: Choices, { aiSdk, oldTestRunner }: ProjectFacts, ownConfig: string | undefined): string[] {
  const { agent, model, tests } = choices;
  const said = [
    ...(oldTestRunner && tests === "none" ? [oldTestRunner] : []),
    ...(ownConfig === undefined
      ? []
      : [
          `${ownConfig} was kept. See that its "suites" take in ${suiteFile(choices)}: otherwise viva run passes it over.`,
        ]),
    ...(aiSdk && aiSdk.major < 7 && agent === "function"
      ? [`The project has the AI SDK ${aiSdk.major}. aiSdkAgent needs version 7, so the suite asks a model by itself.`]
      : []),
    ...(JSON.stringify(model).includes(':default"')
      ? [`No --model was given, so the suite asks for the model "default". A server with one model accepts any name.`]
      : []),
  ];
  return said.length === 0 ? [] : ["", ...said];
}
