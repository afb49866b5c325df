import { z } from "zod";
import { InputError, safeLine } from "../../base/index.ts";
import type { EvidenceRule } from "../../judge/index.ts";
import { type Case, type Check, isToolStep, readAs, skippedCheck, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import type { JudgedAnswer, JudgedDefinition, JudgedEntry, JudgedItem, JudgedOptions } from "../judged/definition.ts";
import { judgedMetric, meanOfValues } from "../judged/judged-metric.ts";
import { checkGiven, judgedOptions, panelSize } from "../judged/options.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type Metric, type MetricResult, scored, skipped, unscored } from "../types.ts";
import { nothingDone, noWords } from "./items.ts";
import { type RowOptions, rowOptionsSchema } from "./options.ts";

/** What a row looks at in a conversation: what code has decided, or could not, and what the judge is asked. */
export type Matter = Check | JudgedItem;

/** A verdict: what it counts, or null if it does not count; what it means; the evidence that it needs. */
export type MenuRow = readonly [verdict: string, value: number | null, meaning: string, evidence?: EvidenceRule];

/** The verdicts of some rows, and those that are written out. */
export function menuOf(rows: readonly (MenuRow | JudgedEntry)[]): JudgedEntry[] {
  return rows.map((row) => {
    if ("verdict" in row) return row;
    const [verdict, value, meaning, evidence] = row;
    return { verdict, meaning, ...(value === null ? {} : { value }), ...(evidence ? { evidence } : {}) };
  });
}

/** The options that a metric was given, and what it is called. */
type Own = RowOptions & { name: string };

type Question = "name" | "version" | "instructions" | "evidence" | "sources" | "world" | "reads" | "threshold";

/** A metric as a row of the catalogue: code decides what it can, and the judge is asked about the rest. */
export interface Row extends Pick<JudgedDefinition, Question> {
  menu: readonly (MenuRow | JudgedEntry)[];
  /** Its own options. */
  takes?: readonly (keyof RowOptions)[];
  /** Set if its value is 1 or 0, so that it takes no threshold. */
  yesOrNo?: true;
  /** Set if it watches every conversation for what must not happen. */
  watches?: true;
  /** Set if code decides some of it, so that nobody knows beforehand whether the judge is asked. */
  code?: true;
  /** Whether a judge is asked with these options, unless `judge` says otherwise; if left out, one is. */
  isJudged?(own: RowOptions): boolean;
  /** Who decides on a case; undefined if it gives nothing to check. Left out if only the conversation can tell. */
  needs?(testCase: Case, own: RowOptions): "judge" | "code" | undefined;
  facts?(transcript: Transcript, testCase: Case, own: RowOptions): ReturnType<NonNullable<JudgedDefinition["facts"]>>;
  /** What is looked at, or why there is nothing to look at, or the result itself if that is clear. */
  look(transcript: Transcript, testCase: Case, own: Own): readonly Matter[] | string | MetricResult;
  /** Texts that items and their menus are made of: they are part of the question, and so of the metric's identity. */
  words?: unknown;
  /** The value; if left out, the mean over all that counts. */
  formula?(
    answers: readonly JudgedAnswer[],
    transcript: Transcript,
  ): ReturnType<NonNullable<JudgedDefinition["formula"]>>;
  /** Why there is no score if none of the verdicts counts. */
  none?: string;
}

type Played = [transcript: Transcript, testCase: Case];

/** What an option has to be, by its schema. */
function kindOf(option: keyof RowOptions) {
  const inner = (schema: unknown): unknown =>
    schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly ? inner(schema.unwrap()) : schema;
  const schema = inner(rowOptionsSchema.shape[option]);
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? "texts" : "list";
  if (schema instanceof z.ZodString) return "text";
  if (schema instanceof z.ZodBoolean) return "flag";
  return schema instanceof z.ZodNumber ? "number" : "any";
}

/** What a metric was given of its own options, and what each of them has to be. */
function ownOptions(metric: string, takes: readonly (keyof RowOptions)[], given: JudgedOptions & RowOptions) {
  const own = Object.fromEntries(
    takes.flatMap((option) => (given?.[option] === undefined ? [] : [[option, given[option]]])),
  );
  const kinds = Object.fromEntries(takes.map((option) => [option, kindOf(option)]));
  refuseUnknownOptions<object>(metric, own, kinds);
  const name = given?.name ?? metric;
  const read = readAs(rowOptionsSchema, own);
  if ("problems" in read) throw new InputError(read.problems.map((problem) => ({ message: `${name}: ${problem}` })));
  const written = Object.entries(own).filter(([option]) => /^texts?$/.test(kinds[option] ?? ""));
  checkGiven(name, Object.fromEntries(written) as Record<string, string | readonly string[]>);
  return { own: read.data, kinds };
}

/** Makes the metric of a row. */
export function rowMetric(given: JudgedOptions & RowOptions, row: Row): Metric {
  const { takes = [], yesOrNo, watches, code, words, isJudged = () => true, ...rest } = row;
  const { needs, facts, look, none, ...question } = rest;
  const { own, kinds } = ownOptions(row.name, takes, given);
  const judged = own.judge ?? isJudged(own);
  const usual = judged ? judgedOptions : usualOptions;
  const { threshold: _threshold, ...valueless } = usual;
  refuseUnknownOptions<object>(row.name, given, { ...(yesOrNo ? valueless : usual), ...kinds });
  const { name = row.name, threshold = row.threshold } = given;
  const others = Object.entries(given).filter(([option]) => !Object.hasOwn(kinds, option));
  const applies = needs && ((testCase: Case) => needs(testCase, own) !== undefined);
  const parts = { own, look, value: row.formula, words, facts };
  const common = {
    ...Object.fromEntries(others),
    name,
    threshold,
    version: row.version,
    reads: row.reads,
    applies,
    parts,
  };
  const matters = (...[transcript, testCase]: Played) => look(transcript, testCase, { ...own, name });
  const items = (...played: Played) => settled(matters(...played), played, { judged, threshold });
  const checks = (...played: Played) => [matters(...played)].flat().filter(isCheck).map(byCode);
  const metric = judged
    ? judgedMetric({
        ...question,
        ...common,
        menu: menuOf(row.menu),
        ...(facts ? { facts: (...played) => facts(...played, own) } : {}),
        items,
        checks,
        formula: row.formula ?? ((answers, ...played) => meanOfValues([...answers, ...checks(...played)], none)),
      })
    : defineMetric({ ...common, score: (transcript, testCase) => items(transcript, testCase) as MetricResult });
  const calls = (given.samples ?? 1) * panelSize(given);
  const made: Metric = {
    ...metric,
    ...(watches ? { watches } : {}),
    tools: toolsIn(own),
    ...(code ? { calls: undefined } : {}),
    ...(code && judged ? { mostCalls: (testCase) => (needs?.(testCase, own) === "code" ? 0 : calls) } : {}),
    // One fault is too many, whatever the suite's default is.
    ...(row.threshold === undefined ? {} : { withDefaultThreshold: () => made }),
  };
  return made;
}

/**
 * What code alone makes of it: a score if it has decided everything, or enough to miss the threshold; no score if
 * something is undecided; else what is left for the judge.
 */
function settled(
  matters: ReturnType<Row["look"]>,
  [transcript]: Played,
  { threshold = 1, judged }: { threshold: number | undefined; judged: boolean },
): readonly JudgedItem[] | MetricResult {
  if (typeof matters === "string") return skipped(matters);
  if ("status" in matters) return matters;
  if (matters.length === 0) return skipped(noWords(transcript) ?? nothingDone);
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

function isCheck(matter: Matter | MetricResult | string): matter is Check {
  return typeof matter === "object" && "verdict" in matter;
}

function counted(decided: Check): Check {
  return decided.status === undefined ? { ...decided, value: decided.ok ? 1 : 0 } : decided;
}

/** Among the verdicts of a judge, those of code say so: nobody is asked to label them. */
function byCode(decided: Check): Check {
  return { ...counted(decided), reason: `by code: ${decided.reason}` };
}

/** The tools that the options name. */
function toolsIn({ tools = [], plan = [], must = [] }: RowOptions): string[] {
  const before = must.flatMap((one) => (typeof one === "object" && "before" in one && one.before) || []);
  return [...tools, ...plan.filter(isToolStep), ...before];
}
