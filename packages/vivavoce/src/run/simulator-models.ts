import { InputError } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { SuiteModels } from "./suite-models.ts";

/** Without its model a simulated user would fail in every trial, and its judge would silently be left out. */
export function refuseMissingModels({ suite, file }: LoadedSuite, { choices }: SuiteModels, caseId: string): void {
  const needed = ["user", ...(suite.simulator?.judge ? ["judge"] : [])].filter((name) => choices[name] === undefined);
  const problems = needed.map((name) => ({
    message: `suite ${suite.name}: case ${caseId} has a simulated user, but the suite names no model ${name}`,
    place: { file },
    remedy: `Name it in the suite: models: { ${name}: "openrouter:…" }.`,
  }));
  if (problems.length > 0) throw new InputError(problems);
}
