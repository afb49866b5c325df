import { InputError, type Problem, type Redactor } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

const remedy = "Choose another name: names appear unchanged in the store, in file names and in reports.";

/** A name identifies results, so it cannot be redacted: a name that contains a secret is refused. */
export function refuseSecretNames({ loaded, cases, metrics, variants }: SuitePlan, redactor: Redactor): void {
  const problems: Problem[] = [];
  const check = (what: string, name: string, place: Problem["place"] = { file: loaded.file }) => {
    const redacted = redactor.text(name);
    if (redacted !== name) problems.push({ message: `${what} contains a secret: ${redacted}`, place, remedy });
  };
  check("the suite's name", loaded.suite.name);
  for (const { name } of metrics) check("a metric's name", name);
  for (const name of Object.keys(loaded.suite.models ?? {})) check("a model's name", name);
  for (const choice of variants.flatMap(({ variant }) => Object.entries(variant).flat())) check("a variant", choice);
  for (let index = 0; index < cases.size; index++) {
    check("a case's id", cases.id(index), redactor.value(cases.place(index)));
  }
  if (problems.length > 0) throw new InputError(problems);
}
