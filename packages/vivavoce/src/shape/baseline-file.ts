import { z } from "zod";
import { InputError, messageOf, type Problem } from "../base/index.ts";
import { answersFromWord } from "./answer-origin.ts";
import { type CaseValues, caseValuesSchema, type TrialStatus, trialStatuses } from "./case-values.ts";
import { type VariantResult, variantResultSchema } from "./variant-result.ts";

/** Names of baselines: a branch, mostly. */
export const baselineNameSchema = z
  .string()
  .regex(
    /^[\w][\w./@+-]{0,99}$/,
    "a baseline's name consists of letters, digits, dots, dashes and slashes, like a branch's",
  )
  .refine((name) => name !== "latest", "latest always means the newest run; choose another name");

const atLeastOne = "a baseline has the result of at least one suite";
const common = { baseline: baselineNameSchema };

/** A case in a baseline of format 1: how its trials ended, and means over its repeats. */
const caseMeansSchema = z.strictObject({
  ...caseValuesSchema.shape,
  trials: z.partialRecord(z.enum(trialStatuses), z.int().min(1)),
  values: caseValuesSchema.shape.trials.element.shape.values,
  spread: z.record(z.string(), z.number().min(0)).exactOptional(),
});
type CaseMeans = z.infer<typeof caseMeansSchema>;

/** Format 1 kept means over repeats instead of trials. */
const earlierResultSchema = variantResultSchema
  .omit({ repeats: true, selection: true })
  .extend({ cases: z.array(caseMeansSchema) })
  .transform((result): VariantResult => currentResult(result));

const baselineFileSchema = z.discriminatedUnion(
  "format",
  [
    z.strictObject({ format: z.literal([2, 3]), ...common, results: z.array(variantResultSchema).min(1, atLeastOne) }),
    z.strictObject({ format: z.literal(1), ...common, results: z.array(earlierResultSchema).min(1, atLeastOne) }),
  ],
  "this Viva reads baseline files of the formats 1 to 3",
);

/** A baseline as a file to commit: what was examined, and the values of every trial, without transcripts. */
interface BaselineFile {
  baseline: string;
  results: VariantResult[];
}

/**
 * A stored result in today's form: before format 2 it had means instead of trials, and no number of repeats; before
 * format 3, a word for where the answers of a trial came from.
 */
export function currentResult(result: VariantResult | z.input<typeof earlierResultSchema>): VariantResult {
  if ("repeats" in result) return { ...result, cases: result.cases.map(withAnswers) };
  const cases = result.cases.map(fromMeans);
  const repeats = Math.max(1, ...cases.map(({ trials }) => trials.length));
  return { ...result, repeats, cases };
}

/** A case of format 1: its trials in no order, its values as means. */
function fromMeans({ trials, values, spread: _spread, ...facts }: CaseMeans): CaseValues {
  const statuses = Object.entries(trials).flatMap(([status, count]) => Array<string>(count).fill(status));
  return {
    ...facts,
    trials: statuses.map((status, index) => ({ repeat: index + 1, status: status as TrialStatus, values: {} })),
    means: values,
  };
}

/** A stored case in today's form: where its answers came from was once a word. */
function withAnswers(one: CaseValues): CaseValues {
  if (!one.trials.some(({ answers }) => typeof answers === "string")) return one;
  const trials = one.trials.map(({ answers, ...trial }) =>
    typeof answers === "string"
      ? { ...trial, answers: answersFromWord(answers) }
      : { ...trial, ...(answers && { answers }) },
  );
  return { ...one, trials };
}

/** The text of a baseline file: a line for each case, so that a diff is readable. Texts of prompts are left out. */
export function baselineText({ baseline, results }: BaselineFile): string {
  const old = results.find(({ cases }) => cases.some(({ means }) => means));
  if (old) {
    throw new InputError({
      message: `the baseline of ${old.suite} is of format 1, which holds means only`,
      remedy: "Set it again from a new run: viva baseline set NAME RUN.",
    });
  }
  const parts = results.map((result) => {
    // The schema puts the fields into a fixed order.
    const { cases, ...header } = variantResultSchema.parse(withoutTexts(result));
    const lines = cases.map((values) => `      ${JSON.stringify(values)}`).join(",\n");
    const head = JSON.stringify(header, null, 2).slice(0, -2).replaceAll("\n", "\n  ");
    return `  ${head},\n    "cases": [\n${lines}\n    ]\n  }`;
  });
  return `{\n"format": 3,\n"baseline": ${JSON.stringify(baseline)},\n"results": [\n${parts.join(",\n")}\n]\n}\n`;
}

function withoutTexts(result: VariantResult): VariantResult {
  const { sources } = result.agent;
  if (!sources) return result;
  const files = Object.fromEntries(Object.entries(sources.files).map(([name, { hash }]) => [name, { hash }]));
  return { ...result, agent: { ...result.agent, sources: { ...sources, files } } };
}

/** Reads a baseline file, and reports all problems at once, with the file's name. */
export function parseBaseline(text: string, file: string): BaselineFile {
  const remedy = "`viva baseline export NAME --file FILE` writes a baseline file.";
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError({ message: `the file is not JSON: ${messageOf(error)}`, place: { file }, remedy });
  }
  const parsed = baselineFileSchema.safeParse(data);
  if (!parsed.success) {
    const problems: Problem[] = parsed.error.issues.map(({ path, message }) => {
      return { message: `${path.length === 0 ? "" : `${pathText(path)}: `}${message}`, place: { file } };
    });
    throw new InputError(problems.map((problem, index) => (index === 0 ? { ...problem, remedy } : problem)));
  }
  const twice = doubled(parsed.data.results);
  if (twice !== undefined) throw new InputError({ message: twice, place: { file }, remedy });
  return parsed.data;
}

function doubled(results: readonly VariantResult[]): string | undefined {
  const seen = new Set<string>();
  for (const { suite, variant, cases } of results) {
    const key = JSON.stringify([suite, Object.entries(variant).sort()]);
    if (seen.has(key)) return `suite ${suite} appears twice under the same variant`;
    seen.add(key);
    const ids = new Set<string>();
    for (const { caseId, trials } of cases) {
      const repeats = new Set(trials.map(({ repeat }) => repeat));
      if (repeats.size < trials.length) return `suite ${suite}: case ${caseId} has the same repeat twice`;
      if (ids.has(caseId)) return `suite ${suite}: case ${caseId} appears twice`;
      ids.add(caseId);
    }
  }
  return undefined;
}

/** results[0].cases[3].values */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}
