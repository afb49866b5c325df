import { isJsonObject, type JsonObject, type JsonValue, type Place, valueAt } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import type { ImportReport } from "../import-report.ts";
import { textOf } from "../safe-json.ts";
import { type Asked, ask } from "./assertions.ts";
import type { Behind, ConfigFiles, Test } from "./config-files.ts";
import { filledValue } from "./conversation.ts";
import { noteFields } from "./fields.ts";

/** Programs: the advice is the same whatever their content. */
const isCode = /^(?:not-)?(?:javascript|python|ruby|webhook)$/;

interface Asking {
  report: ImportReport;
  files: ConfigFiles;
  config: JsonObject;
  /** The expectations that there can be, if not all: a line of a conversation has fewer than a case. */
  fields?: ReadonlySet<string> | undefined;
}

/** Turns the assertions of a test into expectations, and tells the report what became of each. */
export async function askedBy(
  assertions: Test["assertions"],
  vars: JsonObject,
  { report, files, config, fields }: Asking,
): Promise<{ expect: NonNullable<CaseInput["expect"]>; unfit: JsonValue[] }> {
  let asked: Asked = { expect: {}, criteria: [], thresholds: [] };
  const unfit: JsonValue[] = [];
  const keep = (assertion: JsonValue, kind: string, becomes: string, place: Place, text: JsonValue = "") => {
    unfit.push(assertion);
    report.note("kept", kind, becomes, place, textOf(text));
  };
  const take = async (given: JsonValue, place: Place): Promise<void> => {
    const assertion = resolved(given, config);
    if (!isJsonObject(assertion) || typeof assertion.type !== "string")
      return keep(assertion, "assertion without a type", "data.assert", place, assertion);
    const { type } = assertion;
    if (type === "assert-set") {
      if (assertion.threshold !== undefined)
        report.note("changed", "assert-set with a threshold", "in Viva every one of its assertions must hold", place);
      noteFields(report, "an assertion", assertion, () => place);
      for (const one of [assertion.assert ?? []].flat()) await take(one, place);
      return;
    }
    const unfilled: string[] = [];
    const read = assertion.value === undefined ? { found: [] } : await files.values(assertion.value);
    const [found] = "refused" in read ? [] : read.found;
    const value = found === undefined ? undefined : filledValue(found, vars, unfilled);
    const hindrance = isCode.test(type) ? undefined : hindranceOf(assertion, read, unfilled);
    const more = structuredClone(asked);
    const verdict = hindrance ?? ask(more, { ...assertion, ...(value === undefined ? {} : { value }) }, vars);
    if (typeof verdict === "string") return keep(assertion, type, `data.assert; ${verdict}`, place, assertion.value);
    const stray = Object.keys(more.expect).find((field) => fields && !fields.has(field));
    const ofCase = `data.assert; expect.${stray} applies to whole conversations: add it to the case`;
    if (stray !== undefined) return keep(assertion, type, ofCase, place, assertion.value);
    asked = more;
    const { fate, becomes, metric } = verdict;
    report.note(fate, type, becomes, place, textOf(value ?? ""), [metric]);
    noteFields(report, "an assertion", assertion, () => place);
  };
  for (const { value, place } of assertions) await take(value, place);
  const { criteria, expect } = asked;
  if (criteria.length === 0) return { expect, unfit };
  // promptfoo wants each assertion to reach its own threshold, and a case has one for their mean: so high that none
  // can stay below it while the others hold.
  const highest = Math.max(...asked.thresholds.map((threshold) => threshold ?? 1));
  const threshold = 1 - (1 - highest) / criteria.length;
  return { expect: { ...expect, criteria: { criteria, threshold } }, unfit };
}

/** Reasons not to import an assertion, whatever its type. */
function hindranceOf(assertion: JsonObject, read: Behind<JsonValue>, unfilled: readonly string[]): string | undefined {
  if (assertion.transform !== undefined || assertion.contextTransform !== undefined)
    return "it looks at a transformed reply: write a metric with defineMetric";
  if (assertion.weight === 0)
    return "its weight is 0: a metric with report: true shows a value and lets it decide nothing";
  if ("refused" in read) return `its value stands in a file that was not read: ${read.refused}`;
  if (read.found.length > 1) return "its value names several files";
  return unfilled.length > 0 ? `its value contains ${unfilled[0]}, which cannot be filled in` : undefined;
}

/** `{ $ref: "#/assertionTemplates/x" }` as what it refers to in the config. */
function resolved(assertion: JsonValue, config: JsonObject): JsonValue {
  if (!isJsonObject(assertion) || typeof assertion.$ref !== "string" || !assertion.$ref.startsWith("#/"))
    return assertion;
  const { $ref, ...own } = assertion;
  const target = valueAt(config, String($ref).slice(1));
  return isJsonObject(target) ? { ...target, ...own } : assertion;
}
