import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../base/index.ts";
import type { Choices } from "./choices.ts";
import { managers } from "./project-facts.ts";

export function suiteFile({ ending }: Pick<Choices, "ending">): string {
  return `evals/first.eval${ending}`;
}

/** Python's name on this machine. */
export const python = process.platform === "win32" ? "python" : "python3";

export function suiteText(choices: Choices): string {
  const { agent, model } = choices;
  const text = fromTemplate(`${agent}.txt`, choices).replace("SUITE", () => fromTemplate("suite.txt", choices));
  const fields = (spec: object) => Object.entries(spec).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const name = typeof model === "string" ? JSON.stringify(model) : `{ ${fields(model).join(", ")} }`;
  return text.replace("PYTHON", python).replace("MODEL", () => name);
}

/** What the suite needs besides itself, by path: a program, and a tape for each case. */
export function sampleFiles(choices: Choices): [path: string, text: string][] {
  const { agent } = choices;
  // Of a server only its words are known.
  const cases = agent === "url" ? ["what-can-you-do"] : ["answers-a-question", "books-a-repair"];
  const tapes = cases.map((id) => [`evals/cassettes/first/default/${id}.yaml`, `${id}.txt`] as const);
  const files = agent === "command" ? ([["evals/agent.py", "agent.py"], ...tapes] as const) : tapes;
  return files.map(([path, template]) => [path, fromTemplate(template, choices)]);
}

/**
 * A file of the folder `templates`. What stands between ‹ and › is for TypeScript only; of « | » the second part is for a
 * suite with a judge, the first for one without.
 */
function fromTemplate(name: string, { ending, isJudged }: Choices): string {
  return readFileSync(join(packageFolder, "templates", name), "utf8")
    .replace(/‹([^›]*)›/g, ending === ".ts" ? "$1" : "")
    .replace(/«([^|»]*)\|([^»]*)»/g, isJudged ? "$2" : "$1");
}

export function configText({ ending }: Choices): string {
  return `import { defineConfig } from "vivavoce";

export default defineConfig({ suites: ["evals/**/*.eval${ending}"] });
`;
}

/** Every case of the suite as a test. In TypeScript, an import names the compiled file. */
export function testText({ tests, ending }: Choices): string {
  const suite = tests === "jest" && ending === ".ts" ? "./first.eval" : `./first.eval${ending.replace("ts", "js")}`;
  return `import { describeSuite } from "vivavoce/${tests}";
import suite from "${suite}";

${tests === "jest" ? "// Jest runs ES modules with NODE_OPTIONS=--experimental-vm-modules.\n" : ""}// Replays the tapes, so no key is needed. Without the option the models are asked if there is a key.
${tests === "jest" ? "await " : ""}describeSuite(suite, { traffic: "replay" });
`;
}

const corepack = { github: "run: corepack enable", gitlab: "corepack enable" };
/** What CI has to do before the package manager can install. */
const before = {
  npm: undefined,
  pnpm: corepack,
  yarn: corepack,
  bun: { github: "uses: oven-sh/setup-bun@v2", gitlab: "npm install --global bun" },
};
/** In CI a package manager asks nobody before it fetches: where Viva is not installed, that is somebody else's "viva". */
const onlyInstalled = { npm: "npx --no", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx --no-install" };

/** A workflow of plain steps for GitHub, or a job for GitLab. */
export function workflowText(ci: "github" | "gitlab", choices: Choices): string {
  const { manager, key } = choices;
  const how = key
    ? `Live if the secret ${key} is set; otherwise, as on a fork's pull request, the recordings are replayed.`
    : "Replays the recordings, because CI cannot reach the model's server.";
  const run = `${onlyInstalled[manager]} viva run ${key ? "--max-cost 1" : "--replay"}`;
  const step = before[manager]?.[ci];
  const text = fromTemplate(`${ci}.txt`, choices).replace(step === undefined ? / +- BEFORE\n/ : "BEFORE", step ?? "");
  const whole = text.replace("CLEAN", managers[manager].clean).replace("HOW", how).replace("RUN", run);
  return key ? whole.replace(/\bKEY\b/g, key) : whole.replace(/^ +env:\n.*\n/m, "");
}
