import { basename, resolve } from "node:path";
import type { Choices } from "./choices.ts";
import { type FileChange, wholeFile, withLines, withScript } from "./file-change.ts";
import type { ProjectFacts } from "./project-facts.ts";
import { configText, firstCase, suiteFile, suiteText, tapeText, testText } from "./suite-text.ts";
import { githubText, gitlabText } from "./workflow-text.ts";

/** What the project holds already. Paths are relative to it, with slashes. */
export interface PresentFiles {
  has(path: string): boolean;
  /** A file's text; undefined if there is no such file. */
  read(path: string): string | undefined;
}

/** What becomes of every file that `viva init` wants to be there, in the order in which they are listed. */
export function plannedChanges(
  choices: Choices,
  facts: ProjectFacts,
  present: PresentFiles,
  force: boolean,
): FileChange[] {
  const { ending, tests, variables, ci } = choices;
  const whole = (path: string, text: string, note = "") => wholeFile(path, present.read(path), { text, note, force });
  const lines = (path: string, wanted: readonly string[]) => withLines(path, present.read(path), wanted);
  const above = facts.repositoryAbove && `belongs at the repository's root, ${facts.repositoryAbove}`;
  const gitlab = () => {
    const text = gitlabText(choices);
    const [main, own] = [".gitlab-ci.yml", ".gitlab/viva.yml"];
    if ([undefined, text].includes(present.read(main))) return whole(main, text, above);
    const include = `name it in ${main}: include: { local: /${own} }`;
    return whole(own, text, above ? `${above}; ${include}` : include);
  };
  return [
    whole(suiteFile(choices), suiteText(choices), "your agent goes in here"),
    whole(`evals/cassettes/first/default/${firstCase}.yaml`, tapeText(choices), handWritten),
    ...(tests === "none" ? [] : [whole(`evals/first.test${ending}`, testText(choices), testNotes[tests])]),
    whole(facts.configFile ?? `viva.config${ending}`, configText(choices)),
    withScript("package.json", present.read("package.json"), {
      name: "evaluate",
      command: "viva run",
      fresh: { name: packageName(facts.folder), private: true, type: "module" },
    }),
    lines(".gitignore", ignored(present)),
    ...(variables.length === 0
      ? []
      : [
          lines(
            ".env.example",
            variables.map((name) => `${name}=`),
          ),
        ]),
    ...(ci === "github" ? [whole(".github/workflows/viva.yml", githubText(choices), above)] : []),
    ...(ci === "gitlab" ? [gitlab()] : []),
  ];
}

const handWritten = "hand-written answers, so that it runs without a key";
const testNotes = { jest: "the suite as Jest tests", vitest: "the suite as Vitest tests" };

/** Characters that npm refuses in a name are left out. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name || "evals";
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
