import { z } from "zod";
import { InputError, safeLine } from "../../base/index.ts";
import {
  type Case,
  type Check,
  commitmentSchema,
  disclosureSchema,
  isToolStep,
  languageSchema,
  readAs,
  skippedCheck,
  type Transcript,
} from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import type { JudgedDefinition, JudgedItem, JudgedOptions } from "../judged/definition.ts";
import { judgedMetric, meanOfValues } from "../judged/judged-metric.ts";
import { judgedOptions, panelSize } from "../judged/options.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type MetricResult, scored, skipped, unscored } from "../result.ts";
import type { Metric } from "../types.ts";

const texts = z.array(z.string().regex(/\S/, "it is blank")).min(1).readonly();
const sayings = <Form extends z.ZodType>(form: Form) =>
  z
    .array(z.union([form, z.instanceof(RegExp)]))
    .min(1)
    .readonly();

export const rowOptionsSchema = z.strictObject({
  expected: z.boolean().optional().describe("What cases expect that do not say it themselves."),
  tools: texts.optional().describe("The tools that do it; a call of one counts if it ran."),
  language: languageSchema.optional().describe("The language of the replies, such as de; the user's if left out."),
  most: z.int().min(0).optional().describe("The most tool calls; what the case expects if left out."),
  judge: z.boolean().optional().describe("Whether a judge is asked about what code does not decide."),
  plan: texts.optional().describe("The steps for cases without `expect.plan`: names of tools, or sentences."),
  must: sayings(disclosureSchema).optional().describe("What must be said, besides what `expect.disclosure` names."),
  never: sayings(commitmentSchema).optional().describe("What must not be promised, besides `expect.commitments`."),
});

/** The options of the metrics that are rows of the catalogue; each takes some of them. */
export type RowOptions = z.infer<typeof rowOptionsSchema>;

/** What a row looks at in a conversation: what code has decided, or could not, and what the judge is asked. */
export type Matter = Check | JudgedItem;

/** A metric as a row of the catalogue: code decides what it can, and the judge is asked about the rest. */
export interface Row
  extends Pick<JudgedDefinition, "name" | "instructions" | "menu" | "evidence" | "sources" | "world" | "reads"> {
  /** Its own options. */
  takes: readonly (keyof RowOptions)[];
  /** Set if it watches every conversation for what must not happen. */
  watches?: boolean;
  /** Whether a judge is asked with these options, unless `judge` says otherwise; if left out, one is. */
  isJudged?(own: RowOptions): boolean;
  /** Who decides on a case; undefined if it gives nothing to check. Left out if only the conversation can tell. */
  needs?(testCase: Case, own: RowOptions): "judge" | "code" | undefined;
  facts?(testCase: Case, own: RowOptions): ReturnType<NonNullable<JudgedDefinition["facts"]>>;
  /** What is looked at, or why there is nothing to look at. */
  look(transcript: Transcript, testCase: Case, own: RowOptions): readonly Matter[] | string;
}

/** Makes the metric of a row. */
export function rowMetric(row: Row, given: JudgedOptions & RowOptions): Metric {
  const {
    isJudged = () => true,
    needs,
    watches,
    look,
    facts,
    reads,
    name: usualName,
    takes: _takes,
    ...question
  } = row;
  const own = ownOptions(row, given);
  const judged = own.judge ?? isJudged(own);
  const known = Object.fromEntries(row.takes.map((option) => [option, "any"]));
  refuseUnknownOptions<object>(usualName, given, { ...(judged ? judgedOptions : usualOptions), ...known });
  const {
    name = usualName,
    threshold = 1,
    ...options
  } = Object.fromEntries(Object.entries(given).filter(([option]) => !Object.hasOwn(own, option))) as JudgedOptions;
  const applies = needs && ((testCase: Case) => needs(testCase, own) !== undefined);
  const common = { ...options, name, threshold, applies, reads, parts: { own } };
  const decided: JudgedDefinition["items"] = (transcript, testCase) => {
    const matters = look(transcript, testCase, own);
    return typeof matters === "string" ? skipped(matters) : settled(matters, { threshold, judged });
  };
  const checks = (transcript: Transcript, testCase: Case) =>
    [...look(transcript, testCase, own)].filter(isCheck).map(byCode);
  const metric = judged
    ? judgedMetric({
        ...common,
        ...question,
        facts: (_transcript, testCase) => facts?.(testCase, own) ?? [],
        items: decided,
        checks,
        formula: (answers, ...played) => meanOfValues([...answers, ...checks(...played).map(counted)]),
      })
    : defineMetric({ ...common, score: (transcript, testCase) => decided(transcript, testCase) as MetricResult });
  const calls = (options.samples ?? 1) * panelSize(options);
  const made: Metric = {
    ...metric,
    ...(watches ? { watches } : {}),
    tools: toolsIn(own),
    calls: undefined,
    ...(judged ? { mostCalls: (testCase) => (needs?.(testCase, own) === "code" ? 0 : calls) } : {}),
    // One fault is too many, whatever the suite's default is.
    withDefaultThreshold: () => made,
  };
  return made;
}

function ownOptions({ name, takes }: Row, given: JudgedOptions & RowOptions): RowOptions {
  const own = Object.fromEntries(takes.flatMap((key) => (given?.[key] === undefined ? [] : [[key, given[key]]])));
  const read = readAs(rowOptionsSchema, own);
  if ("data" in read) return read.data;
  throw new InputError(read.problems.map((problem) => ({ message: `${given.name ?? name}: ${problem}` })));
}

/** The tools that the options name. */
function toolsIn({ tools = [], plan = [], must = [] }: RowOptions): string[] {
  const before = must.flatMap((one) => (typeof one === "object" && "before" in one && one.before) || []);
  return [...tools, ...plan.filter(isToolStep), ...before];
}

/**
 * What code alone makes of it: a score if it has decided everything, or enough to miss the threshold; no score if
 * something is undecided; else what is left for the judge.
 */
function settled(
  matters: readonly Matter[],
  { threshold, judged }: { threshold: number; judged: boolean },
): readonly JudgedItem[] | MetricResult {
  const open = judged ? matters.filter((matter): matter is JudgedItem => !isCheck(matter)) : [];
  const checks = judged ? matters.filter(isCheck) : matters.map((one) => (isCheck(one) ? one : needsJudge(one)));
  const decided = checks.filter(({ status }) => status === undefined);
  const unclear = checks.filter(({ verdict }) => verdict === undecided);
  const missed = decided.filter(({ ok }) => !ok).length;
  const value = (decided.length - missed) / decided.length;
  const shown = judged ? checks.map(byCode) : checks.map(counted);
  if (missed > 0 && 1 - missed / (decided.length + unclear.length + open.length) < threshold - 1e-9) {
    const reason = "the judge was not asked: the rest is enough to miss the threshold";
    return scored(value, [...shown, ...open.map(({ id, text }) => skippedCheck({ id, label: text, reason }))]);
  }
  if (unclear[0]) return unscored(`not decided: ${unclear[0].reason}`);
  if (open.length > 0) return open;
  return decided.length > 0 ? scored(value, shown) : skipped(checks[0]?.reason ?? "there was nothing to check");
}

const undecided = "undecided";

/** A check that code could not decide: the score is not a pass. */
export function undecidedCheck(given: Pick<Check, "id" | "label" | "reason">): Check {
  return { ...skippedCheck(given), verdict: undecided };
}

function needsJudge({ id, text }: JudgedItem): Check {
  const label = safeLine(text, 80);
  return undecidedCheck({ id, label, reason: `“${label}” needs a judge; judge: true in the metric asks one` });
}

function isCheck(matter: Matter | string): matter is Check {
  return typeof matter === "object" && "verdict" in matter;
}

function counted(decided: Check): Check {
  return decided.status === undefined ? { ...decided, value: decided.ok ? 1 : 0 } : decided;
}

/** Among the verdicts of a judge, those of code say so: nobody is asked to label them. */
function byCode(decided: Check): Check {
  return { ...counted(decided), reason: `by code: ${decided.reason}` };
}
