import { relative } from "node:path";
import { shellWord } from "../../report/index.ts";
import type { Choices } from "./choices.ts";
import { installCommand } from "./install.ts";
import { wordsOf } from "./package-manager.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { suiteFile } from "./suite-text.ts";

/** The next commands to type, and remarks on the files that were written. */
export function nextSteps(
  choices: Choices,
  facts: ProjectFacts,
  { from, package: spec, recorded }: { from: string; package: string | undefined; recorded: boolean },
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
  const width = Math.max(...rows.map(([command]) => command.length));
  const steps = rows.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`.trimEnd());
  return ["", "to go on:", ...steps, ...notes(choices, facts)].join("\n");
}

function aiSdkStep({ agent, manager }: Choices, { aiSdk }: ProjectFacts): [string, string][] {
  if (agent !== "ai-sdk" || aiSdk?.isInstalled) return [];
  return [aiSdk ? [`${manager} install`, "the AI SDK is not installed yet"] : [installCommand(manager, "ai@7"), ""]];
}

function notes({ agent, model }: Choices, { aiSdk }: ProjectFacts): string[] {
  const said = [
    ...(aiSdk && aiSdk.major < 7 && agent === "function"
      ? [`The project has the AI SDK ${aiSdk.major}. aiSdkAgent needs version 7, so the suite asks a model by itself.`]
      : []),
    ...(JSON.stringify(model).includes(':default"')
      ? [`No --model was given, so the suite asks for the model "default". A server with one model accepts any name.`]
      : []),
  ];
  return said.length === 0 ? [] : ["", ...said];
}
