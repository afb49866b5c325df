import { basename, resolve } from "node:path";
import type { Choices } from "./choices.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { configText, firstCase, suiteFile, suiteText, tapeText, testText } from "./suite-text.ts";
import { githubText, gitlabText } from "./workflow-text.ts";

/** A file that `viva init` wants to be there. The path is relative to the project, with slashes. */
export type PlannedFile = { path: string; note?: string } & (
  | { kind: "whole"; text: string }
  /** Lines that are added if they are missing. */
  | { kind: "lines"; lines: string[] }
  /** A package.json with a script in it. */
  | { kind: "script"; script: { name: string; command: string }; fresh: Record<string, unknown> }
);

/** What the project holds already. */
export interface PresentFiles {
  has(path: string): boolean;
  /** A file's text; undefined if there is no such file. */
  read(path: string): string | undefined;
}

/** All files, in the order in which they are listed. */
export function plannedFiles(choices: Choices, facts: ProjectFacts, present: PresentFiles): PlannedFile[] {
  const { ending, tests, variables } = choices;
  return [
    { kind: "whole", path: suiteFile(choices), text: suiteText(choices), note: "your agent goes in here" },
    {
      kind: "whole",
      path: `evals/cassettes/first/default/${firstCase}.yaml`,
      text: tapeText(choices),
      note: handWritten,
    },
    ...(tests === "none" ? [] : [testFile(choices)]),
    { kind: "whole", path: facts.configFile ?? `viva.config${ending}`, text: configText(choices) },
    packageFile(facts.folder),
    { kind: "lines", path: ".gitignore", lines: ignored(present) },
    ...(variables.length === 0
      ? []
      : [{ kind: "lines" as const, path: ".env.example", lines: variables.map((name) => `${name}=`) }]),
    ...workflow(choices, facts, present),
  ];
}

const handWritten = "hand-written answers, so that it runs without a key";

function testFile(choices: Choices): PlannedFile {
  const note = `the suite as ${choices.tests === "jest" ? "Jest" : "Vitest"} tests`;
  return { kind: "whole", path: `evals/first.test${choices.ending}`, text: testText(choices), note };
}

function packageFile(folder: string): PlannedFile {
  const script = { name: "evaluate", command: "viva run" };
  // Characters that npm refuses in a name are left out.
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return {
    kind: "script",
    path: "package.json",
    script,
    fresh: { name: name || "evals", private: true, type: "module" },
  };
}

/** A folder of that name that was there before is not Viva's. */
function ignored(present: PresentFiles): string[] {
  return [
    ...(present.has(".gitignore") ? [] : ["node_modules/"]),
    ".viva/",
    ...(present.has("results") && !present.has(".viva") ? [] : ["results/"]),
    ".env",
    // What deepeval leaves behind, if a metric of it is used.
    ".deepeval/",
  ];
}

function workflow(choices: Choices, facts: ProjectFacts, present: PresentFiles): PlannedFile[] {
  const above =
    facts.repositoryAbove === undefined ? undefined : `belongs at the repository's root, ${facts.repositoryAbove}`;
  const noted = (note: string | undefined) => (note === undefined ? {} : { note });
  if (choices.ci === "github") {
    return [{ kind: "whole", path: ".github/workflows/viva.yml", text: githubText(choices), ...noted(above) }];
  }
  if (choices.ci === "none") return [];
  const text = gitlabText(choices);
  const [main, own] = [".gitlab-ci.yml", ".gitlab/viva.yml"];
  if ([undefined, text].includes(present.read(main))) return [{ kind: "whole", path: main, text, ...noted(above) }];
  const include = `name it in ${main}: include: { local: /${own} }`;
  return [{ kind: "whole", path: own, text, note: above ? `${above}; ${include}` : include }];
}
