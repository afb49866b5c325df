import { InputError, type Problem, type Redactor, secretIn } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

/** A name says which results belong together, so it cannot be redacted: one that holds a secret is refused. */
export function refuseSecretNames({ loaded, cases, metrics, variants }: SuitePlan, redactor: Redactor): void {
  const problems: Problem[] = [];
  const check = (what: string, name: string, place = (): Problem["place"] => ({ file: loaded.file })) => {
    const problem = secretIn(what, name, { redactor });
    if (problem) problems.push({ ...problem, place: place() });
  };
  check("the suite's name", loaded.suite.name);
  for (const { name } of metrics) check("a metric's name", name);
  for (const name of Object.keys(loaded.suite.models ?? {})) check("a model's name", name);
  for (const choice of variants.flatMap(({ variant }) => Object.entries(variant).flat())) check("a variant", choice);
  for (let index = 0; index < cases.size; index++) {
    check("a case's id", cases.id(index), () => redactor.value(cases.place(index)));
  }
  if (problems.length > 0) throw new InputError(problems);
}
