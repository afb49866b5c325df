import type { Problem } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

/** Suites in one folder share its cassettes: one must not record over the tapes of another. */
export function sharedTapes(plans: readonly SuitePlan[]): Problem[] {
  const recording = plans.filter(({ mode }) => mode.kind === "record");
  const beside = ({ cassette }: SuitePlan) => recording.filter((one) => one.cassette.directory === cassette.directory);
  const owners = new Map<string, string>();
  const problems = new Map<string, Problem>();
  for (const plan of recording.filter((one) => beside(one).length > 1)) {
    const { name } = plan.loaded.suite;
    for (const { variant, cases } of plan.variants) {
      for (const index of cases) {
        const id = plan.cases.id(index);
        const path = plan.cassette.path(variant, id);
        const owner = owners.get(path) ?? name;
        owners.set(path, owner);
        if (owner !== name && !problems.has(name)) problems.set(name, shared(owner, name, id));
      }
    }
  }
  return [...problems.values()];
}

function shared(owner: string, name: string, caseId: string): Problem {
  return {
    message: `the suites ${owner} and ${name} would record case ${caseId} in the same file`,
    remedy: `Give ${name} a folder of its own: cassettes: "./cassettes/${name}".`,
  };
}
