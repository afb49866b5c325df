import { isJsonObject, type JsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import type { ImportReport } from "../import-report.ts";
import { textOf } from "../safe-json.ts";
import { type Asked, ask } from "./assertions.ts";
import { filledValue } from "./template.ts";
import { type ConfigFiles, resolved } from "./tests.ts";

type Expect = NonNullable<CaseInput["expect"]>;

const assertionFields: Record<string, string> = {
  provider: "the suite's judge decides",
  rubricPrompt: "Viva uses its own question",
  metric: "the suite names its metrics",
  weight: "in Viva every expectation must hold, whatever its weight",
};

/** Programs: the advice is the same whatever their content. */
const isCode = /^(?:not-)?(?:javascript|python|ruby|webhook)$/;

/** Turns the assertions of tests into expectations, and tells the report what became of each. */
export class AssertionReader {
  readonly #report: ImportReport;
  readonly #files: ConfigFiles;
  readonly #config: JsonObject;

  constructor(report: ImportReport, files: ConfigFiles, config: JsonObject) {
    this.#report = report;
    this.#files = files;
    this.#config = config;
  }

  async read(
    all: readonly { value: JsonValue; place: Place }[],
    vars: JsonObject,
  ): Promise<{ asked: Expect; unfit: JsonValue[] }> {
    const asked: Asked = { expect: {}, criteria: [], thresholds: [] };
    const unfit: JsonValue[] = [];
    for (const { value, place } of all) await this.#ask(asked, unfit, resolved(value, this.#config), vars, place);
    const { criteria } = asked;
    // promptfoo wants each assertion to reach its own threshold, and a case has one for their mean: so high that none
    // can stay below it while the others hold.
    const highest = Math.max(...asked.thresholds.map((threshold) => threshold ?? 1));
    const threshold = 1 - (1 - highest) / criteria.length;
    return { asked: { ...asked.expect, ...(criteria.length > 0 ? { criteria: { criteria, threshold } } : {}) }, unfit };
  }

  async #ask(asked: Asked, unfit: JsonValue[], assertion: JsonValue, vars: JsonObject, place: Place): Promise<void> {
    const report = this.#report;
    if (!isJsonObject(assertion) || typeof assertion.type !== "string") {
      unfit.push(assertion);
      return report.kept("assertion without a type", "data.assert", place, textOf(assertion));
    }
    if (assertion.type === "assert-set") {
      if (assertion.threshold !== undefined)
        report.changed("assert-set with a threshold", "in Viva every one of its assertions must hold", place);
      this.#noteFields(assertion, place);
      for (const one of [assertion.assert ?? []].flat())
        await this.#ask(asked, unfit, resolved(one, this.#config), vars, place);
      return;
    }
    const { type } = assertion;
    const unfilled: string[] = [];
    const read = assertion.value === undefined ? { values: [] } : await this.#files.values(assertion.value);
    const [found] = "refused" in read ? [] : read.values;
    const value = found === undefined ? undefined : filledValue(found, vars, unfilled);
    const hindrance = isCode.test(type) ? undefined : hindranceOf(assertion, read, unfilled);
    const verdict = hindrance ?? ask(asked, { ...assertion, ...(value === undefined ? {} : { value }) }, vars);
    if (verdict.kind === "unfit") {
      unfit.push(assertion);
      return report.kept(
        type,
        `data.assert; ${verdict.advice}`,
        place,
        assertion.value === undefined ? "" : textOf(assertion.value),
      );
    }
    report.note({
      kind: type,
      fate: verdict.kind,
      becomes: verdict.becomes,
      place,
      text: value === undefined ? "" : textOf(value),
      metrics: verdict.metrics,
    });
    this.#noteFields(assertion, place);
  }

  #noteFields(assertion: JsonObject, place: Place): void {
    for (const [field, becomes] of Object.entries(assertionFields))
      if (assertion[field] !== undefined) this.#report.dropped(`${field} of an assertion`, becomes, place);
  }
}

/** Reasons not to import an assertion, whatever its type. */
function hindranceOf(
  assertion: JsonObject,
  read: { values: JsonValue[] } | { refused: string },
  unfilled: readonly string[],
): { kind: "unfit"; advice: string } | undefined {
  const unfit = (advice: string) => ({ kind: "unfit" as const, advice });
  if (assertion.transform !== undefined || assertion.contextTransform !== undefined)
    return unfit("it looks at a transformed reply: write a metric with defineMetric");
  if (assertion.weight === 0)
    return unfit("its weight is 0: a metric with report: true shows a value and lets it decide nothing");
  if ("refused" in read) return unfit(`its value stands in a file that was not read: ${read.refused}`);
  if (read.values.length > 1) return unfit("its value names several files");
  if (unfilled.length > 0) return unfit(`its value contains ${unfilled[0]}, which cannot be filled in`);
  return undefined;
}
