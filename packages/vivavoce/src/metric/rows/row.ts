import { z } from "zod";
import { InputError } from "../../base/index.ts";
import {
  type Case,
  type Check,
  check,
  commitmentSchema,
  disclosureSchema,
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

const name = z.string().regex(/\S/, "it is blank");
const pattern = z.instanceof(RegExp);

/** The options that the rows have besides the usual ones; each row takes some of them. */
export const rowOptionsSchema = z.strictObject({
  expected: z.boolean().optional().describe("What cases expect that do not say it themselves."),
  tools: z.array(name).min(1).readonly().optional().describe("The tools that do it; a call of one counts if it ran."),
  language: languageSchema
    .optional()
    .describe("The language of the replies, such as de; that of the user if left out."),
  most: z.int().min(0).optional().describe("The most tool calls; what the case expects if left out."),
  judge: z.boolean().optional().describe("Whether the judge is asked, too, about what code finds no fault with."),
  plan: z
    .array(name)
    .min(1)
    .readonly()
    .optional()
    .describe("The steps for cases without `expect.plan`: names of tools, or sentences."),
  must: z
    .array(z.union([disclosureSchema, pattern]))
    .min(1)
    .readonly()
    .optional()
    .describe("What must be said in every case; those of `expect.disclosure` are added."),
  never: z
    .array(z.union([commitmentSchema, pattern]))
    .min(1)
    .readonly()
    .optional()
    .describe("What must not be promised in any case; those of `expect.commitments` are added."),
});

/** The options of the metrics that are rows of the catalogue; each takes some of them. */
export type RowOptions = z.infer<typeof rowOptionsSchema>;

/** What a row looks at in a conversation: what code has decided, and what the judge is asked. */
export type Matter = Check | JudgedItem;

/** A metric as a row of the catalogue: code decides what it can, and the judge is asked about the rest. */
export interface Row
  extends Pick<JudgedDefinition, "name" | "instructions" | "menu" | "evidence" | "sources" | "world" | "reads"> {
  /** Its own options. */
  takes: readonly (keyof RowOptions)[];
  /** Set if it watches every conversation for what must not happen. */
  watches?: boolean;
  /** Whether any judge is asked with these options; if left out, one is. */
  isJudged?(own: RowOptions): boolean;
  /** Whether the case gives it something to check. Left out if only the conversation can tell. */
  applies?(testCase: Case, own: RowOptions): boolean;
  /** Whether the judge may have to be asked about the case; if left out, it may. */
  mayAsk?(testCase: Case, own: RowOptions): boolean;
  /** The tools that its options name. */
  tools?(own: RowOptions): readonly string[];
  facts?(testCase: Case, own: RowOptions): ReturnType<NonNullable<JudgedDefinition["facts"]>>;
  /** What is looked at, or why there is nothing to look at. */
  look(transcript: Transcript, testCase: Case, own: RowOptions): readonly Matter[] | string;
}

/** Makes the metric of a row. */
export function rowMetric(row: Row, given: JudgedOptions & RowOptions): Metric {
  const { isJudged = () => true, mayAsk = () => true } = row;
  const own = ownOptions(row, given);
  const judged = isJudged(own);
  const known = Object.fromEntries(row.takes.map((option) => [option, "any"]));
  refuseUnknownOptions<object>(row.name, given, { ...(judged ? judgedOptions : usualOptions), ...known });
  const options = Object.fromEntries(
    Object.entries(given).filter(([option]) => !Object.hasOwn(own, option)),
  ) as JudgedOptions;
  const threshold = options.threshold ?? 1;
  const { applies, reads, watches, instructions, menu, evidence, sources, world } = row;
  const common = {
    ...{ ...options, name: given.name ?? row.name, threshold, reads, parts: { own } },
    ...(applies ? { applies: (testCase: Case) => applies(testCase, own) } : {}),
  };
  const look = (transcript: Transcript, testCase: Case) => row.look(transcript, testCase, own);
  const checksOf = (transcript: Transcript, testCase: Case) =>
    [...look(transcript, testCase)].filter(isCheck).map(byCode);
  const metric: Metric = judged
    ? judgedMetric({
        ...common,
        ...{ instructions, menu, evidence, sources, world },
        facts: (_transcript, testCase) => row.facts?.(testCase, own) ?? [],
        items(transcript, testCase) {
          const matters = look(transcript, testCase);
          if (typeof matters === "string") return skipped(matters);
          return settled(matters, threshold, byCode);
        },
        checks: checksOf,
        formula: (answers, transcript, testCase) => meanOfValues([...answers, ...checksOf(transcript, testCase)]),
      })
    : defineMetric({
        ...common,
        score(transcript, testCase) {
          if (transcript.exchanges.length === 0) return skipped("nothing was said");
          const matters = look(transcript, testCase);
          const result = typeof matters === "string" ? skipped(matters) : settled(matters, threshold);
          return "status" in result ? result : unscored("the row leaves something to a judge, but asks none");
        },
      });
  const calls = (options.samples ?? 1) * panelSize(options);
  const made: Metric = {
    ...metric,
    ...(watches ? { watches } : {}),
    tools: row.tools?.(own),
    calls: undefined,
    ...(judged ? { mostCalls: (testCase) => (mayAsk(testCase, own) ? calls : 0) } : {}),
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

/**
 * What code alone makes of it: a score if it has decided everything, or enough to miss the threshold; no score if
 * something is undecided; else what is left for the judge.
 */
function settled(
  matters: readonly Matter[],
  threshold: number,
  mark = (decided: Check) => decided,
): readonly JudgedItem[] | MetricResult {
  const checks = matters.filter(isCheck);
  const open = matters.filter((matter): matter is JudgedItem => !isCheck(matter));
  const decided = checks.filter(({ status }) => status === undefined);
  const undecided = checks.filter(({ verdict }) => verdict === unclear);
  const missed = decided.filter(({ ok }) => !ok).length;
  const total = decided.length + undecided.length + open.length;
  const value = decided.length === 0 ? 0 : (decided.length - missed) / decided.length;
  if (missed > 0 && 1 - missed / total < threshold - 1e-9) {
    const reason = "the judge was not asked: the rest is enough to miss the threshold";
    return scored(value, [
      ...checks.map(mark),
      ...open.map(({ id, text }) => skippedCheck({ id, label: text, reason })),
    ]);
  }
  const [first] = undecided;
  if (first) return unscored(`not decided: ${first.reason}`);
  if (open.length > 0) return open;
  return decided.length > 0
    ? scored(value, checks.map(mark))
    : skipped(checks[0]?.reason ?? "there was nothing to check");
}

const unclear = "undecided";

/** A check that code could not decide: the score is not a pass. */
export function undecidedCheck(given: Pick<Check, "id" | "label" | "reason">): Check {
  return { ...skippedCheck(given), verdict: unclear };
}

/** A check that code has decided, and that counts. */
export function decidedCheck(
  id: string,
  ok: boolean,
  reason: string,
  more: Partial<Pick<Check, "label" | "verdict" | "evidence">>,
): Check {
  return check(id, ok, reason, { ...more, value: ok ? 1 : 0 });
}

function isCheck(matter: Matter | string): matter is Check {
  return typeof matter === "object" && "verdict" in matter;
}

/** Among the verdicts of a judge, those of code say so: nobody is asked to label them. */
function byCode(decided: Check): Check {
  return { ...decided, reason: `by code: ${decided.reason}` };
}
